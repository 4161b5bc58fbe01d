import Basis
import FoundationEssentials
import ImageCoding

extension ImageManager {
    /// How a load began.
    enum Start {
        case failed(ImageError)
        case hit(Hit)
        /// The cached image comes first; then the closure asks the server whether it changed.
        case refreshing(Hit, begin: () -> Void)
        case started
    }

    /// An image that was there at once.
    struct Hit {
        let image: Image
        let cacheType: CacheType
        var data: StoredBytes?
    }

    var configuration: Configuration { defaults.configuration }

    func makeLoadID() -> JobGraph.LoadID {
        state.withLock { state in
            state.lastLoad += 1
            return state.lastLoad
        }
    }

    /// Returns the plan of a load, made after the options processor.
    func plan(
        for url: URL, _ options: ImageOptions, _ context: ImageContext, wantsImage: Bool = true
    ) -> LoadPlan {
        let processed = configuration.optionsProcessor?(url, options, context)
        return LoadPlan(
            url, processed?.options ?? options, processed?.context ?? context, defaults: defaults,
            wantsImage: wantsImage)
    }

    /// Begins a load of a URL, unless that is on the failed list.
    func start(
        _ id: JobGraph.LoadID, _ url: URL?, _ options: ImageOptions, _ context: ImageContext, _ route: Route
    ) -> Start {
        trace.record(TraceEvent(.query, load: id, row: context.row, url: url?.absoluteString))
        guard let url, let scheme = url.scheme, !scheme.isEmpty else { return .failed(.invalidURL) }
        let plan = plan(for: url, options, context)
        if let error = remembered(plan, id) { return .failed(error) }
        return start(id, plan, route)
    }

    /// The way of a load up to the point where it must wait: memory, perhaps the disk, then the job graph.
    func start(_ id: JobGraph.LoadID, _ plan: LoadPlan, _ route: Route) -> Start {
        if let found = lookUp(plan) { return startWith(found, plan, id, route) }
        if plan.asksMemory { trace.record(TraceEvent(.miss, load: id, url: plan.urlText, tier: .memory)) }
        let sources = sources(plan, id)
        guard canLoad(plan, sources) else { return .failed(.invalidURL) }
        if let start = startWithEarlierStep(plan, id, route) { return start }
        guard !sources.isEmpty else { return .failed(.notInCache) }
        if plan.options.contains(.queryDiskDataSync), let hit = readNow(plan, sources, id) {
            guard case .always = plan.revalidation else { return .hit(hit) }
            return refreshing(hit, plan, sources, id, route)
        }
        return beginOrHit(id, plan, sources, route)
    }

    /// The error that the URL is remembered for, unless this load is to try again.
    func remembered(_ plan: LoadPlan, _ id: JobGraph.LoadID) -> ImageError? {
        let now = time.now
        guard let failure = state.withLock({ $0.failed.error(for: plan.urlText, now: now) }) else { return nil }
        guard plan.options.contains(.retryFailed) else { return .failedBefore(failure) }
        trace.record(TraceEvent(.retry, load: id, url: plan.urlText))
        return nil
    }

    /// Returns the sources of a load. Asks the delegate.
    func sources(_ plan: LoadPlan, _ id: JobGraph.LoadID) -> [LoadSource] {
        let mayFetch =
            !plan.options.contains(.fromCacheOnly)
            && delegate?.imageManager(self, shouldDownloadImageFor: plan.url) != false
        return plan.sources(mayFetch: mayFetch, load: id)
    }

    /// Whether the loader, if it is one of the sources, knows such a URL.
    func canLoad(_ plan: LoadPlan, _ sources: [LoadSource]) -> Bool {
        guard case .loader(let key) = sources.last else { return true }
        return plan.loader.canLoad(plan.request(key, ImagePriority(plan.options), load: 0))
    }

    // MARK: - Memory

    /// An image that was found in memory.
    private struct Found {
        let image: Image
        /// Whether HTTP says that it need not be asked about.
        let isFresh: Bool
    }

    /// Returns the image that a load wants from memory, and whether it is fresh, in one critical section. For a load that
    /// wants a still, that may be the first frame of an animation.
    private func lookUp(_ plan: LoadPlan) -> Found? {
        let now = time.secondsSince1970
        let (found, retired) = state.withLock { state in
            let found = plan.asksMemory ? state.image(for: plan) : nil
            return (found.map { Found(image: $0, isFresh: $1?.state(at: now) == .fresh) }, state.takeRetired())
        }
        return withExtendedLifetime(retired) { found }
    }

    /// The image is there. Is it fresh enough, and is there more to bring?
    private func startWith(_ found: Found, _ plan: LoadPlan, _ id: JobGraph.LoadID, _ route: Route) -> Start {
        let hit = Hit(image: found.image, cacheType: .memory)
        var (mustWait, mustAsk) = (false, false)
        switch plan.revalidation {
        case .never: break
        case .always: mustAsk = true
        case .whenStale: mustWait = !found.isFresh
        case .behindWhenStale: mustAsk = !found.isFresh
        }
        if mustWait {
            let sources = sources(plan, id)
            if !sources.isEmpty {
                begin(id, route) { $0.graph.begin(id, plan, sources) }
                return .started
            }
        }
        trace.record(TraceEvent(.hit, load: id, url: plan.urlText, tier: .memory))
        if mustAsk {
            let sources = sources(plan, id)
            guard case .loader = sources.last else { return .hit(hit) }
            return refreshing(hit, plan, sources, id, route)
        }
        guard plan.options.contains(.queryMemoryData) else { return .hit(hit) }
        return startWithData(hit, plan, id, route)
    }

