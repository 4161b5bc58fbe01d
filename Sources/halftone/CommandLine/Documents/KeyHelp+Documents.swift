import OptionParsing
import ScreenKit
import TerminalScreen

/// The descriptions of keys in `--help`, in the manual page, and in the config template.
extension KeyHelp {
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
