import Basis
import ImageCoding

extension ImageManager {
    /// Looks for an image in a cache: in memory at once, then in the storage, first under its own key, then as the
    /// original that it can be made from. Decodes have the limits of loads and are coalesced.
    ///
    /// - Parameters:
    ///   - key: `nil` finds nothing.
    ///   - cache: Default: the manager's cache.
    ///   - type: The tiers to search. The disk alone never returns an image from memory.
    ///   - keptTypes: Whether a decoded image is stored in memory. A query never writes to the disk.
    ///   - completion: Runs exactly once: before this returns if no disk is searched or with
    ///     ``ImageCacheQueryOptions/waits``, else on any thread.
    @discardableResult
    public func query(
        _ key: ImageKey?, in cache: ImageCache? = nil, from type: CacheType = .all,
        options: ImageCacheQueryOptions = [], keepingIn keptTypes: CacheType = .all,
        completion: @escaping @Sendable (CachedImage) -> Void
    ) -> ImageCacheQuery {
        let id = makeLoadID()
        let query = ImageCacheQuery(key, completion) { [weak self] in _ = self?.leave(id) }
        guard let key else {
            query.finish(.none)
            return query
        }
        var context = ImageContext()
        context.imageCache = cache
        (context.queryCacheType, context.originalQueryCacheType) = (type, type)
        context.storeCacheType = keptTypes.intersection(.memory)
        context.originalStoreCacheType = .none
        let plan = LoadPlan(key.wanted(options), options.loadOptions, context, defaults: defaults)
        switch start(id, plan, .query(query)) {
        case .hit(let hit), .refreshing(let hit, _):
            query.finish(CachedImage(.image(hit.image, hit.cacheType, data: hit.data)))
        case .failed: query.finish(.none)
        case .started: break
        }
        return query
    }
}

extension ImageKey {
    /// Returns the key of the still or of the animation, if the options ask for one of them.
    fileprivate func wanted(_ options: ImageCacheQueryOptions) -> ImageKey {
        var variant = variant
        if options.contains(.firstFrameOnly) { variant.isAnimated = false }
        if options.contains(.animatedOnly) { variant.isAnimated = true }
        return ImageKey(source: source, variant: variant, transformer: transformer)
    }
}
