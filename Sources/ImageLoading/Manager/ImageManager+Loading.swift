import FoundationEssentials
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
        ImageLoadOperation(id: newLoad().id, url: url, manager: self, progress: progress, completion: completion)
    }

    @MainActor
    func start(_ operation: ImageLoadOperation, _ options: ImageOptions, _ context: ImageContext) {
        operation.follow(start(operation.id, operation.url, options, context, defaults, .operation(operation)))
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

    /// Claims the delivery of a load's end and returns its metrics; `nil` if it was claimed before or the load was
    /// cancelled.
    func claim(_ id: JobGraph.LoadID) -> LoadMetrics? {
        let now = time.now
        let (claimed, retired) = state.withLock { state in
            state.graph.time.now = now
            return (state.graph.claim(id), state.graph.takeRetired())
        }
        return withExtendedLifetime(retired) { claimed }
    }

    func isAlive(_ id: JobGraph.LoadID) -> Bool { state.withLock { $0.graph.isAlive(id) } }

    func setPriority(_ priority: ImagePriority, of id: JobGraph.LoadID) {
        change { $0.graph.setPriority(priority, of: id) }
    }
}
