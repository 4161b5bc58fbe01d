import FoundationEssentials
import ImageLoading
import TerminalScreen
import TerminalViews

/// The pictures of the gallery as a list, a grid or a preview.
///
/// A list is a collection view with one column and cells with text beside the picture; a preview has cells of one line
/// beside the selected picture. The browser has the selection and the marks.
@MainActor
final class ItemsStage: View {
    let items: CollectionView
    let browser: Browser
    let prefetcher: RowPrefetcher<IndexPath>
    var lastVariant = ImageVariant()
    /// The selected picture of the preview.
    let pane: PreviewPane
    private var measures = LayoutMeasures()
    private var heldLine: Int?
    private var loadsImmediately = false
    /// Called when the selection changes.
    var didMove: @MainActor () -> Void = {}
    /// Called when the status of the selected picture changes.
    var didChangeStatus: @MainActor () -> Void = {}

    init(browser: Browser) {
        self.browser = browser
        items = CollectionView(trace: browser.manager.trace)
        prefetcher = RowPrefetcher(ImagePrefetcher(manager: browser.manager))
        pane = PreviewPane(browser: browser)
        super.init()
        items.settleDelay = browser.options.loadDelay
        items.allowsFocus = false  // keys are commands, independent of the focus
        for layout in GalleryLayout.allCases {
            items.register(layout.rawValue) { [weak self] in
                guard layout != .preview else { return LineCell(browser: browser) }
                let cell = PictureCell(browser: browser, layout: layout)
                cell.didChangeStatus = { [weak self] in self?.didChangeStatus() }
                return cell
            }
        }
        pane.cell.didChangeStatus = { [weak self] in
            self?.redrawMarks()
            self?.didChangeStatus()
        }
        items.dataSource = self
        items.delegate = self
        items.prefetchDataSource = self
        for view in [items, pane] as [View] { addSubview(view) }
    }

    var layout: GalleryLayout { browser.options.layout }
    /// The number of columns of the list or grid, beside the picture of the preview.
    var lineColumns: Int { items.frame.size.columns }
    /// The cells with pictures.
    var cells: [PictureCell] {
        guard layout == .preview else { return items.visibleCells.compactMap { $0 as? PictureCell } }
        return pane.isHidden || pane.cell.entry == nil ? [] : [pane.cell]
    }

    /// The cell of the selected picture; `nil` if it is not in view.
    private var selectedCell: PictureCell? {
        guard layout != .preview else { return cells.first }
        return items.indexPathForSelectedItem.flatMap { items.cellForItem(at: $0) } as? PictureCell
    }

    // MARK: - Content

    /// Reloads the page, with the selected picture on the screen line that ``holdStill()`` noted, if any.
    func reload() {
        items.reloadData()
        showSelection(.none)
        updatePane()
        pane.reload()
        defer { heldLine = nil }
        guard let line = heldLine else { return }
        if let now = lineOfSelection { items.scroll(byLines: now - line) }
    }

    /// Notes the screen line of the selected picture, to keep it there in the next reload.
    func holdStill() { heldLine = lineOfSelection }

    /// Whether the view is scrolled away from the top.
    var isScrolled: Bool { items.contentOffset != 0 }

    /// Whether the selected picture is in view.
    var showsSelection: Bool { lineOfSelection != nil }

    /// The first screen line of the selected picture; `nil` if it is not in view.
    private var lineOfSelection: Int? {
        layoutIfNeeded()
        guard let path = items.indexPathForSelectedItem, let cell = items.cellForItem(at: path) else { return nil }
        return cell.frame.minRow
    }

