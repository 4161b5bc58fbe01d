/// Lets colours that nearly agree agree, so that a slow link carries fewer of them.
///
/// A value, used for one frame from its top left to its bottom right. Every colour is compared with what the terminal
/// really has, never with what was once wanted of it: however often things change, none ends further from what is
/// wanted than the tolerance.
struct ColorSnapper {
    /// How far a channel may be off, of 255.
    let tolerance: Int
    // What the terminal will be set to, and what the cell before has.
    private var pen: CellStyle
    private var previous = Cell.blank

    /// `pen` is what the terminal is set to when the frame begins.
    init(tolerance: Int, pen: CellStyle) {
        (self.tolerance, self.pen) = (tolerance, pen)
    }

    /// What is shown for `wanted` where the terminal shows `shown`.
    mutating func snapped(_ wanted: Cell, over shown: Cell) -> Cell {
        previous = choose(wanted, over: shown)
        return previous
    }

    private mutating func choose(_ wanted: Cell, over shown: Cell) -> Cell {
        var cell = wanted
        if wanted.glyph == 0 {  // the right half of the cell before
            (cell.foreground, cell.background) = (previous.foreground, previous.background)
            return cell
        }
        let isBare = wanted.glyph == 0x20 && wanted.emphasis.isDisjoint(with: .seenOnSpaces)
        let isAlike =
            wanted.glyph == shown.glyph && wanted.mark == shown.mark && wanted.emphasis == shown.emphasis
            && wanted.link == shown.link
        if isAlike, isNear(wanted.background, shown.background),
            isBare || isNear(wanted.foreground, shown.foreground)
        {
            return shown  // it stays
        }
        if isNear(wanted.background, pen.background) { cell.background = pen.background }
        pen.background = cell.background
        guard !isBare else { return cell }
        if isNear(wanted.foreground, pen.foreground) { cell.foreground = pen.foreground }
        pen.foreground = cell.foreground
        return cell
    }

    private func isNear(_ one: CellColor, _ other: CellColor) -> Bool {
        if one == other { return true }
        guard (one.bits | other.bits) >> 24 == 0 else { return false }  // the terminal's own is like no other
        return [16, 8, 0].allSatisfy { shift in
            abs(Int(one.bits >> shift & 0xFF) - Int(other.bits >> shift & 0xFF)) <= tolerance
        }
    }
}
