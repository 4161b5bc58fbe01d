import TerminalScreen

/// A filled rectangle with a border and a title that covers what is behind it, for dialogs and overlays. Its content
/// belongs into ``contentView``. A panel of one row or column has no room for a border.
@MainActor
public final class Panel: View {
    /// The view inside of the border and a margin of a column at both sides; the panel sets its frame.
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
    public override init(frame: CellRect = .zero) {
        super.init(frame: frame)
        addSubview(contentView)
    }

    private var hasBorder: Bool { bounds.size.columns >= 2 && bounds.size.rows >= 2 }

    public override func layoutSubviews() {
        let (columns, rows) = (bounds.size.columns, bounds.size.rows)
        contentView.frame =
            hasBorder ? CellRect(column: 2, row: 1, columns: max(0, columns - 4), rows: rows - 2) : bounds
    }

    public override func draw(in context: inout DrawingContext) {
        context.fill(bounds, style: style)
        guard hasBorder else { return }
        context.drawBox(bounds, style: style)
        let room = bounds.size.columns - 4
        guard !title.isEmpty, room > 2 else { return }
        context.draw(
            " \(Canvas.truncated(title, columns: room - 2)) ", column: 2, row: 0, columns: room, style: titleStyle)
    }
}
