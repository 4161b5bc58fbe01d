extension Canvas {
    /// Draws one line of text with its first character at `point`.
    ///
    /// Widths are per scalar, as terminals count them. One combining mark is kept per cell; further marks and invisible
    /// characters are dropped. A control character becomes U+FFFD: untrusted text passes the sanitizer first. Half a
    /// wide character at an edge of `clip` becomes a space.
    public mutating func draw(_ text: some StringProtocol, at point: CellPoint, style: CellStyle, clip: CellRect) {
        let area = clip.intersection(bounds)
        guard !area.isEmpty, point.row >= area.minRow, point.row < area.maxRow else { return }
        draw(scalars: String(text).unicodeScalars, at: point, style: style, area: area)
    }

    /// Returns the number of columns that a text takes on a terminal.
    public static func columns(of text: some StringProtocol) -> Int {
        var columns = 0
        for scalar in String(text).unicodeScalars { columns += Self.columns(of: scalar) }
        return columns
    }

    /// Returns the text if it fits into `columns` columns, otherwise its beginning and an ellipsis that fit together.
    public static func truncated(_ text: some StringProtocol, columns: Int) -> String {
        let text = String(text)
        guard columns > 0 else { return "" }
        var used = 0
        var end = text.startIndex  // where the ellipsis goes if the text is too long
        for index in text.unicodeScalars.indices {
            used += Self.columns(of: text.unicodeScalars[index])
            if used > columns { return String(text[..<end]) + "…" }
            if used <= columns - 1 { end = text.unicodeScalars.index(after: index) }
        }
        return text
    }

    /// Returns the number of columns of one scalar as `draw` shows it.
    private static func columns(of scalar: Unicode.Scalar) -> Int {
        let width = CharacterWidth(scalar)
        return width == .control ? 1 : width.columns
    }

    private mutating func draw(
        scalars: String.UnicodeScalarView, at point: CellPoint, style: CellStyle, area: CellRect
    ) {
        var column = point.column
        var base: Int?  // the column of the character that a mark would combine with
        for scalar in scalars {
            guard column < area.maxColumn || (base != nil && CharacterWidth(scalar) == .combining) else { break }
            let width = CharacterWidth(scalar)
            switch width {
            case .invisible: continue
            case .combining:
                if let base { addMark(scalar, column: base, row: point.row) }
            case .narrow, .wide, .control:
                let cell = Cell(width == .control ? "\u{FFFD}" : scalar, style: style)
                let columns = width == .wide ? 2 : 1
                base = nil
                if column >= area.minColumn {
                    put(cell, column: column, row: point.row, clip: area)
                    // half a wide character is drawn as a space, which takes no marks
                    base = column + columns <= area.maxColumn ? column : nil
                } else if column + columns > area.minColumn {
                    put(Cell(" ", style: style), column: area.minColumn, row: point.row, clip: area)
                }
                column += columns
            }
        }
    }

    /// Adds a combining mark to a cell that has none. A cell cannot hold marks outside the basic plane, which belong to
    /// scripts that no terminal font shows well.
    private mutating func addMark(_ scalar: Unicode.Scalar, column: Int, row: Int) {
        let index = row * size.columns + column
        guard cells[index].mark == 0, let mark = UInt16(exactly: scalar.value) else { return }
        cells[index].mark = mark
    }
}
