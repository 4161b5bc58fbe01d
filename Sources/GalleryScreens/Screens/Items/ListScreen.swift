import FoundationEssentials
import ImageCoding
import ImageFeeds
import ImageLoading
import ScreenKit
import TerminalScreen
import TerminalViews

/// The pictures of the gallery as a list, a grid or a preview, or a message if there are none.
///
/// A list is a table of cells with text beside the picture; a preview is a table of lines beside the selected picture. The
/// browser has the selection and the marks.
@MainActor
final class ListScreen: View {
    private let table: TableView
    private let grid: ItemsView
    let browser: Browser
    let footer: Footer<Action>
    let message = Label()
    let spinner = Spinner()
    let prefetcher: RowPrefetcher<Int>
    /// Number of rows that are loaded ahead of the scrolling: with more, a quick scroll loads rows that are never seen.
    private static let prefetchDistance = 4
    let pane: PreviewPane
    private var loadsImmediately = false
    let readingDates = LatestTask()

    init(browser: Browser, footer: Footer<Action>) {
        (self.browser, self.footer) = (browser, footer)
        table = TableView(trace: browser.manager.trace)
        grid = ItemsView(trace: browser.manager.trace)
        prefetcher = RowPrefetcher(ImagePrefetcher(manager: browser.manager))
        pane = PreviewPane(browser: browser)
        super.init()
        for view in [table, grid] {
            view.settleDelay = browser.settings.loadDelay
            view.allowsFocus = false  // keys are commands, independent of the focus
        }
        for (layout, view) in [(.list, table), (.grid, grid)] as [(GalleryLayout, ItemsView)] {
            view.register(layout.rawValue) { [weak self] in
                let cell = PictureCell(browser: browser, layout: layout)
                cell.didChangeStatus = { [weak self] in self?.updateFooter() }
                return cell
            }
        }
        table.register(GalleryLayout.preview.rawValue) { LineCell(browser: browser) }
        pane.cell.didChangeStatus = { [weak self] in
            self?.redrawMarks()
            self?.updateFooter()
        }
        message.numberOfLines = 0
        (table.dataSource, table.delegate, table.prefetchDataSource) = (self, self, self)
        (grid.itemsDataSource, grid.itemsDelegate) = (self, self)
        for view in [table, grid, pane, spinner, message] as [View] { addSubview(view) }
    }

    /// The view of the present layout; the other one is empty.
    var items: ItemsView { layout == .grid ? grid : table }

    var layout: GalleryLayout { browser.page.layout }
    /// The cells with pictures.
    var cells: [PictureCell] {
        guard layout == .preview else { return items.visibleCells.compactMap { $0 as? PictureCell } }
        return pane.isHidden || pane.cell.entry == nil ? [] : [pane.cell]
    }

    /// The cell of the selected picture; `nil` if it is not in view.
    private var selectedCell: PictureCell? {
        guard layout != .preview else { return cells.first }
        return items.selectedItem.flatMap { items.cell(forItem: $0) } as? PictureCell
    }

    // MARK: - Content

    /// Shows the page from scratch.
    func reload() {
        applyLayout()
        reloadItems()
        showSelection()
        pane.reload()
    }

    private func reloadItems() { for view in [table, grid] { view.reloadData() } }

    /// Shows the present items. Items that stay keep their cells, unless their pictures must be loaded again. The selected
    /// item keeps its line on the screen; if it is out of view, the first visible item does.
    func showItems(reloading: Set<PictureSource>) {
        let wasInView = showsSelection
        var former: [Int: FeedItem.ID] = [:]
        for item in items.visibleItems {
            guard let shown = entry(shownAs: item)?.item, !reloading.contains(shown.picture) else { continue }
            former[item] = shown.id
        }
        var shift = 0
        if let selected = items.selectedItem, let id = former[selected], id == browser.page.list.selected?.id {
            shift = browser.page.row - selected
        }
        items.apply(
            ItemChanges(
                staying: browser.page.list.rows(of: former, shift: shift), from: items.itemCount,
                to: browser.page.count))
        for item in items.visibleItems {
            let (cell, entry) = (items.cell(forItem: item), browser.page.entry(item))
            (cell as? PictureCell)?.adopt(entry)
            (cell as? LineCell)?.configure(entry)
        }
        items.select(browser.page.row)
        if !browser.page.hasSelection { items.scroll(toItem: 0) }
        if wasInView { items.scroll(toItem: browser.page.row) }
        pane.reload()
        updatePane()
    }

    /// The entry that a cell shows; `nil` if the item is out of view.
    private func entry(shownAs item: Int) -> Page.Entry? {
        let cell = items.cell(forItem: item)
        return (cell as? PictureCell)?.entry ?? (cell as? LineCell)?.entry
    }

    /// Whether the selected picture is in view.
    var showsSelection: Bool {
        layoutIfNeeded()
        return items.selectedItem.map { items.cell(forItem: $0) != nil } ?? false
    }

    /// Shows the selected picture beside the lines of the preview.
    func updatePane() {
        pane.show(layout == .preview ? browser.page.selectedEntry : nil)
    }

    /// Selects the selected picture and brings it into view: from afar into the middle.
    func showSelection(_ position: ItemsView.ScrollPosition? = nil) {
        guard browser.page.count > 0 else { return updatePane() }
        layoutIfNeeded()
        items.select(browser.page.row)
        items.scroll(toItem: browser.page.row, at: position ?? (showsSelection ? .none : .middle))
        updatePane()
    }