    /// The image is shown, and the server asked whether it changed. What is found on disk then may be newer than the image.
    private func refreshing(
        _ hit: Hit, _ plan: LoadPlan, _ sources: [LoadSource], _ id: JobGraph.LoadID, _ route: Route
    ) -> Start {
        .refreshing(hit) { [self] in
            begin(id, route) { $0.graph.begin(id, plan, sources, showing: hit.image.revision) }
        }
    }

    /// The image is there, and its bytes are to be read.
    private func startWithData(_ hit: Hit, _ plan: LoadPlan, _ id: JobGraph.LoadID, _ route: Route) -> Start {
        guard plan.image.isOriginal, plan.cache.tiers.contains(.disk) else { return .hit(hit) }
        let key = DiskKey(source: plan.source)
        if plan.options.contains(.queryMemoryDataSync) {
            return .hit(Hit(image: hit.image, cacheType: .memory, data: plan.cache.entry(for: key)?.body))
        }
        let source = LoadSource.original(DiskEntryID(cache: plan.cache, key: key))
        begin(id, route) { $0.graph.begin(id, plan, [source], withDataOf: hit.image) }
        return .started
    }

    /// The final image is not in memory, but one that it can be made of may be.
    private func startWithEarlierStep(_ plan: LoadPlan, _ id: JobGraph.LoadID, _ route: Route) -> Start? {
        guard !plan.options.contains(.fromLoaderOnly), case .never = plan.revalidation, plan.lastStep > 0 else {
            return nil
        }
        var hasBegun = false
        begin(id, route) { state in
            guard let (image, step) = state.earlierStep(plan) else { return nil }
            hasBegun = true
            return state.graph.begin(id, plan, from: image, at: step)
        }
        return hasBegun ? .started : nil
    }

    // MARK: - Into the graph

    /// Enters the job graph, unless the image has come into memory since that was asked: both in one critical section, so
    /// that nothing is decoded twice.
    private func beginOrHit(
        _ id: JobGraph.LoadID, _ plan: LoadPlan, _ sources: [LoadSource], _ route: Route
    ) -> Start {
        let asksAgain = if case .never = plan.revalidation { plan.asksMemory } else { false }
        var image: Image?
        begin(id, route) { state in
            if asksAgain { image = state.image(for: plan, isRepeat: true)?.image }
            return image == nil ? state.graph.begin(id, plan, sources) : nil
        }
        return image.map { startWith(Found(image: $0, isFresh: true), plan, id, route) } ?? .started
    }

    /// `nil`: it does not begin after all.
    func begin(_ id: JobGraph.LoadID, _ route: Route, _ body: (inout State) -> [JobGraph.Effect]?) {
        change { state in
            guard let effects = body(&state) else { return [] }
            state.routes[id] = route
            return effects
        }
    }
}

// MARK: - Under the lock

extension ImageManager.State {
    /// Returns the image in memory that a load wants, and what HTTP says about it.
    fileprivate mutating func image(
        for plan: LoadPlan, isRepeat: Bool = false
    ) -> (image: Image, response: ResponseMetadata?)? {
        if let found = find(plan.image, in: plan.cache, plan, isRepeat: isRepeat) {
            if plan.isServed(by: found.image) { return found }
            retire(images: [found.image])
            return nil
        }
        // An animation is not transformed, so it serves no load of a transformed still.
        guard !isRepeat, !plan.variant.isAnimated, plan.image.transformer == nil else { return nil }
        var moving = plan.variant
        moving.isAnimated = true
        let key = ImageKey(source: plan.source, variant: moving)
        guard let (image, response) = find(key, in: plan.cache, plan, isRepeat: true) else { return nil }
        retire(images: [image])
        return (image.still, response)
    }

    /// Returns the image of the last step that is in memory, and the step.
    fileprivate mutating func earlierStep(_ plan: LoadPlan) -> (image: Image, step: Int)? {
        for step in (0..<plan.lastStep).reversed() {
            let key = plan.image(at: step)
            let (cache, tiers) =
                key.isOriginal
                ? (plan.originalCache, plan.context.originalQueryCacheType) : (plan.cache, plan.context.queryCacheType)
            guard tiers.contains(.memory) else { continue }
            if let (image, _) = find(key, in: cache, plan, isRepeat: true) { return (image, step) }
        }
        return nil
    }

    private mutating func find(
        _ key: ImageKey, in cache: ImageCache, _ plan: LoadPlan, isRepeat: Bool
    ) -> (image: Image, response: ResponseMetadata?)? {
        let (image, response, leaving) = cache.look(key, for: plan.context.headers, isRepeat: isRepeat)
        retire(images: leaving)
        return image.map { ($0, response) }
    }
}
