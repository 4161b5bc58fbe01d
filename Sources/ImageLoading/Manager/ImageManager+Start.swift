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
        var wish = wish(for: url, options, context)
        learnAudience(of: &wish)
        if let error = remembered(wish, id) { return .failed(error) }
        while wish.asksMemory {
            guard let image = imageInMemory(wish) else {
                trace.record(TraceEvent(.miss, load: id, url: wish.text, tier: .memory))
                break
            }
            if let start = startWith(image, wish, id, route) { return start }
            learnAudience(of: &wish)
        }
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

    /// What has to be known before memory is asked.
    ///
    /// What is in memory of the picture may be the answer to a request with other headers (`Vary`): an image does not
    /// know what was asked for when it came, but its name in memory does.
    func learnAudience(of wish: inout LoadWish) {
        let (source, headers) = (wish.key.source, wish.context.headers)
        let (known, isForOthers) = state.withLock { state in
            let isForOthers = state.freshness.isForOthers(source, requestHeaders: headers)
            (wish.endedImageJobs, wish.outdatings) = (state.graph.endedImageJobs, state.graph.outdatings)
            return (state.freshness[source], isForOthers)
        }
        wish.isForOthers = isForOthers
        wish.audiences = Audience.names(for: headers, knowing: known)
        wish.isVarying = known.map { $0.vary != Vary() } ?? false
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

    /// The wanted image in memory. Of one that plays a still is made for who wants none that does.
    private func imageInMemory(_ wish: LoadWish) -> Image? {
        let cache = wish.cache.cache
        if let image = wish.find(wish.key, cache.image(for:)) {
            return wish.isServed(by: image) ? image : nil
        }
        // An animation is not transformed, so that it is none of the stills that are.
        guard !wish.variant.isAnimated, wish.key.transformer == nil else { return nil }
        var moving = wish.variant
        moving.isAnimated = true
        let key = ImageKey(source: wish.key.source, variant: moving)
        return wish.find(key, cache.secondLook)?.still
    }

    /// The image is there. Is it fresh enough, and is there more to bring? `nil`: newer bytes may have taken its place
    /// since memory was asked.
    private func startWith(_ image: Image, _ wish: LoadWish, _ id: JobGraph.LoadID, _ route: Route) -> Start? {
        let hit = Hit(image: image, cacheType: .memory)
        var (mustWait, mustAsk) = (false, false)
        switch wish.refresh {
        case .never: break
        case .always: mustAsk = true
        case .whenStale, .behindWhenStale:
            switch standing(of: wish) {
            case .isFresh: break
            case .isStale: if case .whenStale = wish.refresh { mustWait = true } else { mustAsk = true }
            case .isLeaving: mustWait = true
            case .mayHaveLeft: return nil
            }
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
            begin(id, route) { $0.begin(id, request, refreshingWhatWasFoundAt: wish.outdatings) }
        }
    }

    /// What can be said of an image that was found in memory.
    private enum Standing {
        case isFresh, isStale
        /// Newer bytes are taking its place at this moment: what is known is known of those.
        case isLeaving
        /// They may have done so since memory was asked.
        case mayHaveLeft
    }

    private func standing(of wish: LoadWish) -> Standing {
        let now = time.secondsSince1970
        return state.withLock { state in
            guard state.graph.outdatings == wish.outdatings else { return .mayHaveLeft }
            guard !state.graph.isBeingReplaced(wish.key.source) else { return .isLeaving }
            return state.freshness[wish.key.source]?.state(at: now) == .fresh ? .isFresh : .isStale
        }
    }

    /// The image is there, and its bytes are to be read.
    private func startWithData(_ hit: Hit, _ wish: LoadWish, _ id: JobGraph.LoadID, _ route: Route) -> Start {
        let shelf = Shelf(cache: wish.cache, key: DiskKey(source: wish.key.source))
        if wish.options.contains(.queryMemoryDataSync) {
            var hit = hit
            hit.data = wish.isOriginal ? shelf.cache.cache.entry(for: shelf.key)?.body : nil
            return .hit(hit)
        }
        guard wish.isOriginal, shelf.cache.cache.tiers.contains(.disk) else { return .hit(hit) }
        var request = wish.request(self, mayFetch: false, load: id)
        request.ways = [.original(shelf)]
        begin(id, route) { [request] in $0.begin(id, request, withDataOf: hit.image) }
        return .started
    }

    /// The final image is not in memory, but one that it can be made of may be. What is found there is looked for again if
    /// newer bytes may have taken its place meanwhile: what is made of it would be kept.
    private func startWithEarlierStep(
        _ wish: LoadWish, _ request: LoadRequest, _ id: JobGraph.LoadID, _ route: Route
    ) -> Start? {
        guard !wish.options.contains(.fromLoaderOnly), !wish.isForOthers, case .never = request.refresh,
            request.images.count > 1
        else { return nil }
        var seen = state.withLock { $0.graph.outdatings }
        while let (image, depth, audience) = earlierStep(wish, request) {
            var request = request
            (request.sourceAudience, request.isSourceVarying) = (audience, wish.isVarying)
            var hasBegun = false
            begin(id, route) { [request] graph in
                hasBegun = graph.outdatings == seen
                seen = graph.outdatings
                return hasBegun ? graph.begin(id, request, from: image, at: depth) : nil
            }
            if hasBegun { return .started }
        }
        return nil
    }

    /// The last step of the chain whose image is in memory, and whom that was sent to.
    private func earlierStep(_ wish: LoadWish, _ request: LoadRequest) -> (image: Image, depth: Int, String?)? {
        for depth in request.images.indices.dropLast().reversed() {
            let key = request.images[depth]
            let (cache, tiers) =
                key.isOriginal
                ? (wish.originalCache, wish.context.originalQueryCacheType) : (wish.cache, wish.context.queryCacheType)
            guard tiers.contains(.memory) else { continue }
            for audience in wish.audiences {
                if let image = cache.cache.secondLook(key.sent(to: audience)) { return (image, depth, audience) }
            }
        }
        return nil
    }

    // MARK: - Into the graph

    /// Enters the job graph, unless a job has ended since memory was asked: it cannot be joined any more, and may have put
    /// its image there first. So memory is asked again, unlocked because a cache may be anybody's, until it says no and
    /// nothing has ended meanwhile. Nothing is decoded twice.
    private func beginOrHit(
        _ id: JobGraph.LoadID, _ wish: LoadWish, _ request: LoadRequest, _ route: Route
    ) -> Start {
        guard wish.asksMemory, case .never = request.refresh else { return beginWaiting(id, request, route) }
        var seen = wish.endedImageJobs
        while true {
            var hasBegun = false
            begin(id, route) { graph in
                guard graph.endedImageJobs == seen else {
                    seen = graph.endedImageJobs
                    return nil
                }
                hasBegun = true
                return graph.begin(id, request)
            }
            if hasBegun { return .started }
            guard let image = wish.find(wish.key, wish.cache.cache.secondLook), wish.isServed(by: image) else {
                continue
            }
            if let start = startWith(image, wish, id, route) { return start }
        }
    }

    private func beginWaiting(_ id: JobGraph.LoadID, _ request: LoadRequest, _ route: Route) -> Start {
        begin(id, route) { $0.begin(id, request) }
        return .started
    }

    /// `nil`: it does not begin after all.
    func begin(
        _ id: JobGraph.LoadID, _ route: Route, _ body: (inout JobGraph) -> [JobGraph.Effect]?
    ) {
        change { state in
            guard let effects = body(&state.graph) else { return [] }
            state.routes[id] = route
            return effects
        }
    }
}
