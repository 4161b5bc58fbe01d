import TerminalScreen

/// One or more lines of text, from the top of the view.
@MainActor
public final class Label: View {
    /// The horizontal alignment of the lines.
    public enum TextAlignment: Hashable, Sendable {
        /// Lines begin at the left edge.
        case left
        /// Lines end at the right edge.
        case right
    }

    /// The text in the label's own style. Setting it replaces ``attributedText``.
    public var text: String {
        get { attributedText.text }
        set { attributedText = AttributedText(newValue, style: style) }
    }

    /// The text in styles of its own.
    public var attributedText = AttributedText() {
        didSet { if attributedText != oldValue { setNeedsDisplay() } }
    }

    /// The style of ``text``. Setting it gives all of the text this style.
    public var style = CellStyle.plain {
        didSet { if style != oldValue { attributedText = AttributedText(text, style: style) } }
    }

    /// Maximum number of lines; 1 by default, 0 for no limit.
    public var numberOfLines = 1 {
        didSet { if numberOfLines != oldValue { setNeedsDisplay() } }
    }

    /// The target of a click on the text, in terminals that support hyperlinks; `nil` by default.
    public var link: Hyperlink? {
        didSet { if link != oldValue { setNeedsDisplay() } }
    }

    /// The horizontal alignment. ``TextAlignment/left`` by default.
    public var textAlignment = TextAlignment.left {
        didSet { if textAlignment != oldValue { setNeedsDisplay() } }
    }

    /// Creates a label with user interaction off, as in UIKit: mouse events go to the view behind it.
    public override init(frame: CellRect = .zero) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
    }

    /// Returns the width of the longest line and the number of lines, within the offered size.
    public func sizeThatFits(_ size: CellSize) -> CellSize {
        let lines = lines(columns: size.columns)
        return CellSize(columns: lines.map(\.columns).max() ?? 0, rows: min(lines.count, max(0, size.rows)))
    }

    public override func draw(in context: inout DrawingContext) {
        let columns = bounds.size.columns
        for (row, line) in lines(columns: columns).prefix(max(0, bounds.size.rows)).enumerated() {
            let column = textAlignment == .left ? 0 : max(0, columns - line.columns)
            let drawn = context.draw(line, column: column, row: row)
            if let link { context.link(CellRect(column: column, row: row, columns: drawn, rows: 1), to: link) }
        }
    }

    /// Returns the text wrapped and truncated to a number of columns.
    func lines(columns: Int) -> [AttributedText] {
        TextLayout(columns: columns, maximumLines: numberOfLines).lines(of: attributedText)
    }
}
