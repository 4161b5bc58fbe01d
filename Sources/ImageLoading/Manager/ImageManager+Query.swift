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
        let id = makeLoadID()
        let query = ImageCacheQuery(key, completion) { [weak self] in self?.cancelQuery(id) }
        guard let key else {
            query.finish(.none)
            return query
        }
        let inMemory = type.contains(.memory) ? cache[key]?.shown(as: options) : nil
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
        trace.record(TraceEvent(.query, load: id, url: key.source))
        let hit = inMemory.map { plan.loaded($0, .memory) }
        if options.contains(.waits) {
            let found = find(plan, plan.sources(of: key, isInMemory: hit != nil), hit, id)
            trace.record(TraceEvent(found.image == nil ? .fail : .complete, load: id, url: key.source))
            query.finish(found)
        } else {
            let route = Route.query { found, bytes in
                cache.executor.run { query.finish(CachedImage(found, bytes)) }
            }
            change { state in
                // The image may have come into memory since the lookup, and is not decoded twice.
                let late = hit == nil && plan.queriesMemory ? state.image(for: plan, isRepeat: true)?.image : nil
                state.graph.retire(late)
                let hit = hit ?? late?.shown(as: options).map { plan.loaded($0, .memory) }
                let readsDisk = hit == nil || options.contains(.memoryData)
                let sources = readsDisk ? plan.sources(of: key, isInMemory: hit != nil) : []
                state.graph.begin(id, plan, sources, route, hit: hit)
            }
            if query.isFinished { cancelQuery(id) }  // by a cancel before the graph knew of it
        }
        return query
    }

    /// Searches the disk; blocks. `hit`: the image from memory, if only its bytes are still needed.
    private func find(
        _ plan: LoadPlan, _ sources: [LoadSource], _ hit: LoadedImage?, _ id: JobGraph.LoadID
    ) -> CachedImage {
        guard let hit else { return readNow(plan, sources, id).map { CachedImage($0.hit, $0.bytes) } ?? .none }
        guard case .disk(let entryID) = sources.first else { return CachedImage(hit, nil) }
        let bytes = read(entryID, begunAt: entryID.cache.beginRead(), hint: plan.hint)
        return CachedImage(hit, bytes.flatMap { hit.image.isMade(of: $0.revision) ? $0 : nil })
    }

    private func cancelQuery(_ id: JobGraph.LoadID) {
        if leave(id) { trace.record(TraceEvent(.cancel, load: id)) }
    }
}

extension CachedImage {
    /// Creates the result of a load; a miss without an image.
    fileprivate init(_ found: LoadedImage?, _ bytes: EncodedData?) {
        self.init(
            image: found?.image, bytes: bytes?.body.all, extended: bytes?.extended, type: found?.cacheType ?? .none)
    }
}

extension LoadPlan {
    /// Returns the entries from which a query makes an image, or reads the bytes of one in memory. The transformer of a
    /// key is not known, so a transformed image is never made of the original.
    fileprivate func sources(of key: ImageKey, isInMemory: Bool) -> [LoadSource] {
        let isAlone = isInMemory || key.isOriginal || key.transformer != nil
        let keys = isAlone ? [key.diskKey] : [key.diskKey, DiskKey(source: key.source)]
        return keys.map { .disk(DiskEntryID(cache: cache, key: $0)) }
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
