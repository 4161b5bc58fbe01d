/// What is written of the keys: in `--help`, over the screen, and in the manual page.
enum KeyHelp {
    typealias Line = (keys: String, explanation: String)

    /// The parts of the help with what can be done in a place, without those that have nothing there.
    static func sections(in contexts: Action.Contexts = .all) -> [(section: Action.Section, lines: [Line])] {
        Action.Section.allCases.compactMap { section in
            let rows = Action.table.filter { $0.section == section && !$0.contexts.isDisjoint(with: contexts) }
            return rows.isEmpty ? nil : (section, rows.map { ($0.action.keys.names, $0.explanation) })
        }
    }

    /// For `--help`.
    static func text(indent: String) -> String {
        let sections = sections()
        let width = (sections.flatMap(\.lines).map(\.keys.count).max() ?? 0) + 2
        return sections.map { section, lines in
            lines.map { indent + $0.keys + String(repeating: " ", count: width - $0.keys.count) + $0.explanation }
                .joined(separator: "\n")
        }.joined(separator: "\n")
    }

    /// The section KEYS of the manual page, in the language of mdoc(7).
    static var manual: String {
        let parts = sections().map { section, lines in
            ".Ss \(section.rawValue)\n.Bl -tag -width \"PgDn Space Ctrl-F\" -compact\n"
                + lines.map { ".It \(escaped($0.keys))\n\($0.explanation)\n" }.joined() + ".El\n"
        }
        return ".Sh KEYS\n" + parts.joined()
    }

    /// mdoc takes single punctuation for its own, and a minus for a hyphen.
    private static func escaped(_ keys: String) -> String {
        keys.split(separator: " ").map { key in
            let isSign = key.count == 1 && key.first.map { !$0.isLetter && !$0.isNumber && $0.isASCII } == true
            return isSign ? "\\&" + (key == "-" ? "\\-" : String(key)) : String(key)
        }.joined(separator: " ")
    }
}
