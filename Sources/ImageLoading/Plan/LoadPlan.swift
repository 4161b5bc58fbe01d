import HalftoneCore
import FoundationEssentials
import ImageCoding

/// The plan of one load: a request after the options processor, completed by the manager's defaults. Created once per
/// load and immutable; shared by the job graph and all threads that work for the load.
final class LoadPlan: Sendable {
    let url: URL
    /// The URL as it is requested, reported and put on the failed list.
    let urlText: String
    let options: ImageOptions
    let context: ImageContext
    let defaults: LoadDefaults
    let product: Product
    /// The key of the final image.
    let image: ImageKey
    /// The key of the image before it is transformed.
    let decodedImage: ImageKey
    let transformer: (any ImageTransformer)?
    /// What follows if the load fails; `nil` if nothing does.
    let alternative: Alternative?
    /// Whether the plan is of a cache query, which names an image by its key and has no request headers.
    private let isQuery: Bool

    /// What a load brings.
    enum Product {
        case image
        /// The bytes of the original, not decoded. They are stored if they may be.
        case bytes
        /// Nothing but the original on disk, not decoded.
        case entry
    }

    /// A request as the program made it, for the next of its URLs. An object, so that it costs the plans of other loads
    /// nothing.
    final class Alternative: Sendable {
        let url: URL
        let options: ImageOptions
        let context: ImageContext

        init?(to url: URL, _ options: ImageOptions, _ context: ImageContext) {
            guard let next = context.onFailure.first else { return nil }
            (self.url, self.options) = (next, options)
            self.context = context.with {
                $0.onFailure.removeFirst()
                ($0.requestedURL, $0.cacheKey) = (context.requestedURL ?? url, nil)
            }
        }
    }

    /// Creates the plan of a load of a URL.
    init(
        _ url: URL, _ options: ImageOptions = [], _ context: ImageContext = ImageContext(), defaults: LoadDefaults,
        product: Product = .image, alternative: Alternative? = nil
    ) {
        (self.url, self.options, self.context, self.defaults) = (url, options, context, defaults)
        (self.product, self.alternative, isQuery) = (product, alternative, false)
        urlText = url.absoluteString
        let configuration = defaults.configuration
        transformer = context.transformer ?? (context.ignoresManagerTransformer ? nil : configuration.transformer)
        let variant = Self.variant(options, context, configuration, isTransformed: transformer != nil)
        let source = context.cacheKey ?? (context.cacheKeyFilter ?? configuration.cacheKeyFilter)(url)
        image = ImageKey(source: source, variant: variant, transformer: transformer?.key)
        decodedImage = transformer == nil ? image : ImageKey(source: source, variant: variant)
    }

    /// Creates the plan of a cache query. It has no transformer, so a transformed image is found but never made.
    init(_ key: ImageKey, _ context: ImageContext, defaults: LoadDefaults) {
        url = URL(string: key.source) ?? URL(filePath: "/")
        (urlText, options, self.context, self.defaults) = (key.source, .fromCacheOnly, context, defaults)
        (product, image, decodedImage, transformer, alternative, isQuery) = (.image, key, key, nil, nil, true)
    }

    private static func variant(
        _ options: ImageOptions, _ context: ImageContext, _ configuration: ImageManager.Configuration,
        isTransformed: Bool
    ) -> ImageVariant {
        var variant = context.variant
        if options.contains(.scaleDownLargeImages), variant.maximumBytes == nil {
            variant.maximumBytes = configuration.scaleDownBytes
        }
        // With `transformAnimatedImage` an animation is transformed as a still.
        let isStill = isTransformed && options.contains(.transformAnimatedImage)
        variant.coder = context.imageCoder.map { CoderIdentity($0) }
        variant.isAnimated =
            context.animation != .firstFrame && !options.contains(.decodeFirstFrameOnly) && !isStill
        return variant
    }
}

/// The manager's components, used where a request brings none of its own. Immutable: a change makes another object, so
/// that every step of a load uses those that were set when it started.
final class LoadDefaults: Sendable {
    let cache: ImageCache
    let loader: any ImageLoader
    let coders: ImageCodersManager
    let configuration: ImageManager.Configuration

    init(
        cache: ImageCache, loader: any ImageLoader, coders: ImageCodersManager,
        configuration: ImageManager.Configuration = .init()
    ) {
        (self.cache, self.loader, self.coders, self.configuration) = (cache, loader, coders, configuration)
    }
}

// MARK: - Images

extension LoadPlan {
    /// The key of the picture in the caches.
    var source: String { image.source }
    var variant: ImageVariant { image.variant }
    var wantsImage: Bool { product == .image }
    private var requestedURL: URL { context.requestedURL ?? url }

    var preloadsFrames: Bool {
        variant.isAnimated && (context.animation == .preloaded || options.contains(.preloadAllFrames))
    }

    /// Whether the load fails if the image is not animated.
    var requiresAnimation: Bool { variant.isAnimated && options.contains(.matchAnimatedImageClass) }

    /// Whether bytes that no registered coder accepts fail the load. For an image, the decode says so.
    var needsKnownFormat: Bool { !wantsImage && context.imageCoder == nil }

