import GalleryScreens
import LabScreens
import OptionParsing
import ScreenKit
import TerminalScreen

/// The config file template: every setting as a comment, which applies once its `//` is removed.
@MainActor
enum ConfigTemplate {
    static var text: String {
        """
        // Settings of halftone, as JSON that may have comments. Options on the command line win over them.
        // It is read from $XDG_CONFIG_HOME/halftone/config.json, or ~/.config/halftone/config.json.
        {
        \(settings.flatMap(lines).joined(separator: "\n"))
            // The keys of each action of the gallery; the first is the one that hints name. Actions that are left out
            // keep theirs.
        \(keys(of: Action.self))

            // The keys of each action of the Lab.
        \(keys(of: LabAction.self))
        }

        """
    }

    /// The options of all commands that the file can set, each once.
    static var settings: [OptionFacts] {
        var names: Set<String> = []
        return Subcommands.all.flatMap { $0.optionFacts }.filter {
            $0.configured != nil && names.insert($0.name).inserted
        }
    }

    private static func keys<Actions: KeyedAction>(of _: Actions.Type) -> String {
        let actions = Actions.table.map { row in
            let names = row.keys.map { ArgumentKind<Key>.quoted($0.name) }.joined(separator: ", ")
            return "    //     \"\(row.action.rawValue)\": [\(names)],\n"
        }
        return "    // \"\(Actions.setting)\": {\n\(actions.joined())    // },"
    }

    private static func lines(of option: OptionFacts) -> [String] {
        guard let (name, standard) = option.configured, standard != ArgumentKind<String>.quoted("") else { return [] }
        let words: [String] = if case .words(let words) = option.completion { words } else { [] }
        let help = words.isEmpty || option.help != option.expected ? ["    // \(option.help)"] : []
        return help
            + OptionFacts.wrapped(words, separator: ", ", columns: 91).map { "    //     " + $0 }
            + ["    // \"\(name)\": \(standard),", ""]
    }
}
