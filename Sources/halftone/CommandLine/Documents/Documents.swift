import HalftoneCore
import FoundationEssentials
import OptionParsing

/// The file of `Assets` that is generated: the manual page, between its marks.
@MainActor
enum Documents {
    static let option: FilePath = "--write-documents"

    /// Writes the file in a folder. Returns the exit status.
    static func run(_ operands: [FilePath]) throws(UsageError) -> Int32 {
        guard operands.count == 1 else { throw UsageError("\(option) needs the folder Assets") }
        let path = operands[0].text + "/halftone.1"
        do {
            let page = try String(contentsOfFile: path, encoding: .utf8)
            try ManualPage.updated(page).write(toFile: path, atomically: true, encoding: .utf8)
            return 0
        } catch {
            Output.printError("\(error)")
            return 2
        }
    }
}
