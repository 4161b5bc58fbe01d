import OptionParsing
import TerminalScreen

/// The descriptions of keys: in `--help`, on screen, in the manual page, and in the config template.
enum KeyHelp<Action: KeyedAction> {
    typealias Line = (keys: String, explanation: String)

    /// Returns the sections of the help that have commands in the given contexts; in any context if `nil`.
    static func sections(
        in contexts: Action.Contexts? = nil, keys: KeyBindings<Action> = KeyBindings()
    ) -> [(section: Action.Section, lines: [Line])] {
        Action.sections.compactMap { section, commands in
            let rows = commands.filter { row in contexts.map { !row.contexts.isDisjoint(with: $0) } ?? true }
            let lines = rows.compactMap { line(of: $0, keys) }
            return lines.isEmpty ? nil : (section, lines)
        }
    }

    /// Returns the line of a command, with the keys of its opposite; `nil` if it stands on the line of that.
    static func line(of row: KeyCommand<Action>, _ keys: KeyBindings<Action> = KeyBindings()) -> Line? {
        guard !Action.opposites.values.contains(row.action) else { return nil }
        let names = [row.action, Action.opposites[row.action]].compactMap { $0.map { keys.keys(of: $0).names } }
        return (names.joined(separator: "  "), row.explanation)
    }

    /// The list of all keys for `--help`.
    static var text: String { OptionFacts.columns(sections().flatMap(\.lines)) }

    // MARK: - Manual page, in mdoc(7)

    /// All keys as a list.
    static var manual: String { list(sections().flatMap(\.lines)) }

    /// All keys as a list for each section.
    static var manualWithSections: String {
        sections().map { section, lines in ".Ss \(section.rawValue)\n" + list(lines) }.joined()
    }

    private static func list(_ lines: [Line]) -> String {
        ".Bl -tag -width \"PgDn Space Ctrl-F\" -compact\n"
            + lines.map { ".It \(escaped($0.keys))\n\($0.explanation)\n" }.joined() + ".El\n"
    }

    /// Escapes single punctuation, which is syntax in mdoc, and a minus, which would become a hyphen.
    private static func escaped(_ keys: String) -> String {
        keys.split(separator: " ").map { key in
            let isSign = key.count == 1 && key.first.map { !$0.isLetter && !$0.isNumber && $0.isASCII } == true
            return isSign ? "\\&" + (key == "-" ? "\\-" : String(key)) : String(key)
        }.joined(separator: " ")
    }

    // MARK: - Config file

    /// The keys of each action in the syntax of the config file, for its template.
    static var settings: String {
        let actions = Action.table.map { row in
            let names = row.keys.map { ArgumentKind<Key>.quoted($0.name) }.joined(separator: ", ")
            return "    //     \"\(row.action.rawValue)\": [\(names)],\n"
        }
        return "    // \"\(Action.setting)\": {\n\(actions.joined())    // },"
    }
}
