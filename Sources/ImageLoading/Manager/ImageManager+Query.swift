import Basis
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
    ///   - storeTypes: Whether a decoded image is stored in memory. A query stores nothing on disk.
    ///   - completion: Runs exactly once: before this returns if no disk is searched or with
    ///     ``ImageCacheQueryOptions/waits``, else on the executor of the cache.
    @discardableResult
    public func query(
        _ key: ImageKey?, in cache: ImageCache? = nil, from type: CacheType = .all,
        options: ImageCacheQueryOptions = [], storingIn storeTypes: CacheType = .all,
        completion: @escaping @Sendable (CachedImage) -> Void
    ) -> ImageCacheQuery {
        let (cache, id) = (cache ?? imageCache, makeLoadID())
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
        let search = DiskSearch(
            id: id, key: key, cache: cache, inMemory: inMemory, asksMemory: type.contains(.memory), options: options,
            storesInMemory: storeTypes.contains(.memory) && !options.contains(.firstFrameOnly))
        if options.contains(.waits) {
            run(search, query)
        } else {
            cache.executor.run { [self] in if !query.isFinished { run(search, query) } }
        }
        return query
    }

    /// The part of a query that blocks.
    private struct DiskSearch {
        let id: JobGraph.LoadID
        let key: ImageKey
        let cache: ImageCache
        /// The image from memory, if only its bytes are still needed.
        let inMemory: Image?
        let asksMemory: Bool
        let options: ImageCacheQueryOptions
        let storesInMemory: Bool
    }

    private func run(_ search: DiskSearch, _ query: ImageCacheQuery) {
        let (key, cache) = (search.key, search.cache)
        // Another query may have decoded the image while this one waited.
        if search.inMemory == nil, search.asksMemory,
            let image = cache.memory.lookUp(key, isRepeat: true).image?.shown(as: search.options)
        {
            return query.finish(CachedImage(image: image, type: .memory))
        }
        let begunAt = cache.beginRead()
        let own = DiskEntryID(cache: cache, key: key.diskKey)
        let original = DiskEntryID(cache: cache, key: DiskKey(source: key.source))
        // The transformer of a key is not known here.
        let sources = key.isOriginal || key.transformer != nil ? [own] : [own, original]
        let found = sources.lazy.compactMap { id in self.read(id, begunAt: begunAt).map { (id, $0) } }.first
        guard let (entryID, bytes) = found else {
            return query.finish(search.inMemory.map { CachedImage(image: $0, type: .memory) } ?? .none)
        }
        let result = CachedImage(image: search.inMemory, bytes: bytes.body.all, extended: bytes.extended, type: .memory)
        guard search.inMemory == nil else { return query.finish(result) }
        let plan = plan(of: search)
        let isFinal = entryID.key.variant != nil
        if search.options.contains(.waits) {
            let image = makeNow(bytes, plan, isFinal, search.id)
            if let image { store(image, of: bytes, from: entryID, readAt: begunAt, plan) }
            query.finish(result.with(image))
        } else {
            let route = Route.query { image in cache.executor.run { query.finish(result.with(image)) } }
            trace.record(TraceEvent(.query, load: search.id, url: key.source))
            begin(search.id, route) {
                $0.begin(search.id, plan, decoding: bytes, of: entryID, isFinal: isFinal)
            }
            if query.isFinished { cancelQuery(search.id) }  // by a cancel before the graph knew of it
        }
    }

    private func plan(of search: DiskSearch) -> LoadPlan {
        var variant = search.key.variant
        if search.options.contains(.animatedOnly) { variant.isAnimated = true }
        if search.options.contains(.firstFrameOnly) { variant.isAnimated = false }
        var context = ImageContext()
        context.imageCache = search.cache
        context.storeCacheType = search.storesInMemory ? .memory : .none
        context.originalStoreCacheType = .none
        let key = ImageKey(source: search.key.source, variant: variant, transformer: search.key.transformer)
        return LoadPlan(key, context, defaults: defaults)
    }

    private func cancelQuery(_ id: JobGraph.LoadID) {
        if leave(id) { trace.record(TraceEvent(.cancel, load: id)) }
    }
}

extension CachedImage {
    /// The result of a read and a decode. `nil`: the bytes are not an image.
    fileprivate func with(_ image: Image?) -> CachedImage {
        CachedImage(image: image, bytes: bytes, extended: extended, type: image == nil ? .none : .disk)
    }
}

extension Image {
    /// Returns the image as a query wants it; `nil` if it is not suitable.
    fileprivate func shown(as options: ImageCacheQueryOptions) -> Image? {
        if options.contains(.animatedOnly), animation == nil { return nil }
        return options.contains(.firstFrameOnly) ? still : self
    }
}