    /// The first line in view.
    var firstLine: Int {
        layoutIfNeeded()
        return items.contentOffset
    }

    /// Scrolls to a line, as far as the selected picture stays in view.
    func restore(firstLine: Int) {
        items.scroll(byLines: firstLine - self.firstLine)
        showSelection()
    }

    /// Selects the picture at a point. Returns `false` if there is none.
    func selectItem(at point: CellPoint) -> Bool {
        guard items.frame.contains(point), let item = items.item(at: items.convert(point, from: self)) else {
            return false
        }
        select(row: item)
        return true
    }

    /// Whether the selected picture of the preview layout is at a point.
    func showsPicture(at point: CellPoint) -> Bool {
        layout == .preview && pane.frame.contains(point) && pane.cell.entry != nil
    }

    // MARK: - Actions

    /// Selects the row to which a movement leads. In a column, left and right move too.
    func move(_ move: ItemMove) {
        layoutIfNeeded()  // a key before may have changed the number of columns
        let move = layout == .grid ? move : move == .left ? .up : move == .right ? .down : move
        if let row = items.item(moving: move) { select(row: row) }
    }

    /// Selects a row, which comes into view at the nearest edge.
    private func select(row: Int) {
        items.scroll(toItem: row)
        browser.page.select(row: row)
    }

    /// The error of the selected picture, if its cell does not show it completely.
    var hiddenFailure: String? { selectedCell?.hiddenFailure }

    /// The selected picture as far as a cell shows it, which may be a part of it; `nil` if it is not in view.
    var shownImage: Image? {
        let selected = browser.page.selectedEntry?.item.picture
        return cells.first { $0.entry?.item.picture == selected }?.imageView.shownImage
    }

    /// Reloads the selected picture.
    func refresh() {
        guard let cell = selectedCell, let entry = cell.entry else {
            if layout == .preview, browser.page.count > 0 { browser.flash("no room for the picture") }
            return
        }
        cell.load(options: browser.refreshOptions(for: entry))
    }

    func toggleLayout() {
        let next = layout.next
        browser.choose { $0.layout = next }
        applyLayout()
        reloadItems()
        showSelection(.middle)
        updateFooter()
    }

    /// Enlarges or reduces pictures: fewer or more are in view.
    func resize(isLarger: Bool) {
        var measures = browser.page.chosen.measures
        measures.change(layout, isLarger: isLarger, in: bounds.size)
        browser.choose { $0.measures = measures }
        setNeedsLayout()
        updateFooter()
    }

    /// Shows whole pictures in the grid, or pictures that fill their boxes.
    func toggleWholePictures() {
        browser.showsWholePictures.toggle()
        reloadItems()
        showSelection()
    }

    /// Redraws the signs of marked, unread and failed pictures.
    func redrawMarks() {
        for cell in items.visibleCells + [pane.cell] { (cell as? PictureCell)?.redrawSigns() ?? cell.setNeedsDisplay() }
    }

    // MARK: - View

    /// Loads the pictures in view in the next turn, without the delay for rows that are scrolled past.
    func loadImmediately() { loadsImmediately = !browser.settings.delaysEveryRow }

    override func advance(to now: Duration) -> Duration? {
        guard loadsImmediately, !cells.isEmpty else { return nil }
        loadsImmediately = false
        for cell in cells where !cell.hasAsked { cell.load() }
        return nil
    }

    override func layoutSubviews() {
        let selected = items.selectedItem
        let wasInView = selected.map(items.visibleItems.contains) ?? false
        applyLayout()
        if let selected, wasInView {
            items.layoutIfNeeded()  // for its new width
            items.scroll(toItem: selected)
        }
        layOutMessage()
    }

    /// Places the message, without a layout of the pictures, which would scroll.
    func layOutMessage() {
        let (size, left) = (bounds.size, spinner.isHidden ? 2 : 4)
        let top = min(1, size.rows)
        spinner.frame = CellRect(column: 2, row: top, columns: 1, rows: min(1, size.rows))
        message.frame = CellRect(
            column: left, row: top, columns: max(0, size.columns - left - 2), rows: size.rows - top)
    }

    private func applyLayout() {
        let (size, measures) = (bounds.size, browser.page.chosen.measures)
        let lineColumns = layout == .preview ? measures.lineColumns(in: size) : size.columns
        table.frame = CellRect(column: 0, row: 0, columns: lineColumns, rows: size.rows)
        grid.frame = CellRect(size)
        (table.isHidden, grid.isHidden) = (layout == .grid, layout != .grid)
        pane.frame = CellRect(
            column: lineColumns + 2, row: 0, columns: max(0, size.columns - lineColumns - 3), rows: size.rows)
        pane.isHidden = pane.frame.isEmpty
        // In the preview a single step would prefetch all lines of the next screen.
        items.prefetchDistance =
            layout == .preview || browser.settings.delaysEveryRow ? 0 : Self.prefetchDistance
        switch layout {
        case .list: table.rowHeight = measures.listRows(in: size)
        case .preview: table.rowHeight = 1
        case .grid:
            grid.columnCount = measures.columns(in: size)
            let rows = PictureCellFrames.height(
                ofColumns: size.columns / max(1, min(grid.columnCount, size.columns)),
                pixelAspect: browser.environment.pixelAspect)
            grid.itemRows = min(max(2, size.rows), rows)  // a picture and its title stay in view together
        }
    }
}
