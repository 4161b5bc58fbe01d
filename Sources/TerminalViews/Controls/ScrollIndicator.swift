import TerminalScreen

/// A scroll bar that shows which part of the content is in view. Nothing is drawn while all of it is.
@MainActor
public final class ScrollIndicator: View {
    /// The number of content lines, the number of lines in view, and the first of them.
    public struct Position: Hashable, Sendable {
        /// Number of lines of all content.
        public var contentLines: Int
        /// Number of lines in view.
        public var visibleLines: Int
        /// The first line in view, counted from 0.
        public var firstLine: Int

        /// Creates a position. A first line beyond the content counts as the last possible one.
        public init(contentLines: Int, visibleLines: Int, firstLine: Int) {
            self.contentLines = contentLines
            self.visibleLines = visibleLines
            self.firstLine = firstLine
        }

        /// Returns the thumb's range in a bar of `eighths` eighths of a row: at least one row long, and at an end of
        /// the bar only when the content is. `nil` if all content is in view.
        func thumb(eighths: Int) -> Range<Int>? {
            guard contentLines > visibleLines, visibleLines > 0, eighths > 0 else { return nil }
            let length = min(eighths, max(8, Int(Double(eighths) * Double(visibleLines) / Double(contentLines))))
            let last = contentLines - visibleLines
            let first = min(max(0, firstLine), last)
            var start = Int(Double(eighths - length) * Double(first) / Double(last))
            if first > 0, start == 0, eighths - length > 1 { start = 1 }
            if first < last, start == eighths - length, start > 1 { start -= 1 }
            return start..<start + length
        }
    }

    /// The part of the content that is in view.
    public var position = Position(contentLines: 0, visibleLines: 0, firstLine: 0) {
        didSet { if position != oldValue { setNeedsDisplay() } }
    }
    /// The style of the bar: the thumb has its foreground color, the rest its background color.
    public var style = CellStyle(foreground: CellColor(hex: 0x8A8A8A), background: CellColor(hex: 0x303030)) {
        didSet { if style != oldValue { setNeedsDisplay() } }
    }

    public override func draw(in context: inout DrawingContext) {
        guard let thumb = position.thumb(eighths: 8 * bounds.size.rows) else { return }
        for row in 0..<bounds.size.rows {
            let (sign, isInverse) = Self.sign(thumb.clamped(to: 8 * row..<8 * row + 8), row: row)
            var style = style
            if isInverse { style.attributes.formSymmetricDifference(.reverse) }
            context.fill(
                CellRect(column: 0, row: row, columns: bounds.size.columns, rows: 1), with: Cell(sign, style: style))
        }
    }

    /// Returns the block element for a part of a row; an upper part is a lower block in reverse video.
    private static func sign(_ part: Range<Int>, row: Int) -> (Unicode.Scalar, isInverse: Bool) {
        let lower: [Unicode.Scalar] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
        if part.upperBound == 8 * row + 8 { return (lower[part.count], false) }
        return part.isEmpty ? (" ", false) : (lower[8 - part.count], true)
    }
}
