/// A filter that makes nearly equal colors equal, so that fewer of them are sent over a slow connection.
///
/// A value, used for one frame from its top left to its bottom right. Every color is compared with the color that is
/// really on the terminal, never with one that was once requested: however often cells change, no color differs from
/// the requested one by more than the tolerance.
struct ColorCoalescer {
    /// Maximum difference per channel, of 255.
    let tolerance: Int
    // the colors that the terminal is set to, and the preceding cell
    private var pen: CellStyle
    private var previous = Cell.blank

    /// Creates a filter for a frame. `pen` has the colors that the terminal is set to at its start.
    init(tolerance: Int, pen: CellStyle) {
        (self.tolerance, self.pen) = (tolerance, pen)
    }

    /// Returns the cell to show for `wanted` where the terminal shows `shown`.
    mutating func snapped(_ wanted: Cell, over shown: Cell) -> Cell {
        previous = choose(wanted, over: shown)
        return previous
    }

    private mutating func choose(_ wanted: Cell, over shown: Cell) -> Cell {
        if wanted.isPlaceholder { return wanted }  // its foreground is a number
        var cell = wanted
        if wanted.glyph == 0 {  // the right half of the preceding cell
            (cell.foreground, cell.background) = (previous.foreground, previous.background)
            return cell
        }
        let isBare = wanted.glyph == 0x20 && wanted.attributes.isDisjoint(with: .seenOnSpaces)
        let isAlike =
            wanted.glyph == shown.glyph && wanted.mark == shown.mark && wanted.attributes == shown.attributes
            && wanted.link == shown.link
        if isAlike, isNear(wanted.background, shown.background),
            isBare || isNear(wanted.foreground, shown.foreground)
        {
            return shown  // unchanged
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
        guard (one.bits | other.bits) >> 24 == 0 else { return false }  // the default color is near no other
        return [16, 8, 0].allSatisfy { shift in
            abs(Int(one.bits >> shift & 0xFF) - Int(other.bits >> shift & 0xFF)) <= tolerance
        }
    }
}
