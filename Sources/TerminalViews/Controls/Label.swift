import TerminalScreen

/// One or more lines of text, from the top.
@MainActor
public final class Label: View {
    public enum TextAlignment: Hashable, Sendable, CaseIterable {
        case left
        case center
        case right
    }

    /// The text in the label's own style. Setting it takes the place of ``attributedText``.
    public var text: String {
        get { attributedText.text }
        set { attributedText = AttributedText(newValue, style: style) }
    }

    /// The text in styles of its own.
    public var attributedText = AttributedText() {
        didSet { if attributedText != oldValue { setNeedsDisplay() } }
    }

    /// How ``text`` looks. Setting it gives all of the text this style.
    public var style = CellStyle.plain {
        didSet { if style != oldValue { attributedText = AttributedText(text, style: style) } }
    }

    /// Lines that the text may be broken into; 1 by default, 0 for as many as it needs.
    public var numberOfLines = 1 {
        didSet { if numberOfLines != oldValue { setNeedsDisplay() } }
    }

    /// What happens to text that does not fit; its end gives way to an ellipsis by default.
    public var lineBreakMode = LineBreakMode.byTruncatingTail {
        didSet { if lineBreakMode != oldValue { setNeedsDisplay() } }
    }

    /// Where a click on the text leads, in terminals that take links; `nil`, the default: nowhere.
    public var link: LinkTarget? {
        didSet { if link != oldValue { setNeedsDisplay() } }
    }

    public var textAlignment = TextAlignment.left {
        didSet { if textAlignment != oldValue { setNeedsDisplay() } }
    }

    /// As with UIKit, a label lets the mouse through to what is behind it.
    public override init(frame: CellRect = .zero) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
    }

    /// As wide as its longest line and as high as its lines, within what is offered.
    public override func sizeThatFits(_ size: CellSize) -> CellSize {
        let lines = lines(columns: size.columns)
        return CellSize(columns: lines.map(\.columns).max() ?? 0, rows: min(lines.count, max(0, size.rows)))
    }

    public override func draw(in context: inout DrawingContext) {
        let columns = bounds.size.columns
        for (row, line) in lines(columns: columns).prefix(max(0, bounds.size.rows)).enumerated() {
            let rest = max(0, columns - line.columns)
            let column =
                switch textAlignment {
                case .left: 0
                case .center: rest / 2
                case .right: rest
                }
            let drawn = context.draw(line, column: column, row: row)
            if let link { context.link(CellRect(column: column, row: row, columns: drawn, rows: 1), to: link) }
        }
    }

    /// The text as it is shown in so many columns.
    func lines(columns: Int) -> [AttributedText] {
        TextLayout(columns: columns, maximumLines: numberOfLines, mode: lineBreakMode).lines(of: attributedText)
    }
}
