import FoundationEssentials
import ImageLoading
import TerminalScreen
import TerminalViews

/// The gallery as a table, with a line below that says where we are.
@MainActor
final class ListScreen: View {
    let table: TableView
    private let footer = Footer()
    private let message = Label()
    private let gallery: Gallery
    private let prefetcher: ImagePrefetcher
    private var lastVariant = ImageVariant()

    init(gallery: Gallery) {
        self.gallery = gallery
        table = TableView(trace: gallery.manager.trace)
        prefetcher = ImagePrefetcher(manager: gallery.manager)
        super.init()
        table.settleDelay = gallery.options.settle
        table.prefetchDistance = gallery.options.prefetch
        table.register(PictureCell.identifier) { PictureCell(gallery: gallery) }
        table.dataSource = self
        table.delegate = self
        table.prefetchDataSource = self
        message.numberOfLines = 6
        for view in [table, message, footer] as [View] { addSubview(view) }
    }

    /// Shows what is being waited for, or why there is nothing to see.
    func show(message text: String, style: CellStyle) {
        message.text = text
        message.style = style
        updateFooter()
    }

    func reload() {
        message.text = ""
        table.reloadData()
        updateFooter()
    }

    /// Says something for a moment.
    func flash(_ text: String) { footer.flash(text, for: .seconds(2)) }

    /// Selects a row and brings it into view, as when the picture view was left at it.
    func select(row: Int) {
        table.tapItem(at: IndexPath(row: row))
        updateFooter()
    }

    // MARK: - Actions

    func perform(_ action: Action) {
        switch action {
        case .up: table.moveSelection(.up)
        case .down: table.moveSelection(.down)
        case .pageUp: table.moveSelection(.pageUp)
        case .pageDown: table.moveSelection(.pageDown)
        case .top: table.moveSelection(.first)
        case .bottom: table.moveSelection(.last)
        case .refresh: refresh()
        case .open, .close, .previous, .next, .cycleIndicator, .cycleTransition, .cyclePlaceholder, .toggleFigures,
            .help, .redraw, .quit:
            break  // not the list's business
        }
        updateFooter()
    }

    /// The row that keys act on; `nil` only while there are no rows.
    var selectedRow: Int? { table.indexPathForSelectedRow?.row }

    private func refresh() {
        guard let row = selectedRow, let cell = table.cellForRow(at: IndexPath(row: row)) as? PictureCell,
            let entry = cell.entry
        else { return }
        cell.load(options: gallery.refreshOptions(for: entry))
    }

    /// Lets the rows in view have another indicator, transition or placeholder.
    func restyle() {
        for case let cell as PictureCell in table.visibleCells {
            cell.imageView.indicator = gallery.options.indicator
            cell.imageView.transition = gallery.options.transition
            cell.imageView.changePlaceholder(to: gallery.options.placeholder.placeholder)
        }
    }

    private func updateFooter() {
        let place = selectedRow.map { "\($0 + 1)/\(gallery.count)" } ?? ""
        footer.show(title: gallery.title, place: place, hints: [.down, .open, .refresh, .toggleFigures, .help, .quit])
    }

    // MARK: - View

    override func layoutSubviews() {
        let rows = max(0, bounds.size.rows - 1)
        let selected = table.indexPathForSelectedRow
        let wasInView = selected.map(table.indexPathsForVisibleRows.contains) ?? false
        table.frame = CellRect(column: 0, row: 0, columns: bounds.size.columns, rows: rows)
        table.rowHeight = PictureCell.height(on: rows)
        if let selected, wasInView { table.scrollToRow(at: selected) }
        message.frame = CellRect(column: 2, row: min(1, rows), columns: max(0, bounds.size.columns - 4), rows: 6)
        footer.frame = CellRect(column: 0, row: rows, columns: bounds.size.columns, rows: 1)
    }

    override func handle(_ event: InputEvent) -> Bool {
        guard case .mouse(let mouse) = event else { return false }
        switch mouse.action {
        case .wheelUp: table.scroll(byLines: -3)
        case .wheelDown: table.scroll(byLines: 3)
        case .press, .doubleClick:
            guard table.frame.contains(mouse.position), let path = table.indexPathForRow(at: mouse.position) else {
                return false
            }
            select(row: path.row)
        case .release, .drag: return false
        }
        return true
    }
}

extension ListScreen: TableViewDataSource, TableViewDelegate {
    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { gallery.count }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: PictureCell.identifier, for: indexPath)
        (cell as? PictureCell)?.configure(gallery.entry(indexPath.row))
        return cell
    }

    func tableView(_ tableView: TableView, didSettle cell: TableViewCell, forRowAt indexPath: IndexPath) {
        guard let cell = cell as? PictureCell, !cell.hasAsked else { return }
        cell.load()
    }

    /// What nobody sees any more makes room for what is in view; it ends when its cell is reused.
    func tableView(_ tableView: TableView, didEndDisplaying cell: TableViewCell, forRowAt indexPath: IndexPath) {
        guard let cell = cell as? PictureCell else { return }
        cell.imageView.latestOperation?.setPriority(.low)
        // The table asks to cancel only what never came into view.
        if let url = cell.entry?.url { prefetcher.cancelPrefetching([url], context: prefetchContext) }
    }
}

extension ListScreen: TableViewDataSourcePrefetching {
    func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) {
        prefetcher.startPrefetching(urls(of: indexPaths), context: prefetchContext)
    }

    func tableView(_ tableView: TableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {
        prefetcher.cancelPrefetching(urls(of: indexPaths), context: prefetchContext)
    }

    /// Rows that a reload has taken away have none.
    private func urls(of indexPaths: [IndexPath]) -> [URL] {
        indexPaths.filter { $0.row < gallery.count }.compactMap { gallery.entry($0.row).url }
    }

    /// The size that a row's picture will have; the last one known while no row is in view.
    private var prefetchContext: ImageContext {
        if let cell = table.visibleCells.first as? PictureCell { lastVariant = cell.imageView.variant }
        var context = ImageContext()
        context.variant = lastVariant
        context.animation = .frames
        return context
    }
}
