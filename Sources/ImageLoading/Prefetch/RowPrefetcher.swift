import FoundationEssentials

/// Prefetches what the rows of a table will need that are likely to come into view, and gives it up when they leave its
/// window: what the prefetch data source of a table calls. Main actor only.
///
/// A row is given up by the token that it was given, and not by what would be asked for it now: between the two the table
/// may have got another size, and its pictures with it.
@MainActor
public final class RowPrefetcher<Row: Hashable> {
    private struct Wish {
        let number: Int
        let token: ImagePrefetchToken
        let key: ImageKey
    }

    /// What loads for the rows; a few at a time, and for all who use it.
    public let prefetcher: ImagePrefetcher
    private var wishes: [Row: Wish] = [:]
    private var lastNumber = 0

    public init(_ prefetcher: ImagePrefetcher) { self.prefetcher = prefetcher }

    isolated deinit {
        for wish in wishes.values { wish.token.cancel() }
    }

    /// Rows whose pictures wait or are being loaded.
    public var rowCount: Int { wishes.count }

    /// Prefetches for rows, the nearest first, with the options and the context that their views will ask with. What is in
    /// memory is passed over, and so is a row that has asked for the same before; one that asked for another size asks for
    /// this one instead.
    ///
    /// What the options say of how the bytes come and what is made of them holds here too. A cached image is refreshed when
    /// its view asks, and not before; nobody looks at previews, and no cache is waited for on the main thread. With
    /// `.fromLoaderOnly` nothing is prefetched: the view would fetch it once more.
    public func startPrefetching(
        _ rows: [(row: Row, url: URL)], options: ImageOptions = [], context: ImageContext
    ) {
        guard !options.contains(.fromLoaderOnly) else { return cancelPrefetching(rows.map(\.row)) }
        let options = options.subtracting(Self.viewsOwn)
        for (row, url) in rows { start(row, url, options, context) }
    }

    /// What means something only while a view waits.
    private static var viewsOwn: ImageOptions {
        [.refreshCached, .progressiveLoad, .queryMemoryDataSync, .queryDiskDataSync, .lowPriority, .highPriority]
    }

    /// Gives up what these rows asked for, because they left the window or came into view. A view that waits for the same
    /// image keeps it coming. Does nothing for rows that asked for nothing, or have it.
    public func cancelPrefetching(_ rows: [Row]) {
        for row in rows { wishes.removeValue(forKey: row)?.token.cancel() }
    }

    private func start(_ row: Row, _ url: URL, _ options: ImageOptions, _ context: ImageContext) {
        let key = prefetcher.manager.key(for: url, options: options, context: context)
        guard wishes[row]?.key != key else { return }
        cancelPrefetching([row])
        guard !prefetcher.manager.memoryCache.contains(key) else { return }
        lastNumber += 1
        let number = lastNumber
        let token = prefetcher.prefetch(
            [url], options: options, context: context, completion: { [weak self] _, _ in self?.ended(row, number) })
        if let token, !token.isFinished { wishes[row] = Wish(number: number, token: token, key: key) }
    }

    /// The row may have asked for something else since.
    private func ended(_ row: Row, _ number: Int) {
        if wishes[row]?.number == number { wishes[row] = nil }
    }
}
