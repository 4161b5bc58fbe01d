import HalftoneCore
import FoundationEssentials
import OptionParsing

/// The files of `Assets` that are generated: the manual pages, between their marks.
@MainActor
enum Documents {
    static let option: FilePath = "--write-documents"

    /// Writes the files in a folder. Returns the exit status.
    static func run(_ operands: [FilePath]) throws(UsageError) -> Int32 {
        guard operands.count == 1 else { throw UsageError("\(option) needs the folder Assets") }
        do {
            for page in ManualPage.allCases {
                let path = "\(operands[0].text)/\(page.rawValue)"
                let text = try String(contentsOfFile: path, encoding: .utf8)
                try page.updated(text).write(toFile: path, atomically: true, encoding: .utf8)
            }
            return 0
        } catch {
            Output.printError("\(error)")
            return 2
        }
    }
}
