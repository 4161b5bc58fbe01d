extension Canvas {
    /// Draws a rectangle's outline with single lines and round corners; the cells inside stay as they are. Does nothing
    /// with less than two columns or two rows.
    public mutating func drawBox(_ rect: CellRect, style: CellStyle, clip: CellRect? = nil) {
        guard rect.size.columns >= 2, rect.size.rows >= 2 else { return }
        let (right, bottom) = (rect.maxColumn - 1, rect.maxRow - 1)
        let inner = (columns: rect.size.columns - 2, rows: rect.size.rows - 2)
        let horizontal = Cell("─", style: style)
        let vertical = Cell("│", style: style)
        let left = rect.minColumn
        let top = rect.minRow
        fill(CellRect(column: left + 1, row: top, columns: inner.columns, rows: 1), with: horizontal, clip: clip)
        fill(CellRect(column: left + 1, row: bottom, columns: inner.columns, rows: 1), with: horizontal, clip: clip)
        fill(CellRect(column: left, row: top + 1, columns: 1, rows: inner.rows), with: vertical, clip: clip)
        fill(CellRect(column: right, row: top + 1, columns: 1, rows: inner.rows), with: vertical, clip: clip)
        let corners: [(Int, Int, Unicode.Scalar)] = [
            (left, top, "╭"), (right, top, "╮"), (left, bottom, "╰"), (right, bottom, "╯"),
        ]
        for (column, row, glyph) in corners {
            fill(CellRect(column: column, row: row, columns: 1, rows: 1), with: Cell(glyph, style: style), clip: clip)
        }
    }
}
