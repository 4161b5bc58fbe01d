import Dispatch
import FoundationEssentials

/// A prefetcher, which loads images before views request them. Main actor only, but for
/// ``startPrefetching(_:options:context:)`` and ``stopPrefetching(_:)``.
///
/// Each list of URLs gets a token with counts and a completion handler
/// (``prefetch(_:options:context:progress:completion:)``); ``RowPrefetcher`` prefetches the rows that a table expects
/// to show next. All lists share one queue, of which a few URLs load at a time, with low priority, so that loads of views
/// go first. If a view's load is coalesced with a prefetch, the prefetch takes the view's priority and outlives this
/// prefetcher. Other running prefetches are cancelled when it is released.
@MainActor
public final class ImagePrefetcher {
    /// The place where prefetched images are stored.
    public enum Destination: Sendable {
        /// The caches that the context of the load names, usually memory and disk.
        case memory
        /// Only the disk, for images that are shown later or not at all. Nothing is decoded; a prefetch ends when the
        /// bytes are stored. Images that a serializer changes, or that may be stored only in another form, are decoded
        /// all the same.
        case disk
    }

    /// A URL that waits or is loading.
    private struct Item {
        let url: URL
        let options: ImageOptions
        let context: ImageContext
        let destination: Destination
        let token: ImagePrefetchToken
        var operation: ImageLoadOperation?
    }

    private typealias ItemID = Int

    /// Maximum number of concurrent prefetches. Default 3, as in SDWebImage; less than 1 counts as 1. A lower number lets
    /// running ones finish.
    public var maxConcurrentPrefetches = 3 { didSet { startNext() } }
    /// The destination of prefetches that are started from now on.
    public var destination = Destination.memory
    /// The delegate, held weakly.
    public weak var delegate: (any ImagePrefetcherDelegate)?

    /// The prefetcher for ``ImageManager/shared``.
    public nonisolated static let shared = ImagePrefetcher(manager: .shared)

    /// The manager that loads the images.
    public nonisolated let manager: ImageManager
    private var waiting: [ItemID: Item] = [:]
    private var running: [ItemID: Item] = [:]
    /// The latest item that was added.
    private var lastID = 0
    /// The latest item that was started or had been dropped: items start in order of arrival.
    private var lastStarted = 0
    /// The lists that have not ended.
    private(set) var tokens: [ImagePrefetchToken] = []
    /// Revalidations that continue after their cached image was counted.
    private var refreshes: [ImageLoadOperation] = []
    private var isStarting = false

    /// Creates a prefetcher, on any thread. Releasing it cancels its loads.
    public nonisolated init(manager: ImageManager) { self.manager = manager }

    isolated deinit {
        for item in running.values { item.operation?.cancel() }
        for operation in refreshes { operation.cancel() }
    }

    /// Number of URLs that wait or are loading.
    public var runningCount: Int { waiting.count + running.count }

    // MARK: - Any thread

    /// Prefetches URLs, each once. Safe from any thread: the work begins later, on the main actor, in the order of the
    /// calls of this and of ``stopPrefetching(_:)``.
    public nonisolated func startPrefetching(
        _ urls: [URL], options: ImageOptions = [], context: ImageContext = ImageContext()
    ) {
        onMainQueue { $0.prefetch(urls, options: options, context: context) }
    }

    /// Cancels the prefetches of URLs, of any list, where they count as skipped. Safe from any thread, as
    /// ``startPrefetching(_:options:context:)``.
    public nonisolated func stopPrefetching(_ urls: [URL]) {
        onMainQueue { $0.stop(Set(urls)) }
    }

    /// A queue keeps the order of the calls, which tasks do not promise.
    private nonisolated func onMainQueue(_ work: @escaping @MainActor @Sendable (ImagePrefetcher) -> Void) {
        DispatchQueue.main.async { MainActor.assumeIsolated { work(self) } }
    }

    private func stop(_ urls: Set<URL>) {
        for id in (Array(waiting.keys) + running.keys).sorted() {
            // The callbacks may have ended it.
            guard let item = waiting[id] ?? running[id], urls.contains(item.url) else { continue }
            drop(id)
            count(item.url, id, .cancelled, item.token)
        }
        startNext()
    }

    // MARK: - Lists

    /// Prefetches a list of URLs, each once.
    ///
    /// `progress` and `completion` run after the delegate's methods, `completion` exactly once; for images that are
    /// already in memory, before this returns. An empty list completes at once and returns `nil`.
    @discardableResult
    public func prefetch(
        _ urls: [URL], options: ImageOptions = [], context: ImageContext = ImageContext(),
        progress: ImagePrefetchToken.Progress? = nil, completion: ImagePrefetchToken.Completion? = nil
    ) -> ImagePrefetchToken? {
        var seen: Set<ImageKey> = []
        let distinct = urls.filter { seen.insert(manager.key(for: $0, options: options, context: context)).inserted }
        guard !distinct.isEmpty else {
            completion?(0, 0)
            return nil
        }
        let token = ImagePrefetchToken(distinct, self, progress, completion)
        tokens.append(token)
        for url in distinct { enqueue(url, options, context, token) }
        startNext()
        return token
    }

