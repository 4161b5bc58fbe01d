import FoundationEssentials
import ImageLab
import ImageLoading
import TerminalScreen
import TerminalViews

/// The live table: rows over a feed of the built-in server, shown by recycled cells that show their identity.
@MainActor
final class LabTable: View {
    private let table: TableView
    private let lab: LabEnvironment
    private let prefetcher: RowPrefetcher<IndexPath>
    /// The number of created cells.
    private(set) var cellCount = 0
    private var lastVariant = ImageVariant()
    /// The cell whose load is repeated, and the time of the next round; `nil` until its load has ended.
    private var replay: (cell: LabCell, due: Duration?)?
    /// Called when a row is selected by a key or a click.
    var didSelect: @MainActor () -> Void = {}
    /// Called when a row comes into view.
    var didShowRow: @MainActor () -> Void = {}

    init(lab: LabEnvironment, environment: ScreenEnvironment) {
        self.lab = lab
        table = TableView(trace: lab.manager.trace)
        prefetcher = RowPrefetcher(ImagePrefetcher(manager: lab.manager))
        super.init()
        table.allowsFocus = false  // keys are commands, independent of the focus
        table.register(LabCell.identifier) { [weak self, lab, environment] in
            self?.cellCount += 1
            let cell = LabCell(number: self?.cellCount ?? 0, lab: lab, environment: environment)
            for view in cell.viewIDs { lab.cellNumbers[view] = cell.number }
            return cell
        }
        table.dataSource = self
        table.delegate = self
        table.prefetchDataSource = self
        addSubview(table)
        adoptSwitches()
    }

    /// Reloads the rows, and selects the first.
    func showFeed() {
        adoptSwitches()
        table.reloadData()
        guard !lab.items.isEmpty else { return }
        table.selectRow(at: IndexPath(row: 0), scrollPosition: ItemsView.ScrollPosition.none)
    }

    /// Reloads the rows in view and the prefetched ones with changed settings.
    func renewLoads() {
        restyle()
        table.reloadPrefetching()
        reloadVisible()
    }

    /// Reloads the rows in view; those that have not loaded yet keep waiting.
    func reloadVisible() {
        adoptSwitches()
        for cell in visibleCells where cell.hasRequested { cell.request() }
    }

    /// Redraws the rows in view.
    func restyle() {
        adoptSwitches()
        for cell in visibleCells { cell.restyle() }
    }

    private func adoptSwitches() {
        table.settleDelay = .milliseconds(lab.settings.loadDelay)
        table.prefetchDistance = lab.settings.prefetch
        setNeedsLayout()
    }

    // MARK: - State

    var visibleCells: [LabCell] { table.visibleCells.compactMap { $0 as? LabCell } }
    var selectedRow: Int? { table.indexPathForSelectedRow?.row }
    /// The number of rows being prefetched.
    var prefetchCount: Int { prefetcher.rowCount }
    var selectedCell: LabCell? { visibleCells.first(where: \.isSelected) }

    /// The image view of the load selected in the waterfall; its cell is highlighted.
    var linkedView: Int? {
        didSet { for cell in visibleCells { cell.isLinked = isLinked(cell) } }
    }

    /// Returns whether one of the cell's pictures is that of the selected load.
    private func isLinked(_ cell: LabCell) -> Bool {
        linkedView.map { cell.viewIDs.contains($0) } ?? false
    }

    /// Whether a row in view has not requested its picture yet.
    var hasWaitingRows: Bool { visibleCells.contains { !$0.hasRequested } }

    // MARK: - Actions

    func move(_ move: ItemMove) { table.moveSelection(move) }

    // MARK: - Replay

    /// Repeats the load of the selected cell, by the setting, with a pause between the rounds.
    override func advance(to now: Duration) -> Duration? {
        guard lab.settings.replay, let cell = selectedCell else {
            replay = nil
            return nil
        }
        let isNew = replay?.cell !== cell
        guard isNew || cell.hasRequested && !cell.isLoading else { return nil }
        let due = isNew ? now : replay?.due ?? now + cell.imageView.transition.duration + .milliseconds(600)
        guard now >= due else {
            replay = (cell, due)
            return due
        }
        replay = (cell, nil)
        cell.replay()
        return now  // a load that fails at once has ended by then
    }

    // MARK: - View

    /// Sets the height of rows: about five rows in view, each with enough lines for its texts.
    override func layoutSubviews() {
        let selected = table.indexPathForSelectedRow
        let wasInView = selected.map { table.cellForRow(at: $0) != nil } ?? false
        table.frame = bounds
        table.rowHeight = min(8, max(5, bounds.size.rows / 5))
        if let selected, wasInView {
            table.layoutIfNeeded()
            table.scrollToRow(at: selected)
        }
    }

    private var prefetchContext: ImageContext {
        if let cell = visibleCells.first { lastVariant = cell.imageView.variant }
        var context = lab.context(row: 0, variant: lastVariant)
        context.row = nil
        return context
    }
}

extension LabTable: TableViewDataSource, TableViewDelegate, TableViewDataSourcePrefetching {
    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { lab.items.count }

    func tableView(_ tableView: TableView, cellForRowAt path: IndexPath) -> TableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: LabCell.identifier, for: path)
        (cell as? LabCell)?.configure(row: path.row)
        if let cell = cell as? LabCell { cell.isLinked = isLinked(cell) }
        didShowRow()
        return cell
    }

    func tableView(_ tableView: TableView, didSettle cell: TableViewCell, forRowAt path: IndexPath) {
        guard let cell = cell as? LabCell, !cell.hasRequested else { return }
        cell.request()
    }

    /// Lowers the priority of a load that is out of view; the load ends when its cell is reused.
    func tableView(_ tableView: TableView, didEndDisplaying cell: TableViewCell, forRowAt path: IndexPath) {
        for picture in (cell as? LabCell)?.pictures ?? [] { picture.imageView.latestOperation?.setPriority(.low) }
        prefetcher.cancelPrefetching([path])
    }

    func tableView(_ tableView: TableView, didSelectRowAt path: IndexPath) { didSelect() }

    func tableView(_ tableView: TableView, prefetchRowsAt paths: [IndexPath]) {
        // Rows of a previous feed have no URL.
        let rows = paths.compactMap { path in lab.url(ofRow: path.row).map { (row: path, url: $0) } }
        prefetcher.startPrefetching(rows, options: lab.settings.picture.options, context: prefetchContext)
    }

    func tableView(_ tableView: TableView, cancelPrefetchingForRowsAt paths: [IndexPath]) {
        prefetcher.cancelPrefetching(paths)
    }
}
