import OptionParsing
import TerminalScreen

/// What is written of keys: in `--help`, over the screen, in the manual page, and in the config file to begin with.
enum KeyHelp<Action: KeyedAction> {
    typealias Line = (keys: String, explanation: String)

    /// The parts of the help with what can be done in a place, without those that have nothing there; `nil`: anywhere.
    static func sections(in contexts: Action.Contexts? = nil) -> [(section: Action.Section, lines: [Line])] {
        Action.sections.compactMap { section, commands in
            let rows = commands.filter { row in contexts.map { !row.contexts.isDisjoint(with: $0) } ?? true }
            return rows.isEmpty ? nil : (section, rows.map { ($0.action.keys.names, $0.explanation) })
        }
    }

    /// For `--help`.
    static var text: String { OptionFacts.columns(sections().flatMap(\.lines)) }

    // MARK: - The manual page, in the language of mdoc(7)

    /// All keys as a list.
    static var manual: String { list(sections().flatMap(\.lines)) }

    /// All keys, each part below its name.
    static var manualWithSections: String {
        sections().map { section, lines in ".Ss \(section.rawValue)\n" + list(lines) }.joined()
    }

    private static func list(_ lines: [Line]) -> String {
        ".Bl -tag -width \"PgDn Space Ctrl-F\" -compact\n"
            + lines.map { ".It \(escaped($0.keys))\n\($0.explanation)\n" }.joined() + ".El\n"
    }

    /// mdoc takes single punctuation for its own, and a minus for a hyphen.
    private static func escaped(_ keys: String) -> String {
        keys.split(separator: " ").map { key in
            let isSign = key.count == 1 && key.first.map { !$0.isLetter && !$0.isNumber && $0.isASCII } == true
            return isSign ? "\\&" + (key == "-" ? "\\-" : String(key)) : String(key)
        }.joined(separator: " ")
    }

    // MARK: - The config file

    /// The keys of each action as the config file can say them, for its template.
    static var settings: String {
        let actions = Action.table.map { row in
            let names = row.keys.map { ArgumentKind<Key>.quoted($0.name) }.joined(separator: ", ")
            return "    //     \"\(row.action.rawValue)\": [\(names)],\n"
        }
        return "    // \"\(Action.setting)\": {\n\(actions.joined())    // },"
    }
}