    /// Inserts rows between or after the present ones, which keep their cells and screen lines.
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
        // It throws only for inconsistent changes, and has then reloaded everything.
        try? items.performBatchUpdates { updates in
            updates.keepsItemsInPlace = true
            for range in ranges { updates.insert(range.map { IndexPath(item: $0) }, with: .none) }
        }
        renumber()
    }

    /// Updates the numbers of pictures in view.
    func renumber() {
        for path in items.indexPathsForVisibleItems {
            let (cell, entry) = (items.cellForItem(at: path), browser.page.entry(path.item))
            (cell as? PictureCell)?.renumber(entry)
            (cell as? LineCell)?.configure(entry)
        }
        updatePane()
    }

    /// Shows the selected picture beside the lines of the preview.
    func updatePane() {
        pane.show(layout == .preview ? browser.page.selectedEntry : nil)
    }

    /// Maximum number of rows that are inserted singly; more cause a reload.
    private static let mostInsertedRows = 5_000

    /// Selects the selected picture and brings it into view.
    func showSelection(_ position: ReusableItemsView.ScrollPosition = .none) {
        guard browser.page.count > 0 else { return }
        layoutIfNeeded()
        items.selectItem(at: IndexPath(item: browser.page.row), scrollPosition: position)
        updatePane()
    }

    /// The scroll position.
    var scrollPosition: ScrollPosition {
        layoutIfNeeded()
        return ScrollPosition(
            line: items.contentOffset, layout: layout, columns: bounds.size.columns,
            rows: bounds.size.rows, itemColumns: items.columnCount, version: browser.page.list.version)
    }

    /// Restores the selected picture's line; in the middle, if the window or the layout has changed.
    func restore(_ place: ScrollPosition) {
        let now = scrollPosition
        let isAsItWas =
            now.layout == place.layout && now.columns == place.columns && now.rows == place.rows
            && now.itemColumns == place.itemColumns && now.version == place.version
        guard isAsItWas else { return showSelection(.middle) }
        items.scroll(byLines: place.line - now.line)
        showSelection(.none)
    }

    /// Selects the picture at a point. Returns `false` if there is none.
    func selectItem(at point: CellPoint) -> Bool {
        guard items.frame.contains(point), let path = items.indexPathForItem(at: items.convert(point, from: self))
        else {
            return false
        }
        items.tapItem(at: path)
        return true
    }

    /// Whether the selected picture of the preview layout is at a point.
    func showsPicture(at point: CellPoint) -> Bool {
        layout == .preview && pane.frame.contains(point) && pane.cell.entry != nil
    }

    // MARK: - Actions

    func move(_ move: ItemMove) { items.moveSelection(move, animated: browser.options.scrollsSmoothly) }

    /// The error of the selected picture, if its cell does not show it completely.
    var hiddenFailure: String? { selectedCell?.hiddenFailure }

    /// The details of the selected picture, if it is in view.
    var selectedFacts: String? { selectedCell?.facts }

    /// Reloads the selected picture.
    func refresh() {
        guard let cell = selectedCell, let entry = cell.entry else {
            if layout == .preview, browser.page.count > 0 { browser.say("no room for the picture") }
            return
        }
        cell.load(options: browser.refreshOptions(for: entry))
    }

    func toggleLayout() {
        browser.options.layout = layout.next
        applyLayout()
        items.reloadData()
        showSelection(.middle)
        updatePane()
        browser.say("layout: \(layout.rawValue)")
    }

    /// Shows more and smaller pictures, or fewer and larger ones.
    func showMore(_ isMore: Bool) {
        browser.say(measures.change(layout, isMore: isMore, in: bounds.size))
        setNeedsLayout()
    }

    /// Redraws marks and failure symbols.
    func redrawMarks() { for cell in items.visibleCells { cell.setNeedsDisplay() } }

    // MARK: - View

    /// Loads the pictures in view in the next turn, without the delay for rows that are scrolled past.
    func loadImmediately() { loadsImmediately = !browser.options.firstRowsDelay }

    override func advance(to now: Duration) -> Duration? {
        guard loadsImmediately, !cells.isEmpty else { return nil }
        loadsImmediately = false
        for cell in cells where !cell.hasAsked { cell.load() }
        return nil
    }

    override func layoutSubviews() {
        let selected = items.indexPathForSelectedItem
        let wasInView = selected.map(items.indexPathsForVisibleItems.contains) ?? false
        applyLayout()
        if let selected, wasInView {
            items.layoutIfNeeded()  // for its new width
            items.scrollToItem(at: selected)
        }
    }

    private func applyLayout() {
        let size = bounds.size
        let lineColumns = layout == .preview ? measures.lineColumns(in: size) : size.columns
        items.frame = CellRect(column: 0, row: 0, columns: lineColumns, rows: size.rows)
        pane.frame = CellRect(
            column: lineColumns + 2, row: 0, columns: max(0, size.columns - lineColumns - 3), rows: size.rows)
        pane.isHidden = pane.frame.isEmpty
        items.columnCount = layout == .grid ? measures.columns(in: size) : 1
        items.spacing = CellSize(columns: 0, rows: 0)
        // A single step would prefetch all lines of the next screen.
        items.prefetchDistance = layout == .preview ? 0 : browser.options.prefetch
        items.itemRows =
            switch layout {
            case .list: measures.listRows(in: size)
            case .grid:
                // A picture and its title stay in view together.
                min(
                    max(2, size.rows),
                    PictureCell.height(
                        ofColumns: items.itemSize.columns, pixelAspect: browser.environment.pixelAspect))
            case .preview: 1
            }
    }
}
