import FoundationEssentials
import ImageLoading
import TerminalScreen
import TerminalViews

/// The pictures of the gallery as a list or a grid, with a line below that says where we are.
///
/// There is a view for either, of which one has all the items and the other none: what is not shown holds no cells and
/// loads nothing.
@MainActor
final class ListScreen: View {
    private let table: TableView
    private let grid: GridView
    private let footer = Footer()
    private let message = Label()
    private let gallery: Gallery
    private let prefetcher: RowPrefetcher<IndexPath>
    private var lastVariant = ImageVariant()
    /// What `+` and `-` chose; `nil`: as many as look well.
    private var chosenColumns: Int?

    init(gallery: Gallery) {
        self.gallery = gallery
        table = TableView(trace: gallery.manager.trace)
        grid = GridView(trace: gallery.manager.trace)
        prefetcher = RowPrefetcher(ImagePrefetcher(manager: gallery.manager))
        super.init()
        for (view, layout) in [(table, GalleryLayout.list), (grid, .grid)] as [(ReusableItemsView, GalleryLayout)] {
            view.settleDelay = gallery.options.settle
            view.prefetchDistance = gallery.options.prefetch
            view.allowsFocus = false  // keys are actions, whatever was clicked
            view.isHidden = layout != gallery.options.layout
            view.register(PictureCell.identifier) { PictureCell(gallery: gallery, layout: layout) }
        }
        table.dataSource = self
        table.delegate = self
        table.prefetchDataSource = self
        grid.dataSource = self
        grid.delegate = self
        grid.prefetchDataSource = self
        message.numberOfLines = 6
        for view in [table, grid, message, footer] as [View] { addSubview(view) }
    }

    var isGrid: Bool { gallery.options.layout == .grid }
    private var items: ReusableItemsView { isGrid ? grid : table }

    /// Shows what is being waited for, or why there is nothing to see.
    func show(message text: String, style: CellStyle) {
        message.text = text
        message.style = style
        updateFooter()
    }

    func reload() {
        message.text = ""
        table.reloadData()
        grid.reloadData()
        updateFooter()
    }

    /// Says something for a moment.
    func flash(_ text: String) { footer.flash(text, for: .seconds(2)) }

    /// The number of the picture that keys act on; `nil` only while there are none.
    var selectedRow: Int? { items.indexPathForSelectedItem?.item }

    /// Selects a picture and brings it into view, as when the picture view was left at it.
    func select(row: Int) { items.tapItem(at: IndexPath(item: row)) }

    /// Whether there is a picture at a point.
    func hasItem(at point: CellPoint) -> Bool {
        items.frame.contains(point) && items.indexPathForItem(at: items.convert(point, from: self)) != nil
    }

    // MARK: - Actions

    func perform(_ action: Action) {
        switch action {
        case .up: move(.up)
        case .down: move(.down)
        case .previous: move(.left)
        case .next: move(.right)
        case .pageUp: move(.pageUp)
        case .pageDown: move(.pageDown)
        case .top: move(.first)
        case .bottom: move(.last)
        case .refresh: refresh()
        case .toggleLayout: toggleLayout()
        case .moreColumns: changeColumns(by: 1)
        case .fewerColumns: changeColumns(by: -1)
        case .open, .close, .cycleIndicator, .cycleTransition, .cyclePlaceholder, .toggleFigures, .help, .redraw, .quit:
            break  // not the list's business
        }
    }

    private func move(_ move: ItemMove) { items.moveSelection(move, animated: gallery.options.scrollsSmoothly) }

    private func refresh() {
        guard let path = items.indexPathForSelectedItem, let cell = items.cellForItem(at: path) as? PictureCell,
            let entry = cell.entry
        else { return }
        cell.load(options: gallery.refreshOptions(for: entry))
    }

    private func toggleLayout() {
        let selected = items.indexPathForSelectedItem
        gallery.options.layout = isGrid ? .list : .grid
        table.isHidden = isGrid
        grid.isHidden = !isGrid
        reload()
        layoutIfNeeded()
        if let selected { items.selectItem(at: selected, scrollPosition: .middle) }
        updateFooter()
        flash("layout: \(gallery.options.layout.rawValue)")
    }

    private func changeColumns(by step: Int) {
        guard isGrid else { return flash("v shows the grid, which has columns") }
        let columns = min(max(1, grid.columnCount + step), max(1, bounds.size.columns / 4))
        chosenColumns = columns
        setNeedsLayout()
        flash(columns == 1 ? "1 column" : "\(columns) columns")
    }

    /// Lets the pictures in view have another indicator, transition or placeholder.
    func restyle() {
        for case let cell as PictureCell in items.visibleCells {
            cell.imageView.indicator = gallery.options.indicator
            cell.imageView.transition = gallery.options.transition
            cell.imageView.changePlaceholder(to: gallery.options.placeholder.placeholder)
        }
    }

