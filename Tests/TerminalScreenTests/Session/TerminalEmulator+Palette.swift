import TerminalTestSupport
import TestSupport

@testable import TerminalScreen

extension TerminalEmulator {
    /// Describes where the terminal differs from the canvas in ncurses' reduced colors; `nil` when nothing differs.
    func firstDifference(from canvas: Canvas, in depth: ColorDepth) -> String? {
        guard size == canvas.size else { return "the terminal is \(size), the canvas \(canvas.size)" }
        var palette = CursesPalette(colors: depth, hasOwnColors: true)
        for row in 0..<canvas.size.rows {
            for column in 0..<canvas.size.columns where canvas[column, row].glyph != 0 {
                let cell = canvas[column, row]
                let wanted = palette.colors(of: cell, isBlank: false)
                // On `screen` and tmux a wide character beside the bottom right corner is shown as `?`.
                let isCorner = row == canvas.size.rows - 1 && column >= canvas.size.columns - 4
                let shown = self[column, row]
                if !Self.shows(shown, cell, wanted, mayBeReplaced: isCorner) {
                    return "at \(column),\(row): \(shown) instead of \(cell), \(wanted)"
                }
            }
        }
        return nil
    }

    private static func shows(
        _ shown: ShownCell, _ cell: Cell, _ wanted: ColorPairs.Colors, mayBeReplaced: Bool
    ) -> Bool {
        var (ink, ground) = (shown.foregroundIndex ?? -1, shown.backgroundIndex ?? -1)
        var isReversed = shown.attributes.contains(.reverse)
        // The two colors exchanged, with reverse, look equal.
        if isReversed != cell.attributes.contains(.reverse), ink >= 0, ground >= 0 {
            (ink, ground) = (ground, ink)
            isReversed.toggle()
        }
        let isInkSeen = cell.glyph != 0x20 || !cell.attributes.isDisjoint(with: [.underline, .reverse])
        var text = String.UnicodeScalarView()
        for value in [cell.glyph, UInt32(cell.mark)] where value != 0 {
            if let scalar = Unicode.Scalar(value) { text.append(scalar) }
        }
        // Emoji that the C library does not support are shown as `?`, too.
        let isReplaced = shown.text == "?" && (mayBeReplaced || cell.glyph >= 0x1F000)
        return (shown.text == String(text) || isReplaced) && ground == wanted.background
            && (!isInkSeen || ink == wanted.foreground) && isReversed == cell.attributes.contains(.reverse)
            && shown.attributes.contains(.bold) == cell.attributes.contains(.bold)
    }
}
