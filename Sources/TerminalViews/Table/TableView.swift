import FoundationEssentials
import ImageLoading
import TerminalScreen

/// A scrolling list of rows shown by recycled cells, with the contract of UITableView. Main actor only.
///
/// It holds cells for the rows in view and at most two more of each kind for reuse, however many rows there are. Rows
/// have one height. Scrolling goes by lines of the screen. A data source or delegate may scroll and reload from inside
/// its methods; the table then lays itself out once more.
@MainActor
public final class TableView: View {
    /// Who gives the rows; not kept alive, like the two others. Nothing is asked before ``reloadData()``.
    public weak var dataSource: (any TableViewDataSource)?
    /// Who hears of what happens to the rows.
    public weak var delegate: (any TableViewDelegate)?
    /// Who hears which rows may come into view.
    public weak var prefetchDataSource: (any TableViewDataSourcePrefetching)?

    /// Lines of every row; at least one. When it changes, the row at the top of the view stays there.
    public var rowHeight = 1 {
        didSet {
            rowHeight = max(1, rowHeight)
            guard rowHeight != oldValue else { return }
            let (row, cut) = contentOffset.quotientAndRemainder(dividingBy: oldValue)
            contentOffset = row * rowHeight + cut * rowHeight / oldValue
            setNeedsLayout()
        }
    }
    /// How long a row must have been in view before ``TableViewDelegate`` hears that it settled; zero: at once.
    public var settleDelay = Duration.zero
    /// How many rows ahead of the scrolling to prefetch; 0: none.
    public var prefetchDistance = 0

    /// The first line of content that is in view.
    public internal(set) var contentOffset = 0
    /// The row that keys act on; `nil` only while there are no rows.
    public internal(set) var selectedRow: Int?
    /// As many rows as the data source had at the last ``reloadData()``.
    public internal(set) var rowCount = 0

    /// A cell that shows a row. Times count from the first turn that sees the row there: the window's clock stands
    /// still between turns.
    struct Displayed {
        let cell: TableViewCell
        var since: Duration?
        var unmovedSince: Duration?
        var hasSettled = false
        var hasRested = false
    }

    /// How long a row stands still before the trace says that it rests.
    static let restDelay = Duration.milliseconds(100)

    var displayed: [Int: Displayed] = [:]
    var pool = ReusePool()
    var prefetching: Range<Int> = 0..<0
    var scrollsDown = true
    var isTiling = false
    /// Counts the times that all content was asked for anew.
    private(set) var contentVersion = 0
    private var makers: [String: @MainActor () -> TableViewCell] = [:]
    private let trace: Trace

    public init(trace: Trace) {
        self.trace = trace
        super.init()
    }

    // MARK: - Cells

    /// Says how cells of an identifier are made when none can be recycled.
    public func register(_ identifier: String, make: @escaping @MainActor () -> TableViewCell) {
        makers[identifier] = make
    }

    /// A cell for a row, recycled if possible, prepared for reuse and as large as the row. `identifier` must have been
    /// registered.
    public func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath) -> TableViewCell {
        let cell: TableViewCell
        if let recycled = pool.take(identifier) {
            recycled.prepareForReuse()
            recycled.reuseCount += 1
            trace.record(TraceEvent(.reuse, row: indexPath.row))
            cell = recycled
        } else {
            guard let make = makers[identifier] else { preconditionFailure("no cell is registered for \(identifier)") }
            trace.record(TraceEvent(.dequeue, row: indexPath.row))
            cell = make()
        }
        cell.frame = frame(ofRow: indexPath.row)
        cell.layoutIfNeeded()
        return cell
    }

    /// The cell that shows a row; `nil` while the row is out of view.
    public func cellForRow(at indexPath: IndexPath) -> TableViewCell? { displayed[indexPath.row]?.cell }

    /// The cells of the rows in view, from top to bottom.
    public var visibleCells: [TableViewCell] { displayed.sorted { $0.key < $1.key }.map(\.value.cell) }

    /// Rows of which at least one line is in view.
    public var visibleRows: Range<Int> {
        guard rowCount > 0, !bounds.isEmpty else { return 0..<0 }
        let first = contentOffset / rowHeight
        let last = min(rowCount, (contentOffset + bounds.size.rows - 1) / rowHeight + 1)
        return min(first, last)..<last
    }

    // MARK: - Content

    /// Asks the data source for everything again. The selection stays where it is, or goes to the last row if there
    /// are fewer now; a table that had none selects the first row.
    public func reloadData() {
        contentVersion += 1
        for row in displayed.keys.sorted() { endDisplaying(row) }
        cancelPrefetching()
        rowCount = dataSource?.tableView(self, numberOfRowsInSection: 0) ?? 0
        selectedRow = rowCount == 0 ? nil : min(selectedRow ?? 0, rowCount - 1)
        setNeedsLayout()
    }

    /// Asks the data source again for rows that are in view.
    public func reloadRows(at indexPaths: [IndexPath]) {
        for path in indexPaths where displayed[path.row] != nil {
            endDisplaying(path.row)
        }
        tile()
    }

    public override func layoutSubviews() {
        contentOffset = clamped(contentOffset)
        // Cells are given their size when they are dequeued: rows of another size need to be asked for again.
        for row in displayed.keys.sorted() where displayed[row]?.cell.frame.size != frame(ofRow: row).size {
            endDisplaying(row)
        }
        tile()
    }

    // MARK: - Time

    public override func advance(to now: Duration) -> Duration? {
        var next: Duration?
        func isOver(_ start: Duration, _ delay: Duration) -> Bool {
            if now - start >= delay { return true }
            next = min(next ?? start + delay, start + delay)
            return false
        }
        for row in displayed.keys.sorted() {
            guard let state = displayed[row] else { continue }
            let (since, unmovedSince) = (state.since ?? now, state.unmovedSince ?? now)
            displayed[row]?.since = since
            displayed[row]?.unmovedSince = unmovedSince
            if !state.hasRested, isOver(unmovedSince, Self.restDelay) {
                displayed[row]?.hasRested = true
                trace.record(TraceEvent(.rest, row: row))
            }
            if !state.hasSettled, isOver(since, settleDelay) { settle(row) }
        }
        return next
    }

    func settle(_ row: Int) {
        guard let state = displayed[row], !state.hasSettled else { return }
        displayed[row]?.hasSettled = true
        delegate?.tableView(self, didSettle: state.cell, forRowAt: IndexPath(row: row))
    }
}
