import FoundationEssentials
import ImageLoading
import TerminalScreen
import TerminalViews

/// The pictures of the gallery as a list or a grid.
///
/// There is a view for either, of which one has all the items and the other none: what is not shown holds no cells and
/// loads nothing. Where the reader is and what is marked, the model says.
@MainActor
final class ItemsStage: View {
    private let table: TableView
    private let grid: GridView
    private let gallery: Gallery
    private let prefetcher: RowPrefetcher<IndexPath>
    private var lastVariant = ImageVariant()
    /// What `+` and `-` chose; `nil`: as many as look well.
    private var chosenColumns: Int?
    private var heldLine: Int?
    /// The reader has come to another row.
    var didMove: @MainActor () -> Void = {}

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
            addSubview(view)
        }
        table.dataSource = self
        table.delegate = self
        table.prefetchDataSource = self
        grid.dataSource = self
        grid.delegate = self
        grid.prefetchDataSource = self
    }

    var isGrid: Bool { gallery.options.layout == .grid }
    private var items: ReusableItemsView { isGrid ? grid : table }
    private var cells: [PictureCell] { items.visibleCells.compactMap { $0 as? PictureCell } }

    // MARK: - Content

    /// Shows what the model has now, at its place; that is where it was on the screen, if ``holdStill()`` said so.
    func reload() {
        table.reloadData()
        grid.reloadData()
        showPlace(.none)
        defer { heldLine = nil }
        guard let line = heldLine else { return }
        if let now = lineOfPlace { items.scroll(byLines: now - line) }
    }

    /// The picture at the place stays on its line of the screen when everything is shown anew, if it is in view.
    func holdStill() { heldLine = lineOfPlace }

    /// Whether the picture at the place is in view.
    var showsPlace: Bool { lineOfPlace != nil }

    /// The line of the screen on which the picture at the place begins; `nil`: it is not in view.
    private var lineOfPlace: Int? {
        layoutIfNeeded()
        guard let path = items.indexPathForSelectedItem, let cell = items.cellForItem(at: path) else { return nil }
        return cell.frame.minRow
    }

    /// Shows what came between the rows that were there, or behind them; those stay as they are, and where they are.
    func insertRows(_ ranges: [Range<Int>]) {
        let count = ranges.reduce(0) { $0 + $1.count }
        guard count > 0 else { return }
        guard count <= Self.mostInsertedRows || ranges[0].lowerBound == gallery.count - count else {
            holdStill()
            return reload()
        }
        // It throws only for changes that do not lead to what there is, and has reloaded everything then.
        try? items.performBatchUpdates { updates in
            updates.keepsItemsInPlace = true
            for range in ranges { updates.insert(range.map { IndexPath(item: $0) }, with: .none) }
        }
        renumber()
    }

    /// The pictures in view have other numbers.
    func renumber() {
        for path in items.indexPathsForVisibleItems {
            (items.cellForItem(at: path) as? PictureCell)?.renumber(gallery.entry(path.item))
        }
    }

    /// More are not worth being told apart: everything is shown anew.
    private static let mostInsertedRows = 5_000

    /// Selects the place of the model and brings it into view.
    func showPlace(_ position: ReusableItemsView.ScrollPosition = .none) {
        guard gallery.count > 0 else { return }
        layoutIfNeeded()
        items.selectItem(at: IndexPath(item: gallery.model.place), scrollPosition: position)
    }

    /// How far it is scrolled.
    var scrollPlace: GalleryLevels.ScrollPlace {
        layoutIfNeeded()
        return GalleryLevels.ScrollPlace(
            line: items.contentOffset, layout: gallery.options.layout, columns: bounds.size.columns,
            rows: bounds.size.rows, itemColumns: isGrid ? grid.columnCount : 1)
    }

    /// Shows the place of the model where it stood; in the middle, if the window or the layout is another one since.
    func restore(_ place: GalleryLevels.ScrollPlace) {
        let now = scrollPlace
        let isAsItWas =
            now.layout == place.layout && now.columns == place.columns && now.rows == place.rows
            && now.itemColumns == place.itemColumns
        guard isAsItWas else { return showPlace(.middle) }
        items.scroll(byLines: place.line - now.line)
        showPlace(.none)
    }

    /// Selects the picture at a point. `false`: there is none.
    func selectItem(at point: CellPoint) -> Bool {
        guard items.frame.contains(point), let path = items.indexPathForItem(at: items.convert(point, from: self))
        else {
            return false
        }
        items.tapItem(at: path)
        return true
    }

    // MARK: - Actions

    func move(_ move: ItemMove) { items.moveSelection(move, animated: gallery.options.scrollsSmoothly) }

    /// Asks for the selected picture again.
    func refresh() {
        guard let path = items.indexPathForSelectedItem, let cell = items.cellForItem(at: path) as? PictureCell,
            let entry = cell.entry
        else { return }
        cell.load(options: gallery.refreshOptions(for: entry))
    }

    /// Asks again for what is in view of these pictures.
    func retry(_ numbers: Set<Int>) {
        for cell in cells where cell.entry.map({ numbers.contains($0.index) }) == true {
            cell.load(options: [.retryFailed])
        }
    }

    func toggleLayout() {
        gallery.options.layout = isGrid ? .list : .grid
        table.isHidden = isGrid
        grid.isHidden = !isGrid
        table.reloadData()
        grid.reloadData()
        showPlace(.middle)
        gallery.say("layout: \(gallery.options.layout.rawValue)")
    }

    func changeColumns(by step: Int) {
        guard isGrid else { return gallery.say("\(Action.toggleLayout.keyName) shows the grid, which has columns") }
        let columns = min(max(1, grid.columnCount + step), max(1, bounds.size.columns / 4))
        chosenColumns = columns
        setNeedsLayout()
        gallery.say(columns == 1 ? "1 column" : "\(columns) columns")
    }

    /// Lets the pictures in view have another indicator, transition, placeholder or theme.
    func restyle() { for cell in cells { cell.restyle() } }

    /// Marks have changed.
    func redrawMarks() { for cell in cells { cell.setNeedsDisplay() } }

    // MARK: - View

    override func layoutSubviews() {
        let selected = items.indexPathForSelectedItem
        let wasInView = selected.map(items.indexPathsForVisibleItems.contains) ?? false
        table.frame = bounds
        grid.frame = bounds
        table.rowHeight = PictureCell.height(on: bounds.size.rows)
        grid.columnCount = chosenColumns ?? max(1, bounds.size.columns / 25)
        let wanted = PictureCell.height(
            ofColumns: grid.itemSize.columns, pixelAspect: gallery.environment.pixelAspect)
        grid.itemRows = min(wanted, max(2, bounds.size.rows))  // a picture and its title are seen together
        if let selected, wasInView {
            items.layoutIfNeeded()  // for its new width
            items.scrollToItem(at: selected)
        }
    }

    // MARK: - What list and grid have in common

    private func cell(_ view: ReusableItemsView, at path: IndexPath) -> ReusableCell {
        let cell = view.dequeueReusableCell(withIdentifier: PictureCell.identifier, for: path)
        (cell as? PictureCell)?.configure(gallery.entry(path.item))
        return cell
    }

    private func didSelect(_ path: IndexPath) {
        gallery.model.select(row: path.item)
        didMove()
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
        prefetcher.startPrefetching(rows, options: gallery.options.imageOptions, context: prefetchContext)
    }

    /// The size that a picture will have; the last one known while none is in view.
    private var prefetchContext: ImageContext {
        if let cell = cells.first { lastVariant = cell.imageView.variant }
        var context = ImageContext()
        context.variant = lastVariant
        context.animation = .frames
        return context
    }
}

