/// The blanks that EL can show at the end of a row in place of spaces: a terminal that has it in ECMA-48's form erases
/// to its default background, and with `bce` to the current one.
enum RowErasure: Hashable, Sendable {
    /// No blanks.
    case none
    /// Blanks in the terminal's default background.
    case plain
    /// Blanks in any background.
    case colored

    /// Returns the first column of the blanks at the end of a row that may be erased; `columns` for none.
    func start(in row: UnsafePointer<Cell>, columns: Int) -> Int {
        guard self != .none, columns > 0 else { return columns }
        let last = row[columns - 1]
        guard last.glyph == 0x20, last.mark == 0, last.attributes.isDisjoint(with: .seenOnSpaces),
            self == .colored || last.background == .terminal
        else { return columns }
        var start = columns - 1
        while start > 0, Cell.areIdentical(row + start - 1, row + columns - 1) { start -= 1 }
        return start
    }
}
