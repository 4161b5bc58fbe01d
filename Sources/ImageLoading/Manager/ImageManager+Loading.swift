import FoundationEssentials
import HalftoneCore
import ImageCoding

extension ImageManager {
    /// Loads an image. For an image in memory, `completion` runs before this returns, without a hop.
    ///
    /// `completion` runs on the main actor with the end of the load; see ``ImageLoadOperation`` for images that come
    /// before it and for loads that end silently. A load without a URL, or with one on the failed list, completes
    /// before this returns.
    @MainActor
    @discardableResult
    public func loadImage(
        _ url: URL?, options: ImageOptions = [], context: ImageContext = ImageContext(),
        progress: ImageLoadOperation.Progress? = nil, completion: @escaping ImageLoadOperation.Completion
    ) -> ImageLoadOperation {
        let operation = makeOperation(url, progress: progress, completion: completion)
        start(operation, options, context)
        return operation
    }

    /// Returns the operation of a load that is yet to start.
    @MainActor
    func makeOperation(
        _ url: URL?, progress: ImageLoadOperation.Progress?, completion: @escaping ImageLoadOperation.Completion
    ) -> ImageLoadOperation {
        ImageLoadOperation(id: makeLoadID(), url: url, manager: self, progress: progress, completion: completion)
    }

    @MainActor
    func start(_ operation: ImageLoadOperation, _ options: ImageOptions, _ context: ImageContext) {
        operation.follow(start(operation.id, operation.url, options, context, .operation(operation)))
    }

    /// Cancels every load, oldest first; each ends with `.cancelled`. Loads started by their completions continue.
    @MainActor
    public func cancelAll() {
        let routes = state.withLock { $0.graph.loads.mapValues(\.route) }
        for (id, route) in routes.sorted(by: { $0.key < $1.key }) {
            switch route {
            case .operation(let operation):
                operation.cancel()
            case .stream(let url, let buffer):
                guard leave(id) else { continue }
                trace.record(TraceEvent(.cancel, load: id, url: url.absoluteString))
                buffer.send(.finished(.failure(.cancelled)))
            case .query, nil: break
            }
        }
    }

    // MARK: - Running loads

    /// Removes a load. Returns `true` if its end had not been delivered.
    func leave(_ id: JobGraph.LoadID) -> Bool {
        var wasAlive = false
        change { wasAlive = $0.graph.leave(id) }
        return wasAlive
    }

    /// Claims the delivery of a load's end. Returns `false` if it was claimed before or the load was cancelled.
    func claim(_ id: JobGraph.LoadID) -> Bool {
        let (isClaimed, retired) = state.withLock { ($0.graph.claim(id), $0.graph.takeRetired()) }
        return withExtendedLifetime(retired) { isClaimed }
    }

    func isAlive(_ id: JobGraph.LoadID) -> Bool { state.withLock { $0.graph.isAlive(id) } }

    func setPriority(_ priority: ImagePriority, of id: JobGraph.LoadID) {
        change { $0.graph.setPriority(priority, of: id) }
    }

    // MARK: - Storing bytes

    /// Stores the bytes of an image on disk without decoding them, for ``ImagePrefetcher``. `completion` runs once, on
    /// the main actor: with `nil` when the bytes are there, else with an error; before this returns if the load cannot
    /// begin. After ``ImageLoadOperation/cancel()`` the error is `.cancelled`.
    ///
    /// Returns `nil` if the bytes must be decoded: a serializer produces them, or only the processed image may be
    /// stored.
    @MainActor
    func storeBytes(
        of url: URL, options: ImageOptions, context: ImageContext,
        completion: @escaping @MainActor (ImageError?) -> Void
    ) -> ImageLoadOperation? {
        let plan = plan(for: url, options, context, product: .entry)
        guard plan.canBeStoredUndecoded else { return nil }
        let operation = ImageLoadOperation(
            id: makeLoadID(), url: url, manager: self, progress: nil,
            completion: { result in if case .failure(let error) = result { completion(error) } },
            whenUnchanged: { completion(nil) })
        trace.record(TraceEvent(.query, load: operation.id, row: context.row, url: url.absoluteString))
        operation.follow(start(NewLoad(id: operation.id, plan: plan, route: .operation(operation))))
        return operation
    }
}

extension LoadPlan {
    /// Whether the bytes can be stored as received, without decoding them.
    fileprivate var canBeStoredUndecoded: Bool {
        serializer == nil && (isLocal || bytesDestination.tiers.contains(.disk))
    }
}