extension ItemsStage: TableViewDataSource, TableViewDelegate, TableViewDataSourcePrefetching {
    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { isGrid ? 0 : gallery.count }
    func tableView(_ tableView: TableView, cellForRowAt path: IndexPath) -> TableViewCell { cell(tableView, at: path) }
    func tableView(_ tableView: TableView, didSettle cell: TableViewCell, forRowAt path: IndexPath) { didSettle(cell) }
    func tableView(_ tableView: TableView, didEndDisplaying cell: TableViewCell, forRowAt path: IndexPath) {
        didEndDisplaying(cell, at: path)
    }
    func tableView(_ tableView: TableView, didSelectRowAt path: IndexPath) { didSelect(path) }
    func tableView(_ tableView: TableView, prefetchRowsAt paths: [IndexPath]) { prefetch(paths) }
    func tableView(_ tableView: TableView, cancelPrefetchingForRowsAt paths: [IndexPath]) {
        prefetcher.cancelPrefetching(paths)
    }
}

extension ItemsStage: GridViewDataSource, GridViewDelegate, GridViewDataSourcePrefetching {
    func gridView(_ gridView: GridView, numberOfItemsInSection section: Int) -> Int { isGrid ? gallery.count : 0 }
    func gridView(_ gridView: GridView, cellForItemAt path: IndexPath) -> GridViewCell { cell(gridView, at: path) }
    func gridView(_ gridView: GridView, didSettle cell: GridViewCell, forItemAt path: IndexPath) { didSettle(cell) }
    func gridView(_ gridView: GridView, didEndDisplaying cell: GridViewCell, forItemAt path: IndexPath) {
        didEndDisplaying(cell, at: path)
    }
    func gridView(_ gridView: GridView, didSelectItemAt path: IndexPath) { didSelect(path) }
    func gridView(_ gridView: GridView, prefetchItemsAt paths: [IndexPath]) { prefetch(paths) }
    func gridView(_ gridView: GridView, cancelPrefetchingForItemsAt paths: [IndexPath]) {
        prefetcher.cancelPrefetching(paths)
    }
}
