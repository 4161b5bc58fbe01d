import FoundationEssentials
import ImageCoding

extension ImageManager {
    /// How a load began.
    enum Start {
        case failed(ImageError)
        case hit(Image)
        /// The cached image comes first; then the closure asks the server whether it changed.
        case refreshing(Image, begin: () -> Void)
        case started
    }

    func makeLoadID() -> JobGraph.LoadID {
        state.withLock { state in
            state.lastLoad += 1
            return state.lastLoad
        }
    }

    /// The way of a load up to the point where it must wait: failed list, memory, then the job graph.
    func start(
        _ id: JobGraph.LoadID, _ url: URL?, _ options: ImageOptions, _ context: ImageContext, _ route: Route
    ) -> Start {
        trace.record(TraceEvent(.query, load: id, row: context.row, url: url?.absoluteString))
        guard let url, let scheme = url.scheme?.lowercased() else { return .failed(.invalidURL) }
        guard ["http", "https", "file"].contains(scheme) else { return .failed(.invalidURL) }
        if let error = remembered(url, options, id) { return .failed(error) }

        let key = key(for: url, context: context)
        let request = JobGraph.Request(
            source: key.source, url: url.absoluteString,
            path: scheme == "file" ? url.path(percentEncoded: false) : nil, variant: context.variant,
            priority: ImagePriority(options), plan: plan(options, context), store: context.storeCacheType)
        guard let image = lookUp(key, options, context) else {
            trace.record(TraceEvent(.miss, load: id, url: request.url, tier: .memory))
            return beginOrHit(id, request, key, options, context, route)
        }
        trace.record(TraceEvent(.hit, load: id, url: request.url, tier: .memory))
        guard options.contains(.refreshCached), request.path == nil else { return .hit(image) }
        var refresh = request
        refresh.plan = .refresh
        return .refreshing(image) { [self] in begin(id, refresh, route) }
    }

    /// The error that the URL is remembered for, unless this load is to try again.
    private func remembered(_ url: URL, _ options: ImageOptions, _ id: JobGraph.LoadID) -> ImageError? {
        let now = time.now
        let failure = state.withLock { $0.failed.error(for: url.absoluteString, now: now) }
        guard let failure else { return nil }
        guard options.contains(.retryFailed) else { return .failedBefore(failure) }
        trace.record(TraceEvent(.retry, load: id, url: url.absoluteString))
        return nil
    }

    private func plan(_ options: ImageOptions, _ context: ImageContext) -> JobGraph.Plan {
        let asksDisk = context.queryCacheType.contains(.disk) && diskCache != nil
        if options.contains(.fromLoaderOnly) || (!asksDisk && !options.contains(.fromCacheOnly)) { return .networkOnly }
        if options.contains(.fromCacheOnly) { return .cacheOnly }
        return options.contains(.refreshCached) ? .cacheThenRefresh : .cacheThenNetwork
    }

    private func lookUp(_ key: ImageKey, _ options: ImageOptions, _ context: ImageContext) -> Image? {
        guard !options.contains(.fromLoaderOnly), context.queryCacheType.contains(.memory) else { return nil }
        return memoryCache.image(for: key)
    }

    /// Enters the job graph, and looks into memory once more: a job that had ended before we could join it has put its
    /// image there first, so that nothing is decoded twice.
    private func beginOrHit(
        _ id: JobGraph.LoadID, _ request: JobGraph.Request, _ key: ImageKey, _ options: ImageOptions,
        _ context: ImageContext, _ route: Route
    ) -> Start {
        let effects = state.withLock { state in
            state.routes[id] = route
            return state.graph.begin(id, request)
        }
        if !options.contains(.refreshCached), let image = lookUp(key, options, context) {
            let (_, undone) = state.withLock { state in
                state.routes[id] = nil
                return state.graph.leave(id)
            }
            perform(effects + undone)
            return .hit(image)
        }
        perform(effects)
        return .started
    }

    func begin(_ id: JobGraph.LoadID, _ request: JobGraph.Request, _ route: Route) {
        perform(
            state.withLock { state in
                state.routes[id] = route
                return state.graph.begin(id, request)
            })
    }

    // MARK: - While it runs

    /// Lets a load go. `true` if it had not ended.
    func leave(_ id: JobGraph.LoadID) -> Bool {
        let (wasAlive, effects) = state.withLock { state in
            state.routes[id] = nil
            return state.graph.leave(id)
        }
        perform(effects)
        return wasAlive
    }

    /// Takes the right to tell a load its end.
    func claim(_ id: JobGraph.LoadID) -> Bool {
        state.withLock { state in
            guard state.graph.claim(id) else { return false }
            state.routes[id] = nil
            return true
        }
    }

    func isAlive(_ id: JobGraph.LoadID) -> Bool { state.withLock { $0.graph.isAlive(id) } }

    func setPriority(_ priority: ImagePriority, of id: JobGraph.LoadID) {
        state.withLock { $0.graph.setPriority(priority, of: id) }
    }
}
