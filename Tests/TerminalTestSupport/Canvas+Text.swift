import TerminalScreen

extension Canvas {
    /// The text of the screen, line by line.
    public var textLines: [String] {
        (0..<size.rows).map { row in
            var text = String.UnicodeScalarView()
            for column in 0..<size.columns {
                let cell = self[column, row]
                guard cell.glyph != 0, let scalar = Unicode.Scalar(cell.glyph) else { continue }  // right half
                text.append(scalar)
                if cell.mark != 0, let mark = Unicode.Scalar(UInt32(cell.mark)) { text.append(mark) }
            }
            return String(text)
        }
    }
}
