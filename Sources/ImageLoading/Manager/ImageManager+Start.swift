import HalftoneCore
import FoundationEssentials
import ImageCoding

extension ImageManager {
    enum Start {
        /// The end of the load: an image that was available at once, or an error.
        case ended(Result<LoadedImage, ImageError>)
        /// A cached image whose revalidation has begun. An operation delivers it, a stream has it already.
        case cached(LoadedImage)
        case started
    }

    struct NewLoad {
        let id: JobGraph.LoadID
        let plan: LoadPlan
        let route: Route
    }

    /// The components of loads that start now.
    var defaults: LoadDefaults { state.withLock { $0.defaults } }

    /// Returns the number of a new load.
    func makeLoadID() -> JobGraph.LoadID { lastLoad.wrappingAdd(1, ordering: .relaxed).newValue }

    /// Returns the plan of a load, with the options processor applied.
    func plan(
        for url: URL, _ options: ImageOptions, _ context: ImageContext, product: LoadPlan.Product = .image
    ) -> LoadPlan {
        let defaults = defaults
        let processed = defaults.configuration.optionsProcessor?(url, options, context)
        var used = processed ?? (options, context)
        if product == .bytes {
            used.options.remove(.scaleDownLargeImages)
            used.context.makeForBytes(serializer: defaults.configuration.cacheSerializer)
        }
        used.context.requestedURL = context.requestedURL
        return LoadPlan(
            url, used.options, used.context, defaults: defaults, product: product,
            alternative: LoadPlan.Alternative(to: url, options, context))
    }

    func start(
        _ id: JobGraph.LoadID, _ url: URL?, _ options: ImageOptions, _ context: ImageContext, _ route: Route,
        product: LoadPlan.Product = .image
    ) -> Start {
        trace.record(TraceEvent(.query, load: id, row: context.row, url: url?.absoluteString))
        guard let url else { return .ended(.failure(.invalidURL)) }
        return start(NewLoad(id: id, plan: plan(for: url, options, context, product: product), route: route))
    }

    /// Starts a load, of its next URL if the first one fails at once.
    func start(_ load: NewLoad) -> Start {
        let start = startFirst(load)
        guard case .ended(.failure(let error)) = start, let next = load.plan.alternative else { return start }
        return startNext(load.id, next, load.plan.product, load.route, after: error)
    }

    /// Continues a load that has failed with the next of its URLs.
    private func startNext(
        _ id: JobGraph.LoadID, _ next: LoadPlan.Alternative, _ product: LoadPlan.Product, _ route: Route,
        after error: ImageError
    ) -> Start {
        trace.record(TraceEvent(.retry, load: id, url: next.url.absoluteString, error: error.description))
        let plan = plan(for: next.url, next.options, next.context, product: product)
        return start(NewLoad(id: id, plan: plan, route: route))
    }

    /// Continues a load that has failed in the graph, where it stays until its end. `nil`: the end is to be delivered, or
    /// the load has left.
    func startNext(_ id: JobGraph.LoadID, after end: ImageLoadEvent, _ route: Route) -> Start? {
        guard case .finished(.failure(let error)) = end,
            let (next, product) = state.withLock({ $0.graph.alternative(of: id, after: error) })
        else { return nil }
        let start = startNext(id, next, product, route, after: error)
        if case .ended = start, !leave(id) { return nil }
        return start
    }

    /// Starts a load, unless its URL is on the failed list: looks in memory, perhaps on disk, then enters the job graph.
    private func startFirst(_ load: NewLoad) -> Start {
        let plan = load.plan
        guard plan.url.scheme?.isEmpty == false else { return .ended(.failure(.invalidURL)) }
        let begunAt = PictureIndex.nextTime()
        let (failure, found) = lookUp(plan)
        if let failure {
            guard plan.options.contains(.retryFailed) else { return .ended(.failure(.failedBefore(failure))) }
            trace.record(TraceEvent(.retry, load: load.id, url: plan.urlText))
        }
        if let (image, response) = found {
            let decision = plan.decide(response, at: time.secondsSince1970)
            guard decision != .use else { return startWith(image, load) }
            let sources = sources(load)
            // Without a loader, the image is used as it is.
            guard case .loader = sources.last else { return startWith(image, load) }
            guard decision == .useAndRevalidate else {
                change { $0.graph.begin(load.id, plan, sources, load.route) }
                return .started
            }
            noteHit(load)
            let known = EncodedData(validatorsOf: image, response, plan, foundAfter: begunAt)
            return refreshing(plan.loaded(image, .memory), known, load, sources)
        }
        if plan.queriesMemory { trace.record(TraceEvent(.miss, load: load.id, url: plan.urlText, tier: .memory)) }
        let sources = sources(load)
        guard canLoad(plan, sources) else { return .ended(.failure(.invalidURL)) }
        guard plan.hasDestination, !sources.isEmpty else { return .ended(.failure(.notInCache)) }
        if plan.wantsImage, plan.options.contains(.queryDiskDataSync), let found = readNow(plan, sources, load.id) {
            guard found.decision == .useAndRevalidate, case .loader = sources.last else {
                return .ended(.success(found.hit))
            }
            return refreshing(found.hit, found.bytes, load, sources)
        }
        return beginOrHit(load, sources)
    }

