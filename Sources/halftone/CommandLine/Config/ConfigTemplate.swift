import GalleryScreens
import LabScreens
import OptionParsing
import ScreenKit

/// The config file template: every setting with its default as a comment, which applies once its `#` is removed.
@MainActor
enum ConfigTemplate {
    static var text: String {
        """
        # Settings of halftone, by the names of its options. Options on the command line win over them.
        # It is read from $XDG_CONFIG_HOME/halftone/config, or ~/.config/halftone/config.

        \(settings.map(lines).joined(separator: "\n"))
        # The keys of each action of the gallery; the first is the one that hints name. Actions that are left out
        # keep theirs.
        \(KeyHelp<Action>.settings)
        # The keys of each action of the Lab.
        \(KeyHelp<LabAction>.settings)
        """
    }

    /// The options of all commands that the file can set, each once.
    static var settings: [OptionFacts] {
        var names: Set<String> = []
        return Subcommands.facts.flatMap(\.options).filter { $0.configDefault != nil && names.insert($0.name).inserted }
    }

    private static func lines(of option: OptionFacts) -> String {
        let words: [String] = if case .words(let words) = option.completion { words } else { [] }
        let alternatives = OptionFacts.wrapped(words, separator: ", ", columns: 91).map { "#     \($0)\n" }
        let value = option.argument == nil ? "" : " = " + (option.configDefault ?? "")
        return "# \(option.help)\n\(alternatives.joined())#\(option.name)\(value)\n"
    }
}
