import Glibc
import TerminalScreen

/// An arc of dots that closes to a ring, with the percentage inside; it rotates while the size is unknown.
///
/// The ring is drawn in braille, whose dots are as wide as high on most terminals. In a small view, or where only ASCII
/// characters may be drawn, only the percentage or a spinner is drawn.
@MainActor
public final class ProgressRing: View, ImageIndicatorView {
    /// The progress from 0 to 1; `nil` while it is not known. The arc follows it smoothly.
    public var fraction: Double? {
        didSet {
            guard fraction != oldValue else { return }
            motion.aim(at: fraction)
            setNeedsDisplay()
        }
    }

    private let isASCII: Bool
    private var motion = ProgressMotion()
    private var phase: Int { motion.phase % Self.stepsPerTurn }
    private static let stepsPerTurn = 16

    /// Creates an indicator. `isASCII` draws the percentage or a spinner in ASCII, without the ring.
    public init(isASCII: Bool = false) {
        self.isASCII = isASCII
        super.init()
    }

    public override func advance(to now: Duration) -> Duration? {
        let (hasMoved, next) = motion.advance(towards: fraction, to: now)
        if hasMoved { setNeedsDisplay() }
        return next
    }

    public override func draw(in context: inout DrawingContext) {
        let text = PercentageIndicator.text(fraction)
        guard !isASCII, let size = Self.size(in: bounds.size) else {
            let frames = ActivityIndicator.Style.dots.frames(isASCII: isASCII)
            return context.drawSign(text ?? frames[phase % frames.count], in: bounds.size)
        }
        let column = (bounds.size.columns - size.columns) / 2
        let row = (bounds.size.rows - size.rows) / 2
        let style = CellStyle(foreground: CellColor(hex: 0xE8E8E8), background: CellColor(hex: 0x303030))
        let start = fraction == nil ? Double(phase) / Double(Self.stepsPerTurn) : 0
        let lines = Self.ring(size, from: start, length: fraction == nil ? 0.25 : motion.shown ?? 0)
        for (index, line) in lines.enumerated() {
            context.draw(line, column: column, row: row + index, columns: size.columns, style: style)
        }
        guard let text, size.columns >= 8 else { return }
        context.draw(
            text, column: column + (size.columns - text.count + 1) / 2, row: row + size.rows / 2, columns: text.count,
            style: style)
    }

    /// Returns the size of the largest ring that fits; `nil` if none does.
    static func size(in room: CellSize) -> CellSize? {
        let rows = min(5, room.rows, room.columns / 2)
        return rows >= 2 ? CellSize(columns: 2 * rows, rows: rows) : nil
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
                line.unicodeScalars.append(Unicode.Scalar(0x2800 + pattern) ?? " ")
            }
            return line
        }
    }

    /// Returns the bit of a dot in a braille pattern (Unicode 15, section 21.1): columns of three first, then the
    /// lowest row.
    private static func dot(_ x: Int, _ y: Int) -> UInt32 { y < 3 ? 1 << (3 * x + y) : 0x40 << x }
}