    /// Returns the sources of a load, after asking the delegate.
    private func sources(_ load: NewLoad) -> [LoadSource] {
        let mayFetch =
            !load.plan.options.contains(.fromCacheOnly)
            && delegate?.imageManager(self, shouldDownloadImageFor: load.plan.url) != false
        return load.plan.sources(mayFetch: mayFetch, load: load.id)
    }

    /// Returns whether the loader accepts the request; `true` if it is not one of the sources.
    private func canLoad(_ plan: LoadPlan, _ sources: [LoadSource]) -> Bool {
        guard case .loader(let key) = sources.last else { return true }
        return plan.loader.canLoad(plan.request(key, ImagePriority(plan.options)))
    }

    // MARK: - Memory

    /// Returns the remembered error of the URL and, unless that forbids the load, the requested image from memory with
    /// its HTTP metadata; for a still request, perhaps the first frame of a cached animation. One critical section.
    private func lookUp(
        _ plan: LoadPlan
    ) -> (failure: ImageError?, found: (image: Image, response: ResponseMetadata?)?) {
        let now = time.now
        let (failure, found, retired) = state.withLock { state in
            let failure = state.failed.error(for: plan.urlText, now: now)
            let mayLoad = failure == nil || plan.options.contains(.retryFailed)
            return (failure, mayLoad && plan.queriesMemory ? state.image(for: plan) : nil, state.graph.takeRetired())
        }
        return withExtendedLifetime(retired) { (failure, found) }
    }

    /// Starts a load that delivers an image and revalidates it. The graph gets its revision, because the disk may have
    /// newer bytes. `known`: its entry, if that need not be read for its validators.
    private func refreshing(
        _ hit: LoadedImage, _ known: EncodedData?, _ load: NewLoad, _ sources: [LoadSource]
    ) -> Start {
        let cached = load.plan.loaded(hit.image, hit.cacheType, body: hit.body, isFinal: false)
        change { state in
            if case .stream = load.route { state.graph.effects.append(.deliver(load.id, .cached(cached))) }
            let shown = JobGraph.Shown.image(hit.image.revision)
            state.graph.begin(load.id, load.plan, sources, load.route, shown: shown, known: known)
        }
        return .cached(cached)
    }

    /// Starts a load whose image is in memory and needs no revalidation; its bytes are read from disk if they are
    /// requested.
    private func startWith(_ image: Image, _ load: NewLoad) -> Start {
        noteHit(load)
        let (plan, hit) = (load.plan, load.plan.loaded(image, .memory))
        guard plan.options.contains(.queryMemoryData), plan.image.isOriginal, plan.cache.tiers.contains(.disk)
        else { return .ended(.success(hit)) }
        let key = DiskKey(source: plan.source)
        if plan.options.contains(.queryMemoryDataSync) {
            let entry = plan.cache.entry(for: key)
            let isSame = entry.map { image.isMade(of: $0.revision) } ?? false
            return .ended(.success(plan.loaded(image, .memory, body: isSame ? entry?.body : nil)))
        }
        let source = LoadSource.disk(DiskEntryID(cache: plan.cache, key: key))
        change { $0.graph.begin(load.id, plan, [source], load.route, hit: hit) }
        return .started
    }

    private func noteHit(_ load: NewLoad) {
        trace.record(TraceEvent(.hit, load: load.id, url: load.plan.urlText, tier: .memory))
    }

    // MARK: - Entering the graph

    /// Enters the job graph, unless the image has come into memory since the lookup: one critical section, so that
    /// nothing is decoded twice.
    private func beginOrHit(_ load: NewLoad, _ sources: [LoadSource]) -> Start {
        let asksAgain = load.plan.httpPolicy == .forever && load.plan.queriesMemory
        var image: Image?
        change { state in
            if asksAgain { image = state.image(for: load.plan, isRepeat: true)?.image }
            guard image == nil else { return }
            state.graph.begin(load.id, load.plan, sources, load.route)
        }
        return image.map { startWith($0, load) } ?? .started
    }
}

// MARK: - Under the lock

extension ImageManager.State {
    /// Returns the requested image from memory and its HTTP metadata.
    mutating func image(
        for plan: LoadPlan, isRepeat: Bool = false
    ) -> (image: Image, response: ResponseMetadata?)? {
        if let found = find(plan.image, in: plan.cache, plan) {
            if plan.isSatisfied(by: found.image) { return found }
            graph.retire([found.image])
            return nil
        }
        // Animations are not transformed, so they cannot serve a request for a transformed still.
        guard !isRepeat, !plan.variant.isAnimated, plan.image.transformer == nil else { return nil }
        var moving = plan.variant
        moving.isAnimated = true
        let key = ImageKey(source: plan.source, variant: moving)
        guard let (image, response) = find(key, in: plan.cache, plan) else { return nil }
        graph.retire([image])
        return (image.still, response)
    }

    private mutating func find(
        _ key: ImageKey, in cache: ImageCache, _ plan: LoadPlan
    ) -> (image: Image, response: ResponseMetadata?)? {
        let (image, response, leaving) = cache.lookUp(key, for: plan.context.headers)
        graph.retire(leaving)
        return image.map { ($0, response) }
    }
}
