import Glibc
import Pixels
import TerminalScreen

/// A spinner that turns while the length of a load is unknown, and fills when it is known.
///
/// Its size follows the view: a ring of 7x3 or 5x3 cells with the percentage inside, else three cells or one. It is
/// drawn over what is there, without a background of its own.
@MainActor
package final class Spinner: ProgressIndicator {
    package override func draw(in context: inout DrawingContext) {
        let box = bounds.size
        let size = Self.size(in: box)
        let column = (box.columns - size.columns) / 2
        let row = (box.rows - size.rows) / 2
        if size.rows == 3 {
            for (index, line) in Self.ring(size, from: 0, length: 1).enumerated() {
                context.drawInk(line, isFaint: true, column: column, row: row + index)
            }
        }
        for (index, line) in lines(size).enumerated() { context.drawInk(line, column: column, row: row + index) }
        guard size.rows == 3, let text = Self.percentage(fraction) else { return }
        context.drawInk(text, column: column + (size.columns - text.count + 1) / 2, row: row + 1)
    }

    /// Returns the size of the spinner in a view.
    static func size(in box: CellSize) -> CellSize {
        switch (box.columns, box.rows) {
        case (24..., 9...): CellSize(columns: 7, rows: 3)
        case (7..., 4...): CellSize(columns: 5, rows: 3)
        case (5..., 2...): CellSize(columns: 3, rows: 1)
        default: CellSize(columns: 1, rows: 1)
        }
    }

    private func lines(_ size: CellSize) -> [String] {
        let filled = shown ?? 0
        switch (fraction, size.columns) {
        case (nil, 5...):
            return Self.ring(size, from: Double(phase) / Double(Self.stepsPerTurn), length: 0.25)
        case (_, 5...): return Self.ring(size, from: 0, length: filled)
        case (nil, 3): return [" \(turning) "]
        case (nil, _): return [turning]
        case (_, 3): return [Self.track(filled)]
        case (_, _): return [Self.level(filled)]
        }
    }

    // MARK: - Characters

    private static let stepsPerTurn = 16

    private var turning: String {
        let frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
        return frames[phase % frames.count]
    }

    /// Returns a cell that fills from below in eighths; never empty.
    static func level(_ fraction: Double) -> String {
        ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"][min(7, max(0, Int(fraction * 8)))]
    }

    /// Returns three cells that fill from the left in six columns of dots, on a line of dots.
    static func track(_ fraction: Double) -> String {
        let columns = min(6, max(0, Int((fraction * 6).rounded())))
        return String((0..<3).map { cell in [Character("⣀"), "⣇", "⣿"][min(2, max(0, columns - 2 * cell))] })
    }

    /// Returns whole percents, rounded down: 100 means that everything has arrived. `nil` while it is not known.
    static func percentage(_ fraction: Double?) -> String? {
        fraction.map { $0 >= 1 ? "100" : "\(Int(max(0, $0) * 100))%" }
    }

    /// Returns an arc in braille, one line of text per row. `start` and `length` are fractions of a turn, clockwise
    /// from the top.
    static func ring(_ size: CellSize, from start: Double, length: Double) -> [String] {
        let (width, height) = (2 * size.columns, 4 * size.rows)
        let radius = Double(min(width, height)) / 2
        var patterns = [UInt32](repeating: 0, count: size.columns * size.rows)
        for y in 0..<height {
            for x in 0..<width {
                let (dx, dy) = (Double(x) + 0.5 - Double(width) / 2, Double(y) + 0.5 - Double(height) / 2)
                let distance = (dx * dx + dy * dy).squareRoot()
                guard distance < radius, distance > radius - 1.9 else { continue }
                let turn = atan2(dx, -dy) / (2 * .pi)
                let behind = turn - start - (turn - start).rounded(.down)
                guard behind < length else { continue }
                patterns[y / 4 * size.columns + x / 2] |= dot(x % 2, y % 4)
            }
        }
        return (0..<size.rows).map { row in
            var line = ""
            for pattern in patterns[row * size.columns..<(row + 1) * size.columns] {
                line.unicodeScalars.append(pattern == 0 ? " " : Unicode.Scalar(0x2800 + pattern) ?? " ")
            }
            return line
        }
    }

    /// Returns the bit of a dot in a braille pattern (Unicode 15, section 21.1): columns of three first, then the
    /// lowest row.
    private static func dot(_ x: Int, _ y: Int) -> UInt32 { y < 3 ? 1 << (3 * x + y) : 0x40 << x }
}

extension DrawingContext {
    /// Draws a line of narrow characters over what is there: each takes the color behind it as its background. Spaces
    /// change nothing. `isFaint` draws the part of a ring that is not filled.
    fileprivate mutating func drawInk(_ text: String, isFaint: Bool = false, column: Int, row: Int) {
        for (index, character) in text.enumerated() where character != " " {
            let ground = ground(column: column + index, row: row)
            let style = CellStyle(
                foreground: ground.rgb.map { Self.ink(on: $0, isFaint) } ?? .terminal, background: ground,
                attributes: !isFaint ? .bold : ground.rgb == nil ? .dim : [])
            draw(String(character), column: column + index, row: row, columns: 1, style: style)
        }
    }

    private static func ink(on ground: RGB, _ isFaint: Bool) -> CellColor {
        let isLight = Int(ground.red) * 3 + Int(ground.green) * 6 + Int(ground.blue) > 1400
        guard isFaint else { return CellColor(hex: isLight ? 0x202020 : 0xE8E8E8) }
        return CellColor(hex: isLight ? 0xA0A0A0 : 0x606060)
    }
}