    /// Prefetches a list of URLs without reporting progress: a single trailing closure is the completion handler.
    @discardableResult
    public func prefetch(
        _ urls: [URL], options: ImageOptions = [], context: ImageContext = ImageContext(),
        completion: @escaping ImagePrefetchToken.Completion
    ) -> ImagePrefetchToken? {
        prefetch(urls, options: options, context: context, progress: nil, completion: completion)
    }

    /// Cancels every list and revalidation.
    public func cancelAll() {
        for token in tokens { cancel(token) }
        let refreshing = refreshes
        refreshes = []
        for operation in refreshing { operation.cancel() }
    }

    func cancel(_ token: ImagePrefetchToken) {
        guard !token.isFinished else { return }
        token.isCancelled = true
        for id in token.pending.sorted() { drop(id) }
        end(token, notifiesDelegate: false)
        startNext()
    }

    // MARK: - The queue

    private func enqueue(
        _ url: URL, _ options: ImageOptions, _ context: ImageContext, _ token: ImagePrefetchToken
    ) {
        let options = options.subtracting(.highPriority).union(.lowPriority)
        var context = context
        if destination == .disk { context.storeCacheType = context.storeCacheType.intersection(.disk) }
        lastID += 1
        waiting[lastID] = Item(url: url, options: options, context: context, destination: destination, token: token)
        token.pending.insert(lastID)
    }

    /// Starts as many items as may run. A loop, not recursion: all items of a long list may end at once.
    private func startNext() {
        guard !isStarting else { return }
        isStarting = true
        defer { isStarting = false }
        while running.count < max(1, maxConcurrentPrefetches), lastStarted < lastID {
            lastStarted += 1
            if let item = waiting.removeValue(forKey: lastStarted) { start(item, lastStarted) }
        }
    }

    private func start(_ item: Item, _ id: ItemID) {
        manager.trace.record(TraceEvent(.prefetch, row: item.context.row, url: item.url.absoluteString))
        running[id] = item
        let operation = makeOperation(item) { [weak self] error in self?.ended(id, error) }
        if operation.isFinished { return }
        if running[id] == nil {
            refreshes.append(operation)  // its cached image came at once; revalidation continues
        } else {
            running[id]?.operation = operation
        }
    }

    private func makeOperation(_ item: Item, then end: @escaping @MainActor (ImageError?) -> Void) -> ImageLoadOperation
    {
        if item.destination == .disk,
            let operation = manager.storeBytes(
                of: item.url, options: item.options, context: item.context, completion: end)
        {
            return operation
        }
        return manager.loadImage(item.url, options: item.options, context: item.context) { result in
            if case .failure(let error) = result { end(error) } else { end(nil) }
        }
    }

    /// Counts an item at its first result. With `.refreshCached`, a second one may follow, or none.
    private func ended(_ id: ItemID, _ error: ImageError?) {
        guard let item = running.removeValue(forKey: id) else { return }
        refreshes.removeAll { $0.isFinished }
        if let operation = item.operation, !operation.isFinished { refreshes.append(operation) }
        count(item.url, id, error, item.token)
        startNext()
    }

    private func count(
        _ url: URL, _ id: ItemID, _ error: ImageError?, _ token: ImagePrefetchToken
    ) {
        token.pending.remove(id)
        token.finishedCount += 1
        if error != nil { token.skippedCount += 1 }
        let sums = sums
        delegate?.imagePrefetcher(self, didPrefetch: url, finished: sums.finished, total: sums.total)
        token.progress?(token.finishedCount, token.urls.count)
        // The callbacks may have cancelled the list.
        if token.finishedCount == token.urls.count, !token.isFinished { end(token, notifiesDelegate: true) }
    }

    /// The sums over all lists that have not ended.
    private var sums: (finished: Int, total: Int, skipped: Int) {
        tokens.reduce((0, 0, 0)) { ($0.0 + $1.finishedCount, $0.1 + $1.urls.count, $0.2 + $1.skippedCount) }
    }

    private func end(_ token: ImagePrefetchToken, notifiesDelegate: Bool) {
        let sums = sums
        let completion = token.completion
        (token.isFinished, token.progress, token.completion) = (true, nil, nil)
        token.pending = []
        tokens.removeAll { $0 === token }
        if notifiesDelegate, tokens.isEmpty {
            delegate?.imagePrefetcher(self, didFinishWithTotal: sums.total, skipped: sums.skipped)
        }
        completion?(token.finishedCount, token.skippedCount)
    }

    /// Cancels a waiting or running item without counting it.
    private func drop(_ id: ItemID) {
        waiting[id] = nil
        running.removeValue(forKey: id)?.operation?.cancel()
    }
}
