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

    /// What was there at once.
    struct Hit {
        let image: Image
        let cacheType: CacheType
        var data: StoredBytes?
    }

    func makeLoadID() -> JobGraph.LoadID {
        state.withLock { state in
            state.lastLoad += 1
            return state.lastLoad
        }
    }

    /// What is asked for, once the options processor has had its say.
    func wish(for url: URL, _ options: ImageOptions, _ context: ImageContext) -> LoadWish {
        let processed = configuration.optionsProcessor?(url, options, context)
        return LoadWish(url, processed?.options ?? options, processed?.context ?? context, self)
    }

    /// The way of a load up to the point where it must wait: failed list, memory, perhaps the disk, then the job graph.
    func start(
        _ id: JobGraph.LoadID, _ url: URL?, _ options: ImageOptions, _ context: ImageContext, _ route: Route
    ) -> Start {
        trace.record(TraceEvent(.query, load: id, row: context.row, url: url?.absoluteString))
        guard let url, let scheme = url.scheme, !scheme.isEmpty else { return .failed(.invalidURL) }
        let wish = wish(for: url, options, context)
        if let error = remembered(wish, id) { return .failed(error) }
        if let found = lookUp(wish) { return startWith(found, wish, id, route) }
        if wish.asksMemory { trace.record(TraceEvent(.miss, load: id, url: wish.text, tier: .memory)) }
        let request = request(wish, id)
        guard canLoad(request) else { return .failed(.invalidURL) }
        if let start = startWithEarlierStep(wish, request, id, route) { return start }
        guard !request.ways.isEmpty else { return .failed(.notInCache) }
        if wish.options.contains(.queryDiskDataSync), let hit = readNow(request, id) {
            guard case .always = request.refresh else { return .hit(hit) }
            return refreshing(hit, wish, request, id, route)
        }
        return beginOrHit(id, wish, request, route)
    }

    /// The error that the URL is remembered for, unless this load is to try again.
    func remembered(_ wish: LoadWish, _ id: JobGraph.LoadID) -> ImageError? {
        let now = time.now
        guard let failure = state.withLock({ $0.failed.error(for: wish.text, now: now) }) else { return nil }
        guard wish.options.contains(.retryFailed) else { return .failedBefore(failure) }
        trace.record(TraceEvent(.retry, load: id, url: wish.text))
        return nil
    }

    func request(_ wish: LoadWish, _ id: JobGraph.LoadID) -> LoadRequest {
        let mayFetch =
            !wish.options.contains(.fromCacheOnly)
            && delegate?.imageManager(self, shouldDownloadImageFor: wish.url) != false
        return wish.request(self, mayFetch: mayFetch, load: id)
    }

    /// A URL that no loader knows is none.
    func canLoad(_ request: LoadRequest) -> Bool {
        for case .loader(let key) in request.ways {
            return request.crew.loader.canLoad(request.crew.request(key, request.priority, load: 0))
        }
        return true
    }

    // MARK: - Memory

    /// An image that was found in memory.
    private struct Found {
        let image: Image
        /// Whether HTTP says that it need not be asked about.
        let isFresh: Bool
    }

    /// Looks for the wanted image in memory, and for what is known of it, in one critical section. Of one that plays a
    /// still is made for a load that wants a still.
    private func lookUp(_ wish: LoadWish) -> Found? {
        let now = time.secondsSince1970
        let (found, retired) = state.withLock { state in
            let found = wish.asksMemory ? state.image(for: wish) : nil
            return (found.map { Found(image: $0, isFresh: $1?.state(at: now) == .fresh) }, state.takeRetired())
        }
        return withExtendedLifetime(retired) { found }
    }

    /// The image is there. Is it fresh enough, and is there more to bring?
    private func startWith(_ found: Found, _ wish: LoadWish, _ id: JobGraph.LoadID, _ route: Route) -> Start {
        let hit = Hit(image: found.image, cacheType: .memory)
        var (mustWait, mustAsk) = (false, false)
        switch wish.refresh {
        case .never: break
        case .always: mustAsk = true
        case .whenStale: mustWait = !found.isFresh
        case .behindWhenStale: mustAsk = !found.isFresh
        }
        if mustWait {
            let request = request(wish, id)
            if !request.ways.isEmpty { return beginWaiting(id, request, route) }
        }
        trace.record(TraceEvent(.hit, load: id, url: wish.text, tier: .memory))
        if mustAsk {
            let request = request(wish, id)
            guard request.ways.contains(where: { if case .loader = $0 { true } else { false } }) else {
                return .hit(hit)
            }
            return refreshing(hit, wish, request, id, route)
        }
        guard wish.options.contains(.queryMemoryData) else { return .hit(hit) }
        return startWithData(hit, wish, id, route)
    }

    /// The image is shown, and the server asked whether it changed. What is found on disk then may be newer than the image.
    private func refreshing(
        _ hit: Hit, _ wish: LoadWish, _ request: LoadRequest, _ id: JobGraph.LoadID, _ route: Route
    ) -> Start {
        .refreshing(hit) { [self] in
            begin(id, route) { $0.graph.begin(id, request, showing: hit.image.revision) }
        }
    }

    /// The image is there, and its bytes are to be read.
    private func startWithData(_ hit: Hit, _ wish: LoadWish, _ id: JobGraph.LoadID, _ route: Route) -> Start {
        let shelf = Shelf(cache: wish.cache, key: DiskKey(source: wish.key.source))
        if wish.options.contains(.queryMemoryDataSync) {
            var hit = hit
            hit.data = wish.isOriginal ? shelf.cache.entry(for: shelf.key)?.body : nil
            return .hit(hit)
        }
        guard wish.isOriginal, shelf.cache.tiers.contains(.disk) else { return .hit(hit) }
        var request = wish.request(self, mayFetch: false, load: id)
        request.ways = [.original(shelf)]
        begin(id, route) { [request] in $0.graph.begin(id, request, withDataOf: hit.image) }
        return .started
    }

    /// The final image is not in memory, but one that it can be made of may be.
    private func startWithEarlierStep(
        _ wish: LoadWish, _ request: LoadRequest, _ id: JobGraph.LoadID, _ route: Route
    ) -> Start? {
        guard !wish.options.contains(.fromLoaderOnly), case .never = request.refresh, request.images.count > 1 else {
            return nil
        }
        var hasBegun = false
        begin(id, route) { state in
            guard let (image, depth) = state.earlierStep(wish, request) else { return nil }
            hasBegun = true
            return state.graph.begin(id, request, from: image, at: depth)
        }
        return hasBegun ? .started : nil
    }

    // MARK: - Into the graph

    /// Enters the job graph, unless the image has come into memory since that was asked: both in one critical section, so
    /// that nothing is decoded twice.
    private func beginOrHit(
        _ id: JobGraph.LoadID, _ wish: LoadWish, _ request: LoadRequest, _ route: Route
    ) -> Start {
        let asksAgain = if case .never = request.refresh { wish.asksMemory } else { false }
        var image: Image?
        begin(id, route) { state in
            if asksAgain { image = state.image(for: wish, isSecondLook: true)?.image }
            return image == nil ? state.graph.begin(id, request) : nil
        }
        return image.map { startWith(Found(image: $0, isFresh: true), wish, id, route) } ?? .started
    }

    private func beginWaiting(_ id: JobGraph.LoadID, _ request: LoadRequest, _ route: Route) -> Start {
        begin(id, route) { $0.graph.begin(id, request) }
        return .started
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
    /// The image in memory that a load wants, and what HTTP says about it.
    fileprivate mutating func image(
        for wish: LoadWish, isSecondLook: Bool = false
    ) -> (image: Image, response: ResponseMetadata?)? {
        if let found = find(wish.key, in: wish.cache, wish, isSecond: isSecondLook) {
            if wish.isServed(by: found.image) { return found }
            retire(images: [found.image])
            return nil
        }
        // An animation is not transformed, so that it is none of the stills that are.
        guard !isSecondLook, !wish.variant.isAnimated, wish.key.transformer == nil else { return nil }
        var moving = wish.variant
        moving.isAnimated = true
        let key = ImageKey(source: wish.key.source, variant: moving)
        guard let (image, response) = find(key, in: wish.cache, wish, isSecond: true) else { return nil }
        retire(images: [image])
        return (image.still, response)
    }

    /// The last step of the chain whose image is in memory.
    fileprivate mutating func earlierStep(_ wish: LoadWish, _ request: LoadRequest) -> (image: Image, depth: Int)? {
        for depth in request.images.indices.dropLast().reversed() {
            let key = request.images[depth]
            let (cache, tiers) =
                key.isOriginal
                ? (wish.originalCache, wish.context.originalQueryCacheType) : (wish.cache, wish.context.queryCacheType)
            guard tiers.contains(.memory) else { continue }
            if let (image, _) = find(key, in: cache, wish, isSecond: true) { return (image, depth) }
        }
        return nil
    }

    private mutating func find(
        _ key: ImageKey, in cache: ImageCache, _ wish: LoadWish, isSecond: Bool
    ) -> (image: Image, response: ResponseMetadata?)? {
        let (image, response, leaving) = cache.look(key, for: wish.context.headers, isSecond: isSecond)
        retire(images: leaving)
        return image.map { ($0, response) }
    }
}
