/// The descriptions of keys, on screen and in documents.
package enum KeyHelp<Action: KeyedAction> {
    package typealias Line = (keys: String, explanation: String)

    /// Returns the sections of the help that have commands in the given contexts; in any context if `nil`. `isRare`: those
    /// of the first or of the second page; of both if `nil`.
    package static func sections(
        in contexts: Action.Contexts? = nil, keys: KeyBindings<Action> = KeyBindings(), isRare: Bool? = nil
    ) -> [(section: Action.Section, lines: [Line])] {
        Action.sections.compactMap { section, commands in
            let rows = commands.filter { row in
                contexts.map { !row.contexts.isDisjoint(with: $0) } ?? true
                    && isRare.map { $0 == Action.rare.contains(row.action) } ?? true
            }
            let lines = rows.compactMap { line(of: $0, keys) }
            return lines.isEmpty ? nil : (section, lines)
        }
    }

    /// Returns the line of a command, with the keys of its opposite; `nil` if its opposite's line includes it.
    package static func line(of row: KeyCommand<Action>, _ keys: KeyBindings<Action> = KeyBindings()) -> Line? {
        guard let explanation = row.explanation else { return nil }
        let names = [row.action, Action.opposites[row.action]].compactMap { $0.map { keys.keys(of: $0).names } }
        return (names.joined(separator: "  "), explanation)
    }
}
