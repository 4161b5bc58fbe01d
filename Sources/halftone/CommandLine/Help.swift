import GalleryScreens
import OptionParsing
import ScreenKit

extension KeyHelp {
    /// The list of all keys.
    static var text: String { OptionFacts.columns(sections().flatMap(\.lines)) }
}

/// The texts of `--help`.
@MainActor
enum Help {
    /// Returns the help of a command: of the gallery the options and keys that matter most, unless all are asked for.
    static func text(for command: any Subcommand.Type, all: Bool = false) -> String {
        let isMain = command.name == BrowseCommand.name
        guard all || !isMain else { return first }
        let usage = isMain ? Subcommands.all.map { $0.usage } + ["--help | --version | help COMMAND"] : [command.usage]
        let notes = command.notes.isEmpty ? "" : "\n\n" + command.notes
        return "usage: halftone \(usage.joined(separator: "\n       halftone "))\n\n\(command.about)\n\n"
            + OptionFacts.help(command.optionFacts) + notes
    }

    private static var first: String {
        let options = BrowseCommand.optionFacts.filter { firstOptions.contains($0.name) }
        return """
            usage: halftone [OPTION...] [SOURCE...]
                   halftone print|list|cache|doctor|lab|trace|config ...

            \(BrowseCommand.about)

            \(OptionFacts.help(options))

            keys:
            \(OptionFacts.columns(firstKeys.compactMap { KeyHelp<Action>.line(of: $0.row) }))

            'halftone help all' lists all options and keys, 'halftone help print' those of print; see also 'man halftone'
            """
    }

    static let firstOptions: Set = ["layout", "pictures", "sort", "theme", "no-resume", "save-dir"]
    static let firstKeys: [Action] = [
        .up, .open, .close, .larger, .toggleLayout, .search, .filter, .mark, .save, .help,
    ]
}
