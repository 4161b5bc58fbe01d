import HalftoneCore
import FoundationEssentials
import OptionParsing

/// The files of `Assets` that are generated from the tables of options, commands and keys: the shell completions, and
/// the manual page between its marks.
@MainActor
enum Documents {
    static let option: FilePath = "--write-documents"

    /// Writes the files in a folder. Returns the exit status.
    static func run(_ operands: [FilePath]) throws(UsageError) -> Int32 {
        guard operands.count == 1 else { throw UsageError("\(option) needs the folder Assets") }
        do {
            for (path, text) in try texts(in: operands[0].text) {
                try text.write(toFile: path, atomically: true, encoding: .utf8)
            }
            return 0
        } catch {
            Output.printError("\(error)")
            return 2
        }
    }

    /// Returns the paths and texts of all files. Reads the manual page, whose text outside the marks stays.
    static func texts(in folder: String) throws -> [(path: String, text: String)] {
        let manual = folder + "/halftone.1"
        let page = try String(contentsOfFile: manual, encoding: .utf8)
        return [(manual, try ManualPage.updated(page))]
            + Completions.allCases.map { ("\(folder)/completions/\($0.fileName)", $0.script) }
    }
}
