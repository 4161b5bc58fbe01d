import TerminalScreen
import TerminalViews

/// A strip of thumbnails before and after the open picture, in reused cells.
///
/// A step keeps the cells of pictures that stay in view. Others load after the delay for scrolled rows, so that held
/// keys load none.
@MainActor
final class NeighborStrip: View {
    private static let cellColumns = 16
    /// The open picture keeps at least three quarters of the screen.
    private static let leastScreenHeights = 4

    private let browser: Browser
    /// The cells in view, by row.
    private(set) var visibleCells: [Int: PictureCell] = [:]
    private var spare: [PictureCell] = []
    /// The row of the open picture; `nil` if there is none.
    private var row: Int?
    /// The size for which the cells were bound.
    private var shownSize = CellSize(columns: 0, rows: 0)
    /// Called when a picture is clicked, or the wheel turned.
    var didChoose: @MainActor (Int) -> Void = { _ in }

    init(browser: Browser) {
        self.browser = browser
        super.init()
    }

    /// Returns the height on a screen; 0 if there is no room.
    func rows(of screen: CellSize) -> Int {
        let rows = PictureCell.height(ofColumns: Self.cellColumns, pixelAspect: browser.environment.pixelAspect)
        return rows * Self.leastScreenHeights <= screen.rows && screen.columns >= 3 * Self.cellColumns ? rows : 0
    }

    // MARK: - Content

    /// Shows the pictures around a row.
    func show(around row: Int?) {
        (self.row, shownSize) = (row, bounds.size)
        let visible = visibleRows
        for (row, cell) in visibleCells where !visible.contains(row) {
            cell.prepareForReuse()
            cell.isHidden = true
            visibleCells[row] = nil
            spare.append(cell)
        }
        for row in visible { bind(row) }
        for cell in visibleCells.values { cell.restartDelay() }
        setNeedsLayout()  // a turn follows
    }

    /// Loads and draws all pictures again.
    func reload() {
        let row = row
        show(around: nil)
        show(around: row)
    }

    private func bind(_ row: Int) {
        let entry = browser.page.entry(row)
        let cell = visibleCells[row] ?? spare.popLast() ?? makeCell()
        visibleCells[row] = cell
        cell.frame = frame(of: row)
        cell.layoutIfNeeded()  // the request depends on its size
        if cell.entry?.item == entry.item {
            cell.renumber(entry)
        } else {
            cell.prepareForReuse()
            cell.isHidden = false
            cell.configure(entry)
        }
        cell.isHighlighted = row == self.row
    }

    private func makeCell() -> PictureCell {
        let cell = PictureCell(browser: browser, layout: .grid, loadsByItself: true)
        addSubview(cell)
        return cell
    }

    /// The rows that fit, with the open one in the middle unless it is near an end.
    private var visibleRows: Range<Int> {
        let (count, room) = (browser.page.count, bounds.size.columns / Self.cellColumns)
        guard let row, (0..<count).contains(row), room > 0, bounds.size.rows > 0 else { return 0..<0 }
        let first = max(0, min(row - room / 2, count - room))
        return first..<min(count, first + room)
    }

    private func frame(of row: Int) -> CellRect {
        let visible = visibleRows
        let start = (bounds.size.columns - visible.count * Self.cellColumns) / 2
        return CellRect(
            column: start + (row - visible.lowerBound) * Self.cellColumns, row: 0, columns: Self.cellColumns,
            rows: bounds.size.rows)
    }

    // MARK: - View

    override func layoutSubviews() {
        if shownSize != bounds.size { reload() }
    }

    override func handle(_ event: InputEvent) -> Bool {
        guard case .mouse(let mouse) = event, let row else { return false }
        switch mouse.action {
        case .press where mouse.button == .right: return false
        case .press:
            let pressed = visibleCells.first { $0.value.frame.contains(mouse.position) }
            if let pressed, pressed.value.entry?.item.isFolder == false { didChoose(pressed.key) }
        case .wheelUp: didChoose(row - 1)
        case .wheelDown: didChoose(row + 1)
        case .release, .doubleClick, .drag: break
        }
        return true
    }
}
