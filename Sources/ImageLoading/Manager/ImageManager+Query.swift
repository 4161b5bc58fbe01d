import HalftoneCore
import FoundationEssentials
import ImageCoding

extension ImageManager {
    /// Looks for an image in a cache: in memory at once, then in the storage, first under its own key, then as the
    /// original that it can be made from. Decodes have the limits and the memory budget of loads and are coalesced with
    /// theirs.
    ///
    /// - Parameters:
    ///   - key: `nil` finds nothing.
    ///   - cache: Default: the manager's cache.
    ///   - type: The tiers to search. The disk alone never returns an image from memory.
    ///   - options: How to read and decode. None by default.
    ///   - storeTypes: Whether a decoded image is stored in memory. A query stores nothing on disk.
    ///   - completion: Runs exactly once: before this returns if no disk is searched or with
    ///     ``ImageCacheQueryOptions/waits``, else on the executor of the cache.
    @discardableResult
    public func query(
        _ key: ImageKey?, in cache: ImageCache? = nil, from type: CacheType = .all,
        options: ImageCacheQueryOptions = [], storingIn storeTypes: CacheType = .all,
        completion: @escaping @Sendable (CachedImage) -> Void
    ) -> ImageCacheQuery {
        let cache = cache ?? imageCache
        let (id, defaults) = newLoad()
        let query = ImageCacheQuery(key, completion) { [weak self] in self?.cancelQuery(id) }
        guard let key else {
            query.finish(.none)
            return query
        }
        let inMemory = type.contains(.memory) ? cache.image(for: key)?.shown(as: options) : nil
        let asksDisk = type.contains(.disk) && cache.tiers.contains(.disk)
        guard asksDisk, inMemory == nil || options.contains(.memoryData) else {
            query.finish(inMemory.map { CachedImage(image: $0, type: .memory) } ?? .none)
            return query
        }
        var context = ImageContext()
        context.imageCache = cache
        context.queryCacheType = type
        context.storeCacheType = options.contains(.firstFrameOnly) ? .none : storeTypes.intersection(.memory)
        context.originalStoreCacheType = .none
        let plan = LoadPlan(key.decoded(as: options), context, defaults: defaults)
        if options.contains(.waits) {
            search(for: key, plan, inMemory, options, id, query)
        } else {
            cache.executor.run { [self] in
                if !query.isFinished { search(for: key, plan, inMemory, options, id, query) }
            }
        }
        return query
    }

    /// Searches the disk; blocks. `inMemory`: the image from memory, if only its bytes are still needed.
    private func search(
        for key: ImageKey, _ plan: LoadPlan, _ inMemory: Image?, _ options: ImageCacheQueryOptions,
        _ id: JobGraph.LoadID, _ query: ImageCacheQuery
    ) {
        let cache = plan.cache
        // Another query may have decoded the image while this one waited.
        if inMemory == nil, plan.queriesMemory,
            let image = cache.memory.lookUp(key, isRepeat: true).image?.shown(as: options)
        {
            return query.finish(CachedImage(image: image, type: .memory))
        }
        let begunAt = cache.beginRead()
        let own = DiskEntryID(cache: cache, key: key.diskKey)
        let original = DiskEntryID(cache: cache, key: DiskKey(source: key.source))
        // The transformer of a key is not known here.
        let sources = key.isOriginal || key.transformer != nil ? [own] : [own, original]
        let found = sources.lazy.compactMap { id in self.read(id, begunAt: begunAt, hint: plan.hint).map { (id, $0) } }
            .first
        guard let (entryID, bytes) = found else {
            return query.finish(inMemory.map { CachedImage(image: $0, type: .memory) } ?? .none)
        }
        let result = CachedImage(image: inMemory, bytes: bytes.body.all, extended: bytes.extended, type: .memory)
        if let inMemory {
            let isSame = inMemory.isMade(of: bytes.revision)  // another process may have stored other bytes
            return query.finish(isSame ? result : CachedImage(image: inMemory, type: .memory))
        }
        if options.contains(.waits) {
            let image = makeNow(bytes, plan, id)
            if let image { store(image, of: bytes, from: entryID, readAt: begunAt, plan) }
            query.finish(result.with(image))
        } else {
            let route = Route.query { image in cache.executor.run { query.finish(result.with(image)) } }
            trace.record(TraceEvent(.query, load: id, url: key.source))
            begin(id, route) { $0.begin(id, plan, decoding: bytes, of: entryID, readAt: begunAt) }
            if query.isFinished { cancelQuery(id) }  // by a cancel before the graph knew of it
        }
    }

    private func cancelQuery(_ id: JobGraph.LoadID) {
        if leave(id) { trace.record(TraceEvent(.cancel, load: id)) }
    }
}

extension CachedImage {
    /// Returns the result of a read and a decode; `nil` if the bytes are not an image.
    fileprivate func with(_ image: Image?) -> CachedImage {
        CachedImage(image: image, bytes: bytes, extended: extended, type: image == nil ? .none : .disk)
    }
}

extension ImageKey {
    /// Returns the key of the image that a query decodes.
    fileprivate func decoded(as options: ImageCacheQueryOptions) -> ImageKey {
        var variant = variant
        if options.contains(.animatedOnly) { variant.isAnimated = true }
        if options.contains(.firstFrameOnly) { variant.isAnimated = false }
        return ImageKey(source: source, variant: variant, transformer: transformer)
    }
}

extension Image {
    /// Returns the image in the form that a query requests; `nil` if it is not suitable.
    fileprivate func shown(as options: ImageCacheQueryOptions) -> Image? {
        if options.contains(.animatedOnly), animation == nil { return nil }
        return options.contains(.firstFrameOnly) ? still : self
    }
}
