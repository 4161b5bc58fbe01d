import FoundationEssentials
import ImageLoading
import TerminalViews

extension ItemsStage: CollectionViewDataSource, CollectionViewDelegate, CollectionViewDataSourcePrefetching {
    func collectionView(_ view: CollectionView, numberOfItemsInSection section: Int) -> Int { browser.page.count }

    func collectionView(_ view: CollectionView, cellForItemAt path: IndexPath) -> CollectionViewCell {
        let cell = view.dequeueReusableCell(withIdentifier: layout.rawValue, for: path)
        let entry = browser.page.entry(path.item)
        (cell as? PictureCell)?.configure(entry)
        (cell as? LineCell)?.configure(entry)
        return cell
    }

    func collectionView(_ view: CollectionView, didSelectItemAt path: IndexPath) {
        browser.page.select(row: path.item)
        updatePane()
        didMove()
    }

    func collectionView(_ view: CollectionView, didSettle cell: CollectionViewCell, forItemAt path: IndexPath) {
        guard let cell = cell as? PictureCell, !cell.hasAsked else { return }
        cell.load()
    }

    /// Lowers the priority of the cell's load. The load ends when the cell is reused.
    func collectionView(_ view: CollectionView, didEndDisplaying cell: CollectionViewCell, forItemAt path: IndexPath) {
        guard let cell = cell as? PictureCell else { return }
        cell.imageView.latestOperation?.setPriority(.low)
        // The view cancels only prefetches of items that never came into view.
        prefetcher.cancelPrefetching([path])
    }

    func collectionView(_ view: CollectionView, prefetchItemsAt paths: [IndexPath]) {
        // Items that a reload removed have no URL.
        let rows = paths.filter { $0.item < browser.page.count }.compactMap { path in
            browser.page.entry(path.item).url.map { (row: path, url: $0) }
        }
        prefetcher.startPrefetching(rows, options: browser.options.imageOptions, context: prefetchContext)
    }

    func collectionView(_ view: CollectionView, cancelPrefetchingForItemsAt paths: [IndexPath]) {
        prefetcher.cancelPrefetching(paths)
    }

    /// The expected size of a picture; the last known one while none is in view.
    private var prefetchContext: ImageContext {
        if let cell = cells.first { lastVariant = cell.imageView.variant }
        var context = ImageContext()
        context.variant = lastVariant
        context.animation = .frames
        return context
    }
}
