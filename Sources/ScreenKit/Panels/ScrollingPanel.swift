import TerminalScreen
import TerminalViews

/// A line of a panel: texts at columns.
public struct PanelLine {
    /// The texts; a `nil` style is the panel's own.
    var texts: [(column: Int, text: String, style: CellStyle?)] = []

    /// Creates a blank line.
    init() {}

    package init(_ text: String, style: CellStyle? = nil) { add(text, style: style) }

    package mutating func add(_ text: String, at column: Int = 0, style: CellStyle? = nil) {
        texts.append((column, text, style))
    }

    /// Appends the texts of another line at a column.
    mutating func add(_ line: PanelLine, at column: Int) {
        texts += line.texts.map { (column + $0.column, $0.text, $0.style) }
    }

    @MainActor var columns: Int { texts.map { $0.column + Canvas.columns(of: $0.text) }.max() ?? 0 }
}

/// A box of scrolling lines over a screen.
@MainActor
open class ScrollingPanel: View {
    private let panel = Panel()
    private let content = LinesView()
    private let more = Label()
    private let closing = Label()
    private let indicator = ScrollIndicator()
    private var scrolling = LineScroll()
    /// Called for a mouse press anywhere on the view.
    package var didPress: @MainActor () -> Void = {}

    /// Creates a hidden panel. `more` is the text in its frame while there are lines below, `closing` that of the key
    /// that closes it.
    public init(title: String = "", more: String = "↓ more", closing: String = "") {
        super.init()
        isHidden = true
        panel.title = title
        self.more.text = " \(more) "
        self.closing.text = closing.isEmpty ? "" : " \(closing) "
        panel.contentView.addSubview(content)
        for view in [panel, self.more, self.closing, indicator] as [View] { addSubview(view) }
    }

    // MARK: - For subclasses

    /// Returns all lines for a number of columns; for `.max`, at their natural width.
    open func lines(columns: Int) -> [PanelLine] { [] }

    /// The width of the box in which every line fits.
    open var preferredColumns: Int { (lines(columns: .max).map(\.columns).max() ?? 0) + 4 }

    /// The frame of the box, at most as large as the view; by default centered and as large as its lines.
    open var box: CellRect {
        let columns = min(bounds.size.columns, preferredColumns)
        let rows = min(bounds.size.rows, lines(columns: columns - 4).count + 2)
        return CellRect(
            column: (bounds.size.columns - columns) / 2, row: (bounds.size.rows - rows) / 2, columns: columns,
            rows: rows)
    }

    var title: String {
        get { panel.title }
        set { panel.title = newValue }
    }

    // MARK: - Content

    /// Lays the panel out after its lines have changed; `fromStart` scrolls to the first line.
    package func reload(fromStart: Bool = true) {
        if fromStart { scrolling = LineScroll() }
        setNeedsLayout()
    }

    /// The numbers of all and of visible lines in the last layout.
    private var laidOut = (count: 0, room: 0)

    /// Scrolls. Returns `false` if all lines are in view.
    @discardableResult
    package func scroll(_ move: ItemMove) -> Bool {
        layoutIfNeeded()
        guard scrolling.scroll(move, count: laidOut.count, room: laidOut.room) else { return false }
        setNeedsLayout()
        return true
    }

    private func scroll(by step: Int) {
        layoutIfNeeded()
        scrolling.scroll(by: step, count: laidOut.count, room: laidOut.room)
        setNeedsLayout()
    }

    // MARK: - View

    public override func handle(_ event: InputEvent) -> Bool {
        guard case .mouse(let mouse) = event else { return false }
        switch mouse.action {
        case .wheelUp: scroll(by: -3)
        case .wheelDown: scroll(by: 3)
        case .press: didPress()
        case .release, .doubleClick, .drag: break
        }
        return true
    }

    public override func layoutSubviews() {
        let box = box
        let lines = lines(columns: box.size.columns - 4)
        let room = max(0, box.size.rows - 2)
        laidOut = (lines.count, room)
        panel.frame = box
        (panel.style, panel.titleStyle) = (theme.panel, theme.panelStrong)
        content.frame = CellRect(CellSize(columns: max(0, box.size.columns - 4), rows: room))
        let visible = scrolling.visible(count: lines.count, room: room)
        content.lines = Array(lines[visible])
        indicator.position = ScrollIndicator.Position(
            contentLines: lines.count, visibleLines: room, firstLine: visible.lowerBound)
        indicator.style = theme.panel
        // In the border.
        indicator.isHidden = lines.count <= room
        indicator.frame = CellRect(column: box.maxColumn - 1, row: box.minRow + 1, columns: 1, rows: room)
        let edge = CellRect(
            column: box.minColumn + 2, row: box.maxRow - 1, columns: max(0, box.size.columns - 4),
            rows: box.size.rows > 2 ? 1 : 0)
        for label in [more, closing] { label.style = theme.panel }
        more.isHidden = room == 0 || !scrolling.hasMore(count: lines.count, room: room)
        more.frame = edge
        closing.textAlignment = .right
        closing.frame = edge
    }

    private final class LinesView: View {
        var lines: [PanelLine] = [] { didSet { setNeedsDisplay() } }

        override func draw(in context: inout DrawingContext) {
            for (row, line) in lines.enumerated() {
                for (column, text, style) in line.texts {
                    context.draw(
                        text, column: column, row: row, columns: bounds.size.columns - column,
                        style: style ?? theme.panel)
                }
            }
        }
    }
}
