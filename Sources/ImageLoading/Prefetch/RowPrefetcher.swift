import FoundationEssentials

/// A prefetcher for table rows likely to come into view, called by a table's prefetch data source. Main actor only.
///
/// Rows that leave the prefetch window are cancelled by their token, not by what they would request now: the table may
/// have been resized in between, and its images with it.
@MainActor
public final class RowPrefetcher<Row: Hashable> {
    private struct Prefetch {
        let token: ImagePrefetchToken
        let key: ImageKey
    }

    /// The prefetcher that loads the images, a few at a time for all that share it.
    public let prefetcher: ImagePrefetcher
    private var prefetches: [Row: Prefetch] = [:]

    /// Creates a prefetcher of rows that shares the queue of another prefetcher. Releasing it cancels its rows.
    public init(_ prefetcher: ImagePrefetcher) { self.prefetcher = prefetcher }

    isolated deinit {
        for prefetch in prefetches.values { prefetch.token.cancel() }
    }

    /// Number of rows whose images wait or are loading.
    public var rowCount: Int { prefetches.count }

    /// Prefetches the images of rows, nearest first, with the options and the context of their views.
    ///
    /// Skips images in memory, and rows that already requested the same image; a request for another size replaces the
    /// earlier one. Options about transfer and decoding apply here too, but a cached image is not revalidated before
    /// its view requests it, there are no previews, and no cache is read synchronously. With `.fromLoaderOnly` nothing
    /// is prefetched: the view would download it again.
    public func startPrefetching(
        _ rows: [(row: Row, url: URL)], options: ImageOptions = [], context: ImageContext
    ) {
        guard !options.contains(.fromLoaderOnly) else { return cancelPrefetching(rows.map(\.row)) }
        let options = options.subtracting(Self.viewOnlyOptions)
        for (row, url) in rows { start(row, url, options, context) }
    }

    /// The options that matter only while a view waits.
    private static var viewOnlyOptions: ImageOptions {
        [.refreshCached, .progressiveLoad, .queryMemoryDataSync, .queryDiskDataSync, .lowPriority, .highPriority]
    }

    /// Cancels the prefetches of rows that left the window or came into view. A view that waits for the same image
    /// keeps its load running. Does nothing for rows without a running prefetch.
    public func cancelPrefetching(_ rows: [Row]) {
        for row in rows { prefetches.removeValue(forKey: row)?.token.cancel() }
    }

    private func start(_ row: Row, _ url: URL, _ options: ImageOptions, _ context: ImageContext) {
        let key = prefetcher.manager.key(for: url, options: options, context: context)
        guard prefetches[row]?.key != key else { return }
        cancelPrefetching([row])
        guard !prefetcher.manager.memoryCache.contains(key) else { return }
        let token = prefetcher.prefetch(
            [url], options: options, context: context, completion: { [weak self] _, _ in self?.forgetEnded(row) })
        if let token, !token.isFinished { prefetches[row] = Prefetch(token: token, key: key) }
    }

    /// Forgets the prefetch of a row if it has ended: the row may have started another one since.
    private func forgetEnded(_ row: Row) {
        if prefetches[row]?.token.isFinished == true { prefetches[row] = nil }
    }
}
