import FoundationEssentials
import ImageLoading
import TerminalViews

/// The items of the page, for the table and the grid.
extension ListScreen {
    private func count(in view: ItemsView) -> Int { view === items ? browser.page.count : 0 }

    private func configure(_ cell: ReusableCell, _ item: Int) -> ReusableCell {
        // The page may have lost items that the view has not yet.
        guard item < browser.page.count else { return cell }
        let entry = browser.page.entry(item)
        (cell as? PictureCell)?.configure(entry)
        (cell as? LineCell)?.configure(entry)
        return cell
    }

    private func didSelect(_ item: Int) { browser.page.select(row: item) }

    private func didSettle(_ cell: ReusableCell) {
        guard let cell = cell as? PictureCell else { return readCaptureDates() }
        if !cell.hasAsked { cell.load() }
    }

    /// Reads when the photos of the lines in view were taken.
    private func readCaptureDates() {
        let captures = browser.page.list.captures
        let photos = items.visibleCells.compactMap { ($0 as? LineCell)?.entry?.item }.filter { !captures.knows($0) }
        guard !photos.isEmpty else { return }
        readingDates.run(isLong: true) { isCancelled in
            for photo in photos where !isCancelled() { captures.read(photo) }
            return true
        } then: { [weak self] (_: Bool) in
            self?.redrawMarks()
        }
    }

    /// Lowers the priority of the cell's load. The load ends when the cell is reused.
    private func didEndDisplaying(_ cell: ReusableCell, _ item: Int) {
        guard let cell = cell as? PictureCell else { return }
        cell.imageView.latestOperation?.setPriority(.low)
        // The view cancels only prefetches of items that never came into view.
        prefetcher.cancelPrefetching([item])
    }

    private func prefetch(_ items: [Int]) {
        // Items that a reload removed have no URL.
        let rows = items.filter { $0 < browser.page.count }.compactMap { item in
            browser.page.entry(item).url.map { (row: item, url: $0) }
        }
        prefetcher.startPrefetching(rows, options: GallerySettings.imageOptions, context: prefetchContext)
    }

    /// The context of a load in the size of the pictures in view.
    private var prefetchContext: ImageContext {
        var context = ImageContext()
        if let cell = cells.first { context.variant = cell.imageView.variant }
        context.animation = .frames
        return context
    }
}

extension ListScreen: TableViewDataSource, TableViewDelegate, TableViewDataSourcePrefetching {
    func tableView(_ view: TableView, numberOfRowsInSection section: Int) -> Int { count(in: view) }
    func tableView(_ view: TableView, cellForRowAt path: IndexPath) -> TableViewCell {
        configure(view.dequeueReusableCell(withIdentifier: layout.rawValue, for: path), path.row)
    }
    func tableView(_ view: TableView, didSelectRowAt path: IndexPath) { didSelect(path.row) }
    func tableView(_ view: TableView, didSettle cell: TableViewCell, forRowAt path: IndexPath) { didSettle(cell) }
    func tableView(_ view: TableView, didEndDisplaying cell: TableViewCell, forRowAt path: IndexPath) {
        didEndDisplaying(cell, path.row)
    }
    func tableView(_ view: TableView, prefetchRowsAt paths: [IndexPath]) { prefetch(paths.map(\.row)) }
    func tableView(_ view: TableView, cancelPrefetchingForRowsAt paths: [IndexPath]) {
        prefetcher.cancelPrefetching(paths.map(\.row))
    }
}

extension ListScreen: ItemsViewDataSource, ItemsViewDelegate {
    func numberOfItems(in view: ItemsView) -> Int { count(in: view) }
    func itemsView(_ view: ItemsView, cellForItem item: Int) -> ReusableCell {
        configure(view.dequeueReusableCell(withIdentifier: layout.rawValue, forItem: item), item)
    }
    func itemsView(_ view: ItemsView, didSelectItem item: Int) { didSelect(item) }
    func itemsView(_ view: ItemsView, didSettle cell: ReusableCell, forItem item: Int) { didSettle(cell) }
    func itemsView(_ view: ItemsView, didEndDisplaying cell: ReusableCell, forItem item: Int) {
        didEndDisplaying(cell, item)
    }
    func itemsView(_ view: ItemsView, prefetch items: [Int]) { prefetch(items) }
    func itemsView(_ view: ItemsView, cancelPrefetching items: [Int]) { prefetcher.cancelPrefetching(items) }
}
