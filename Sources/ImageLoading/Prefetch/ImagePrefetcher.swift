import FoundationEssentials

/// Loads images before they are asked for. Main actor only.
///
/// Lists of URLs go in, each gets a token with counts and an end (``prefetch(_:options:context:progress:completion:)``);
/// ``RowPrefetcher`` does the same for the rows that a table expects to show next. All share one queue, of which a few are
/// loaded at a time. A prefetch that a view joins becomes as urgent as the view, and outlives this prefetcher. What still
/// runs when it is released is cancelled.
@MainActor
public final class ImagePrefetcher {
    /// Where a prefetched image is kept.
    public enum Destination: Sendable {
        /// As the context of the load says: in memory and on disk, usually.
        case memory
        /// Only on disk: for what will be looked at later, or not at all. Nothing is decoded; a prefetch ends when the
        /// bytes are there. What a serializer is to change first, and what may be kept only in another form than it came, is
        /// decoded all the same.
        case disk
    }

    /// What waits, or is being loaded.
    private struct Item {
        let url: URL
        let options: ImageOptions
        let context: ImageContext
        let destination: Destination
        let token: ImagePrefetchToken
        var operation: ImageLoadOperation?
    }

    private typealias ItemID = PrefetchQueue<Item>.ID

    /// How many are loaded at once; 3, as SDWebImage has it. A smaller number lets running ones end.
    public var maxConcurrentPrefetches = 3 { didSet { startNext() } }
    /// Where images of prefetches that are started from now on are kept.
    public var destination = Destination.memory
    /// The priority of prefetches that are started from now on. Low, so that whatever a view waits for goes first.
    public var priority = ImagePriority.low
    /// Whether nothing new is loaded for now. What is being loaded goes on.
    public var isPaused = false { didSet { startNext() } }
    public weak var delegate: (any ImagePrefetcherDelegate)?

    let manager: ImageManager
    private var queue = PrefetchQueue<Item>()
    private var running: [ItemID: Item] = [:]
    /// What waits or is being loaded for each list.
    private var items: [ObjectIdentifier: Set<ItemID>] = [:]
    private var tokens: [ImagePrefetchToken] = []
    /// Refreshes that go on after their cached image was counted.
    private var refreshes: [ImageLoadOperation] = []
    private var isStarting = false

    public init(manager: ImageManager) { self.manager = manager }

    isolated deinit {
        for item in running.values { item.operation?.cancel() }
        for operation in refreshes { operation.cancel() }
    }

    /// URLs that wait or are being loaded.
    public var runningCount: Int { queue.count + running.count }
    /// Lists that have not ended.
    public var runningTokens: Int { tokens.count }

    // MARK: - Lists

    /// Loads a list of URLs, each once. `progress` and `completion` run after the delegate's methods, `completion` exactly
    /// once; for what is in memory already before this returns. An empty list completes at once, and has no token.
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

    /// Loads a list of URLs without following the progress: a single trailing closure is the completion.
    @discardableResult
    public func prefetch(
        _ urls: [URL], options: ImageOptions = [], context: ImageContext = ImageContext(),
        completion: @escaping ImagePrefetchToken.Completion
    ) -> ImagePrefetchToken? {
        prefetch(urls, options: options, context: context, progress: nil, completion: completion)
    }

    /// Cancels every list.
    public func cancelAll() {
        for token in tokens { cancel(token) }
        let refreshing = refreshes
        refreshes = []
        for operation in refreshing { operation.cancel() }
    }

    func cancel(_ token: ImagePrefetchToken) {
        guard !token.isFinished else { return }
        token.isCancelled = true
        for id in (items.removeValue(forKey: ObjectIdentifier(token)) ?? []).sorted() { drop(id) }
        end(token, tellsDelegate: false)
        startNext()
    }

    func setPriority(_ priority: ImagePriority, of token: ImagePrefetchToken) {
        for id in items[ObjectIdentifier(token)] ?? [] {
            running[id]?.operation?.setPriority(priority)
            queue.setPriority(priority, of: id)
        }
    }

    // MARK: - One after the other

    private func enqueue(
        _ url: URL, _ options: ImageOptions, _ context: ImageContext, _ token: ImagePrefetchToken
    ) {
        var options = options.subtracting([.lowPriority, .highPriority])
        switch priority {
        case .low: options.insert(.lowPriority)
        case .normal: break
        case .high: options.insert(.highPriority)
        }
        var context = context
        if destination == .disk { context.storeCacheType = context.storeCacheType.intersection(.disk) }
        let id = queue.append(
            Item(url: url, options: options, context: context, destination: destination, token: token), priority)
        items[ObjectIdentifier(token), default: []].insert(id)
    }

    /// Starts as many as there is room for. A loop and no recursion: of a long list everything may end at once.
    private func startNext() {
        guard !isStarting else { return }
        isStarting = true
        defer { isStarting = false }
        while !isPaused, running.count < maxConcurrentPrefetches, let next = queue.popFirst() {
            start(next.item, next.id)
        }
    }

    private func start(_ item: Item, _ id: ItemID) {
        manager.trace.record(TraceEvent(.prefetch, row: item.context.row, url: item.url.absoluteString))
        running[id] = item
        let operation = begin(item) { [weak self] error in self?.ended(id, error) }
        if operation.isFinished { return }
        if running[id] == nil {
            refreshes.append(operation)  // its cached image came at once; the refresh goes on
        } else {
            running[id]?.operation = operation
        }
    }

    private func begin(_ item: Item, then end: @escaping @MainActor (ImageError?) -> Void) -> ImageLoadOperation {
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

    /// The first news of a load count. With `.refreshCached` more may follow, or nothing at all.
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
        items[ObjectIdentifier(token)]?.remove(id)
        token.finishedCount += 1
        if error != nil { token.skippedCount += 1 }
        let sums = sums
        delegate?.imagePrefetcher(self, didPrefetch: url, finished: sums.finished, total: sums.total)
        token.progress?(token.finishedCount, token.urls.count)
        // The blocks may have cancelled it.
        if token.finishedCount == token.urls.count, !token.isFinished { end(token, tellsDelegate: true) }
    }

    /// Over all lists that have not ended.
    private var sums: (finished: Int, total: Int, skipped: Int) {
        tokens.reduce((0, 0, 0)) { ($0.0 + $1.finishedCount, $0.1 + $1.urls.count, $0.2 + $1.skippedCount) }
    }

    private func end(_ token: ImagePrefetchToken, tellsDelegate: Bool) {
        let sums = sums
        let completion = token.completion
        (token.isFinished, token.progress, token.completion) = (true, nil, nil)
        items[ObjectIdentifier(token)] = nil
        tokens.removeAll { $0 === token }
        if tellsDelegate, tokens.isEmpty {
            delegate?.imagePrefetcher(self, didFinishWithTotal: sums.total, skipped: sums.skipped)
        }
        completion?(token.finishedCount, token.skippedCount)
    }

    /// Gives up one that waits or is being loaded, without counting it.
    private func drop(_ id: ItemID) {
        queue.remove(id)
        running.removeValue(forKey: id)?.operation?.cancel()
    }
}
