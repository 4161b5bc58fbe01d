import FoundationEssentials
import ImageFeeds
import ImageLoading
import TerminalScreen
import TerminalViews

/// The pictures of the gallery as a list or a grid.
///
/// A list is a collection view with one column and cells with their texts beside the picture. The browser knows the
/// selected picture and the marks.
@MainActor
final class ItemsStage: View {
    private let items: CollectionView
    private let browser: Browser
    private let prefetcher: RowPrefetcher<IndexPath>
    private var lastVariant = ImageVariant()
    /// What `+` and `-` chose; `nil`: as many as look well.
    private var chosenColumns: Int?
    private var heldLine: Int?
    private var asksAtOnce = false
    /// Another row was selected.
    var didMove: @MainActor () -> Void = {}
    /// The failure of the selected picture is another one.
    var didChangeFailure: @MainActor () -> Void = {}

    init(browser: Browser) {
        self.browser = browser
        items = CollectionView(trace: browser.manager.trace)
        prefetcher = RowPrefetcher(ImagePrefetcher(manager: browser.manager))
        super.init()
        items.settleDelay = browser.options.settle
        items.prefetchDistance = browser.options.prefetch
        items.allowsFocus = false  // keys are commands, whatever was clicked
        for layout in GalleryLayout.allCases {
            items.register(layout.rawValue) { [weak self] in
                let cell = PictureCell(browser: browser, layout: layout)
                cell.didChangeFailure = { [weak self] in self?.didChangeFailure() }
                return cell
            }
        }
        items.dataSource = self
        items.delegate = self
        items.prefetchDataSource = self
        addSubview(items)
    }

    var isGrid: Bool { browser.options.layout == .grid }
    private var cells: [PictureCell] { items.visibleCells.compactMap { $0 as? PictureCell } }

    // MARK: - Content

    /// Shows the page as it is now, with the selected picture on the line of the screen that ``holdStill()`` noted, if any.
    func reload() {
        items.reloadData()
        showSelection(.none)
        defer { heldLine = nil }
        guard let line = heldLine else { return }
        if let now = lineOfSelection { items.scroll(byLines: now - line) }
    }

    /// The selected picture stays on its line of the screen when everything is shown anew, if it is in view.
    func holdStill() { heldLine = lineOfSelection }

    /// Whether it is not the first picture that stands at the top.
    var isScrolled: Bool { items.contentOffset != 0 }

    /// Whether the selected picture is in view.
    var showsSelection: Bool { lineOfSelection != nil }

    /// The line of the screen on which the selected picture begins; `nil`: it is not in view.
    private var lineOfSelection: Int? {
        layoutIfNeeded()
        guard let path = items.indexPathForSelectedItem, let cell = items.cellForItem(at: path) else { return nil }
        return cell.frame.minRow
    }

    /// Shows what came between the rows that were there, or behind them; those stay as they are, and where they are.
    func insertRows(_ ranges: [Range<Int>]) {
        let count = ranges.reduce(0) { $0 + $1.count }
        guard count > 0 else { return }
        guard !browser.page.hasDoneNothing || ranges[0].lowerBound == browser.page.count - count else {
            return reload()
        }
        guard count <= Self.mostInsertedRows || ranges[0].lowerBound == browser.page.count - count else {
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
            (items.cellForItem(at: path) as? PictureCell)?.renumber(browser.page.entry(path.item))
        }
    }

    /// More are not worth being told apart: everything is shown anew.
    private static let mostInsertedRows = 5_000

    /// Selects the selected picture and brings it into view.
    func showSelection(_ position: ReusableItemsView.ScrollPosition = .none) {
        guard browser.page.count > 0 else { return }
        layoutIfNeeded()
        items.selectItem(at: IndexPath(item: browser.page.row), scrollPosition: position)
    }

    /// How far it is scrolled.
    var scrollPosition: ScrollPosition {
        layoutIfNeeded()
        return ScrollPosition(
            line: items.contentOffset, layout: browser.options.layout, columns: bounds.size.columns,
            rows: bounds.size.rows, itemColumns: items.columnCount, version: browser.page.list.version)
    }