    /// Whether previews are delivered while bytes arrive.
    var wantsPreviews: Bool { wantsImage && options.contains(.progressiveLoad) }

    /// Returns an image as a result of the load.
    func loaded(_ image: Image, _ type: CacheType, body: StoredBytes? = nil, isFinal: Bool = true) -> LoadedImage {
        LoadedImage(image: image, cacheType: type, url: requestedURL, isFinal: isFinal, body: body)
    }

    /// Returns an image made of these bytes as a result of the load; with the bytes if it is the original.
    func loaded(_ image: Image, _ type: CacheType, of bytes: EncodedData?, isFinal: Bool = true) -> LoadedImage {
        let isOriginal = self.image.isOriginal && !image.isThumbnail
        return LoadedImage(
            image: image, cacheType: type, url: requestedURL, isFinal: isFinal, body: isOriginal ? bytes?.body : nil,
            metrics: bytes?.metrics)
    }

    /// Returns whether bytes answer the request: whether they are not for other headers (`Vary`).
    func accepts(_ bytes: EncodedData) -> Bool {
        isQuery || bytes.metadata?.matches(requestHeaders: context.headers) != false
    }

    /// Returns whether an image found in memory under ``image`` satisfies the request.
    func isSatisfied(by image: Image) -> Bool {
        if requiresAnimation, image.animation == nil { return false }
        return !preloadsFrames || image.animation?.isPreloaded != false
    }
}

// MARK: - Caches

extension LoadPlan {
    var cache: ImageCache { context.imageCache ?? defaults.cache }
    /// The cache of the original, when the final image is another one.
    var originalCache: ImageCache { context.originalImageCache ?? cache }

    /// The caches that the load reads or writes.
    var caches: [ImageCache] { bytesDestination.cache == cache ? [cache] : [bytesDestination.cache, cache] }

    /// The cache for the fetched bytes, and its tiers that may store them.
    var bytesDestination: (cache: ImageCache, tiers: CacheType) {
        image.isOriginal ? (cache, context.storeCacheType) : (originalCache, context.originalStoreCacheType)
    }

    /// Returns the cache and its tiers that may store the final image, or the decoded one, which is stored if it is the
    /// original.
    func destination(of key: ImageKey) -> (cache: ImageCache, tiers: CacheType) {
        if key == image { return (cache, context.storeCacheType) }
        return (originalCache, key.isOriginal ? context.originalStoreCacheType : .none)
    }

    var queriesMemory: Bool {
        wantsImage && !options.contains(.fromLoaderOnly) && context.queryCacheType.contains(.memory)
    }

    /// Whether there is a reason to fetch: a caller waits for the product, or a disk may store the bytes.
    var hasDestination: Bool { product != .entry || isLocal || bytesDestination.cache.tiers.contains(.disk) }

    /// Whether the load completes only when everything is written.
    var waitsForStore: Bool { options.contains(.waitStoreCache) }

    /// The function that makes the bytes to store in place of the original; `nil` stores the original.
    var serializer: ImageManager.CacheSerializer? {
        context.cacheSerializer ?? defaults.configuration.cacheSerializer
    }
}

// MARK: - Work

extension LoadPlan {
    var loader: any ImageLoader { context.imageLoader ?? defaults.loader }

    /// The coders for the bytes: the manager's, or the request's own.
    var coders: ImageCodersManager {
        context.imageCoder.map { ImageCodersManager(only: $0) } ?? defaults.coders
    }

    var limits: DecodeLimits { context.decodeLimits ?? defaults.configuration.decodeLimits }

    /// The hint at the format besides the bytes.
    var hint: String? {
        if let hint = context.decodeHint { return hint }
        let pathExtension = url.pathExtension.lowercased()
        return pathExtension.isEmpty ? nil : pathExtension
    }

    /// Returns the options of a decode. `isVariant`: the bytes are the encoded final image, decoded at its own size.
    func decodeOptions(isVariant: Bool) -> DecodeOptions {
        guard !isVariant else {
            var options = DecodeOptions()
            options.limits = limits
            return options
        }
        var options = variant.decodeOptions(limits: limits)
        options.hint = hint
        options.animation = !variant.isAnimated ? .firstFrame : preloadsFrames ? .preloaded : .frames
        return options
    }

    /// Returns whether the load transforms a decoded image. Animations are left alone.
    func transforms(_ image: Image) -> Bool { transformer != nil && image.animation == nil }

    /// The properties of the image for a transformer.
    var origin: ImageOrigin { ImageOrigin(url: urlText, key: source) }

    /// Returns the request for the loader.
    func request(_ key: FetchKey, _ priority: ImagePriority) -> ImageRequest {
        var request = ImageRequest(url: url, options: options, priority: priority)
        request.validators = key.validators
        request.headers = context.headers
        request.requestModifier = context.downloadRequestModifier
        request.responseModifier = context.downloadResponseModifier
        request.decryptor = context.downloadDecryptor
        request.partialKey = key.partialKey
        return request
    }
}
