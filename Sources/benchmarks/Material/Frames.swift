import CBaseline
import Pixels
import TerminalScreen

/// Screens of 200x60 cells for measuring presenters.
enum Frames {
    static let size = CellSize(columns: 200, rows: 60)

    /// Returns half blocks in two random colors each, so that all cells differ, also between seeds.
    static func noise(_ seed: UInt64, size: CellSize = size) -> Canvas {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        func color() -> CellColor {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return CellColor(hex: UInt32(truncatingIfNeeded: state >> 20) & 0xFFFFFF)
        }
        var canvas = Canvas(size: size)
        for row in 0..<size.rows {
            for column in 0..<size.columns {
                canvas[column, row] = Cell("▀", style: CellStyle(foreground: color(), background: color()))
            }
        }
        return canvas
    }

    /// Returns a table of pictures between a title and a status line, scrolled to a row.
    static func table(scrolledTo row: Int, pictures: Canvas) -> Canvas {
        var canvas = Canvas(size: size)
        for line in 1..<size.rows - 1 {
            for column in 0..<size.columns { canvas[column, line] = pictures[column, line - 1 + row] }
        }
        canvas.draw("Halftone", at: .zero, style: CellStyle(attributes: .bold), clip: canvas.bounds)
        canvas.draw(
            "row \(row)", at: CellPoint(column: 0, row: size.rows - 1), style: .plain, clip: canvas.bounds)
        return canvas
    }

    /// Returns the cells of a canvas for the baseline in C.
    static func cells(of canvas: Canvas) -> [baseline_cell] {
        canvas.cells.map { cell in
            baseline_cell(
                glyph: cell.glyph, mark: 0, emphasis: 0, unused: 0, foreground: cell.foreground.rgb?.hex ?? 0xFF00_0000,
                background: cell.background.rgb?.hex ?? 0xFF00_0000)
        }
    }
}
