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
        let path = scheme == "file" ? url.path(percentEncoded: false) : nil
        let plan = path == nil ? plan(options, context) : .networkOnly
        var request = JobGraph.Request(
            source: key.source, url: url.absoluteString, path: path, variant: context.variant,
            priority: ImagePriority(options), plan: plan ?? .cacheOnly, store: context.storeCacheType)
        if asksMemory(options, context) {
            if let image = memoryCache.image(for: key) {
                trace.record(TraceEvent(.hit, load: id, url: request.url, tier: .memory))
                guard options.contains(.refreshCached), !options.contains(.fromCacheOnly) else { return .hit(image) }
                request.plan = .refresh
                return .refreshing(image) { [self, request] in begin(id, request, route) }
            }
            trace.record(TraceEvent(.miss, load: id, url: request.url, tier: .memory))
        }
        guard plan != nil else { return .failed(.notInCache) }
        return beginOrHit(id, request, key, options, context, route)
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

    /// The way that the options leave open; `nil` if none of those who may be asked has the picture.
    private func plan(_ options: ImageOptions, _ context: ImageContext) -> JobGraph.Plan? {
        let asksDisk =
            context.queryCacheType.contains(.disk) && diskCache != nil && !options.contains(.fromLoaderOnly)
        if options.contains(.fromCacheOnly) { return asksDisk ? .cacheOnly : nil }
        guard asksDisk else { return .networkOnly }
        return options.contains(.refreshCached) ? .cacheThenRefresh : .cacheThenNetwork
    }

    private func asksMemory(_ options: ImageOptions, _ context: ImageContext) -> Bool {
        !options.contains(.fromLoaderOnly) && context.queryCacheType.contains(.memory)
    }

    /// Enters the job graph, and looks into memory once more: a job that had ended before we could join it has put its
    /// image there first, so that nothing is decoded twice.
    private func beginOrHit(
        _ id: JobGraph.LoadID, _ request: JobGraph.Request, _ key: ImageKey, _ options: ImageOptions,
        _ context: ImageContext, _ route: Route
    ) -> Start {
        var found: Image?
        change { state in
            if asksMemory(options, context), !options.contains(.refreshCached) { found = memoryCache.secondLook(key) }
            guard found == nil else { return [] }
            state.routes[id] = route
            return state.graph.begin(id, request)
        }
        guard let found else { return .started }
        trace.record(TraceEvent(.hit, load: id, url: request.url, tier: .memory))
        return .hit(found)
    }

    func begin(_ id: JobGraph.LoadID, _ request: JobGraph.Request, _ route: Route) {
        change { state in
            state.routes[id] = route
            return state.graph.begin(id, request)
        }
    }

    // MARK: - While it runs

    /// Lets a load go. `true` if it had not ended.
    func leave(_ id: JobGraph.LoadID) -> Bool {
        var wasAlive = false
        var route: Route?  // released after the unlock: what it holds may call us as it goes
        change { state in
            route = state.routes.removeValue(forKey: id)
            let effects: [JobGraph.Effect]
            (wasAlive, effects) = state.graph.leave(id)
            return effects
        }
        return withExtendedLifetime(route) { wasAlive }
    }

    /// Takes the right to tell a load its end.
    func claim(_ id: JobGraph.LoadID) -> Bool {
        let route: Route?? = state.withLock { state in
            guard state.graph.claim(id) else { return nil }
            return .some(state.routes.removeValue(forKey: id))
        }
        return withExtendedLifetime(route) { route != nil }
    }

    func isAlive(_ id: JobGraph.LoadID) -> Bool { state.withLock { $0.graph.isAlive(id) } }

    func setPriority(_ priority: ImagePriority, of id: JobGraph.LoadID) {
        state.withLock { $0.graph.setPriority(priority, of: id) }
    }
}
