import TerminalScreen

/// A filled rectangle with an optional border, title and shadow that covers what is behind it, for dialogs and
/// overlays. Its content belongs into ``contentView``.
@MainActor
public final class Panel: View {
    /// The view inside of the border and ``insets``; the panel sets its frame.
    public let contentView = View()

    /// The title in the top border; empty, the default, for none.
    public var title = "" {
        didSet { if title != oldValue { setNeedsDisplay() } }
    }
    /// The colors and attributes of the background and the border. The terminal's own by default.
    public var style = CellStyle.plain {
        didSet { if style != oldValue { setNeedsDisplay() } }
    }
    /// The colors and attributes of the title. Bold by default.
    public var titleStyle = CellStyle(attributes: .bold) {
        didSet { if titleStyle != oldValue { setNeedsDisplay() } }
    }
    /// Whether the panel has a border. On by default. Omitted on a panel of one row or column, which has no room for
    /// it.
    public var hasBorder = true {
        didSet { if hasBorder != oldValue { setNeedsLayout(); setNeedsDisplay() } }
    }
    /// The color of a shadow that takes the last row and the last two columns of the panel; `nil`, the default, for
    /// none.
    public var shadow: CellColor? {
        didSet { if shadow != oldValue { setNeedsLayout(); setNeedsDisplay() } }
    }
    /// Cells between the border and the content.
    public var insets = CellInsets.zero {
        didSet { if insets != oldValue { setNeedsLayout() } }
    }

    public override init(frame: CellRect = .zero) {
        super.init(frame: frame)
        addSubview(contentView)
    }

    /// The panel without its shadow; the shadow is omitted on a panel that is no larger than it.
    private var body: CellRect {
        guard shadow != nil, bounds.size.columns > 2, bounds.size.rows > 1 else { return bounds }
        return bounds.inset(by: CellInsets(bottom: 1, right: 2))
    }

    private var border: CellInsets {
        hasBorder && body.size.columns >= 2 && body.size.rows >= 2 ? CellInsets(all: 1) : .zero
    }

    public override func layoutSubviews() { contentView.frame = body.inset(by: border).inset(by: insets) }

    /// Returns the size of the content's first subview plus border, insets and shadow, within the offered size.
    public override func sizeThatFits(_ size: CellSize) -> CellSize {
        let around = CellSize(
            columns: (hasBorder ? 2 : 0) + insets.left + insets.right + (shadow == nil ? 0 : 2),
            rows: (hasBorder ? 2 : 0) + insets.top + insets.bottom + (shadow == nil ? 0 : 1))
        let room = CellSize(
            columns: max(0, size.columns - around.columns), rows: max(0, size.rows - around.rows))
        let content = contentView.subviews.first?.sizeThatFits(room) ?? CellSize(columns: 0, rows: 0)
        return CellSize(
            columns: min(size.columns, content.columns + around.columns),
            rows: min(size.rows, content.rows + around.rows))
    }

    public override func draw(in context: inout DrawingContext) {
        let body = body
        if let shadow, body != bounds {
            let style = CellStyle(background: shadow)
            context.fill(body.offset(columns: 2, rows: 1), style: style)
        }
        context.fill(body, style: style)
        guard border != .zero else { return }
        context.drawBox(body, style: style)
        let room = body.size.columns - 4
        guard !title.isEmpty, room > 2 else { return }
        context.draw(
            " \(Canvas.truncated(title, columns: room - 2)) ", column: 2, row: 0, columns: room, style: titleStyle)
    }

    /// Returns whether a point is in the panel's body; the shadow lets mouse events through.
    public override func contains(_ point: CellPoint) -> Bool { body.contains(point) }
}