    private func updateFooter() {
        let place = selectedRow.map { "\($0 + 1)/\(gallery.count)" } ?? ""
        footer.show(
            title: gallery.title, place: place,
            hints: [.down, .open, .refresh, .toggleLayout, .toggleFigures, .help, .quit])
    }

    // MARK: - View

    override func layoutSubviews() {
        let rows = max(0, bounds.size.rows - 1)
        let area = CellRect(column: 0, row: 0, columns: bounds.size.columns, rows: rows)
        let selected = items.indexPathForSelectedItem
        let wasInView = selected.map(items.indexPathsForVisibleItems.contains) ?? false
        table.frame = area
        grid.frame = area
        table.rowHeight = PictureCell.height(on: rows)
        grid.columnCount = chosenColumns ?? max(1, bounds.size.columns / 25)
        grid.itemRows = PictureCell.height(
            ofColumns: grid.itemSize.columns, pixelAspect: gallery.environment.pixelAspect)
        if let selected, wasInView {
            items.layoutIfNeeded()  // for its new width
            items.scrollToItem(at: selected)
        }
        message.frame = CellRect(column: 2, row: min(1, rows), columns: max(0, bounds.size.columns - 4), rows: 6)
        footer.frame = CellRect(column: 0, row: rows, columns: bounds.size.columns, rows: 1)
    }

    // MARK: - What list and grid have in common

    private func cell(_ view: ReusableItemsView, at path: IndexPath) -> ReusableCell {
        let cell = view.dequeueReusableCell(withIdentifier: PictureCell.identifier, for: path)
        (cell as? PictureCell)?.configure(gallery.entry(path.item))
        return cell
    }

    private func didSettle(_ cell: ReusableCell) {
        guard let cell = cell as? PictureCell, !cell.hasAsked else { return }
        cell.load()
    }

    /// What nobody sees any more makes room for what is in view; it ends when its cell is reused.
    private func didEndDisplaying(_ cell: ReusableCell, at path: IndexPath) {
        guard let cell = cell as? PictureCell else { return }
        cell.imageView.latestOperation?.setPriority(.low)
        // The view asks to cancel only what never came into view.
        prefetcher.cancelPrefetching([path])
    }

    private func prefetch(_ paths: [IndexPath]) {
        // Pictures that a reload has taken away have no URL.
        let rows = paths.filter { $0.item < gallery.count }.compactMap { path in
            gallery.entry(path.item).url.map { (row: path, url: $0) }
        }
        prefetcher.startPrefetching(rows, context: prefetchContext)
    }

    /// The size that a picture will have; the last one known while none is in view.
    private var prefetchContext: ImageContext {
        if let cell = items.visibleCells.first as? PictureCell { lastVariant = cell.imageView.variant }
        var context = ImageContext()
        context.variant = lastVariant
        context.animation = .frames
        return context
    }
}

extension ListScreen: TableViewDataSource, TableViewDelegate, TableViewDataSourcePrefetching {
    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { isGrid ? 0 : gallery.count }
    func tableView(_ tableView: TableView, cellForRowAt path: IndexPath) -> TableViewCell { cell(tableView, at: path) }
    func tableView(_ tableView: TableView, didSettle cell: TableViewCell, forRowAt path: IndexPath) { didSettle(cell) }
    func tableView(_ tableView: TableView, didEndDisplaying cell: TableViewCell, forRowAt path: IndexPath) {
        didEndDisplaying(cell, at: path)
    }
    func tableView(_ tableView: TableView, didSelectRowAt path: IndexPath) { updateFooter() }
    func tableView(_ tableView: TableView, prefetchRowsAt paths: [IndexPath]) { prefetch(paths) }
    func tableView(_ tableView: TableView, cancelPrefetchingForRowsAt paths: [IndexPath]) {
        prefetcher.cancelPrefetching(paths)
    }
}

extension ListScreen: GridViewDataSource, GridViewDelegate, GridViewDataSourcePrefetching {
    func gridView(_ gridView: GridView, numberOfItemsInSection section: Int) -> Int { isGrid ? gallery.count : 0 }
    func gridView(_ gridView: GridView, cellForItemAt path: IndexPath) -> GridViewCell { cell(gridView, at: path) }
    func gridView(_ gridView: GridView, didSettle cell: GridViewCell, forItemAt path: IndexPath) { didSettle(cell) }
    func gridView(_ gridView: GridView, didEndDisplaying cell: GridViewCell, forItemAt path: IndexPath) {
        didEndDisplaying(cell, at: path)
    }
    func gridView(_ gridView: GridView, didSelectItemAt path: IndexPath) { updateFooter() }
    func gridView(_ gridView: GridView, prefetchItemsAt paths: [IndexPath]) { prefetch(paths) }
    func gridView(_ gridView: GridView, cancelPrefetchingForItemsAt paths: [IndexPath]) {
        prefetcher.cancelPrefetching(paths)
    }
}
