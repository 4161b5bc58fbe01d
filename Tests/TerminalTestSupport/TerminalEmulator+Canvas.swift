import Pixels
import TerminalScreen
import TestSupport

extension TerminalEmulator {
    /// Returns a description of the first difference between the terminal and the canvas; `nil` if there is none.
    ///
    /// Invisible attributes are not compared: the foreground of a space that is neither underlined nor
    /// reversed. Neither is dim, which libvterm does not support.
    public func firstDifference(from canvas: Canvas) -> String? {
        guard size == canvas.size else { return "the terminal is \(size), the canvas \(canvas.size)" }
        for row in 0..<size.rows {
            for column in 0..<size.columns {
                let wanted = expected(canvas, column, row)
                var shown = self[column, row]
                shown.foregroundIndex = nil
                shown.backgroundIndex = nil
                if canHide(wanted) {
                    shown.foreground = wanted.foreground
                    shown.attributes.formIntersection([.underline, .reverse])
                }
                if shown != wanted { return "column \(column), row \(row): shows \(shown), the canvas has \(wanted)" }
            }
        }
        return nil
    }

    private func expected(_ canvas: Canvas, _ column: Int, _ row: Int) -> ShownCell {
        let cell = canvas[column, row]
        let isWide = column + 1 < canvas.size.columns && canvas[column + 1, row].glyph == 0
        var text = ""
        for value in [cell.glyph, UInt32(cell.mark)] where value != 0 {
            if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
        }
        var wanted = ShownCell(
            text: text, columns: cell.glyph == 0 ? 0 : isWide ? 2 : 1, foreground: cell.foreground.rgb,
            background: cell.background.rgb, attributes: cell.attributes.subtracting(.dim))
        if canHide(wanted) { wanted.attributes = [] }
        if cell.glyph == 0 {
            // in libvterm, the right half of a wide character has no style
            let shown = self[column, row]
            wanted.foreground = shown.foreground
            wanted.background = shown.background
            wanted.attributes = shown.attributes
        }
        return wanted
    }

    private func canHide(_ cell: ShownCell) -> Bool {
        cell.text == " " && cell.attributes.isDisjoint(with: [.underline, .reverse])
    }
}