    /// Shows the selected picture where it stood; in the middle, if the window or the layout is another one since.
    func restore(_ place: ScrollPosition) {
        let now = scrollPosition
        let isAsItWas =
            now.layout == place.layout && now.columns == place.columns && now.rows == place.rows
            && now.itemColumns == place.itemColumns && now.version == place.version
        guard isAsItWas else { return showSelection(.middle) }
        items.scroll(byLines: place.line - now.line)
        showSelection(.none)
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

    func move(_ move: ItemMove) { items.moveSelection(move, animated: browser.options.scrollsSmoothly) }

    /// Why the selected picture is not there and what to press, as far as its place does not say so.
    var hiddenFailure: String? {
        guard let path = items.indexPathForSelectedItem else { return nil }
        return (items.cellForItem(at: path) as? PictureCell)?.hiddenFailure
    }

    /// Asks for the selected picture again.
    func refresh() {
        guard let path = items.indexPathForSelectedItem, let cell = items.cellForItem(at: path) as? PictureCell,
            let entry = cell.entry
        else { return }
        cell.load(options: browser.refreshOptions(for: entry))
    }

    /// Asks again for what is in view of these pictures.
    func retry(_ failed: Set<FeedItem.ID>) {
        for cell in cells where cell.entry.map({ failed.contains($0.item.id) }) == true {
            cell.load(options: [.retryFailed])
        }
    }

    func toggleLayout() {
        browser.options.layout = isGrid ? .list : .grid
        applyLayout()
        items.reloadData()
        showSelection(.middle)
        browser.say("layout: \(browser.options.layout.rawValue)")
    }

    func changeColumns(by step: Int) {
        guard isGrid else { return browser.say("\(Action.toggleLayout.keyName) shows the grid, which has columns") }
        let columns = min(max(1, items.columnCount + step), max(1, bounds.size.columns / 4))
        chosenColumns = columns
        setNeedsLayout()
        browser.say(columns == 1 ? "1 column" : "\(columns) columns")
    }

    /// Lets the pictures in view have another indicator, transition, placeholder or theme.
    func restyle() { for cell in cells { cell.restyle() } }

    /// Marks have changed.
    func redrawMarks() { for cell in cells { cell.setNeedsDisplay() } }

    // MARK: - View

    /// Loads the pictures that are in view in the next turn without the delay for rows that are scrolled past.
    func askAtOnce() { asksAtOnce = !browser.options.firstRowsSettle }

    override func advance(to now: Duration) -> Duration? {
        guard asksAtOnce, !cells.isEmpty else { return nil }
        asksAtOnce = false
        for cell in cells where !cell.hasAsked { cell.load() }
        return nil
    }

    override func layoutSubviews() {
        let selected = items.indexPathForSelectedItem
        let wasInView = selected.map(items.indexPathsForVisibleItems.contains) ?? false
        items.frame = bounds
        applyLayout()
        if let selected, wasInView {
            items.layoutIfNeeded()  // for its new width
            items.scrollToItem(at: selected)
        }
    }

    private func applyLayout() {
        guard isGrid else {
            (items.columnCount, items.itemRows) = (1, PictureCell.height(on: bounds.size.rows))
            return
        }
        items.columnCount = chosenColumns ?? max(1, bounds.size.columns / 25)
        let wanted = PictureCell.height(
            ofColumns: items.itemSize.columns, pixelAspect: browser.environment.pixelAspect)
        items.itemRows = min(wanted, max(2, bounds.size.rows))  // a picture and its title are seen together
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

extension ItemsStage: CollectionViewDataSource, CollectionViewDelegate, CollectionViewDataSourcePrefetching {
    func collectionView(_ view: CollectionView, numberOfItemsInSection section: Int) -> Int { browser.page.count }

    func collectionView(_ view: CollectionView, cellForItemAt path: IndexPath) -> CollectionViewCell {
        let cell = view.dequeueReusableCell(withIdentifier: browser.options.layout.rawValue, for: path)
        (cell as? PictureCell)?.configure(browser.page.entry(path.item))
        return cell
    }

    func collectionView(_ view: CollectionView, didSelectItemAt path: IndexPath) {
        browser.page.select(row: path.item)
        didMove()
    }

    func collectionView(_ view: CollectionView, didSettle cell: CollectionViewCell, forItemAt path: IndexPath) {
        guard let cell = cell as? PictureCell, !cell.hasAsked else { return }
        cell.load()
    }

    /// Gives way to what is in view. The load ends when the cell is reused.
    func collectionView(_ view: CollectionView, didEndDisplaying cell: CollectionViewCell, forItemAt path: IndexPath) {
        guard let cell = cell as? PictureCell else { return }
        cell.imageView.latestOperation?.setPriority(.low)
        // The view asks to cancel only what never came into view.
        prefetcher.cancelPrefetching([path])
    }

    func collectionView(_ view: CollectionView, prefetchItemsAt paths: [IndexPath]) {
        // Pictures that a reload has taken away have no URL.
        let rows = paths.filter { $0.item < browser.page.count }.compactMap { path in
            browser.page.entry(path.item).url.map { (row: path, url: $0) }
        }
        prefetcher.startPrefetching(rows, options: browser.options.imageOptions, context: prefetchContext)
    }

    func collectionView(_ view: CollectionView, cancelPrefetchingForItemsAt paths: [IndexPath]) {
        prefetcher.cancelPrefetching(paths)
    }
}
