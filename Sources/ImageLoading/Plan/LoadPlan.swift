import FoundationEssentials
import ImageCoding

/// What a load has to do: a request after the options processor, with the manager's defaults where it leaves something
/// open. Made once for every load and never changed; the job graph and all threads that work for the load share it.
final class LoadPlan: Sendable {
    let url: URL
    /// The URL as it is requested, reported and put on the failed list.
    let urlText: String
    let options: ImageOptions
    let context: ImageContext
    let defaults: LoadDefaults
    /// `false`: the load ends when the disk has the bytes, and no image is made.
    let wantsImage: Bool
    /// The key of the final image.
    let image: ImageKey
    /// The keys of the images before the final one: as decoded, and after every transformer but the last.
    let intermediates: [ImageKey]
    /// One for each step from the decoded image to the final one.
    let transformers: [any ImageTransformer]

    /// The plan of a load of a URL.
    init(
        _ url: URL, _ options: ImageOptions = [], _ context: ImageContext = ImageContext(), defaults: LoadDefaults,
        wantsImage: Bool = true
    ) {
        (self.url, self.options, self.context, self.defaults) = (url, options, context, defaults)
        self.wantsImage = wantsImage
        urlText = url.absoluteString
        let configuration = defaults.configuration
        let transformer =
            context.transformer ?? (context.ignoresManagerTransformer ? nil : configuration.transformer)
        let steps = transformer.map { $0.steps } ?? []
        transformers = steps
        let variant = Self.variant(options, context, configuration, isTransformed: transformer != nil)
        let source = (context.cacheKeyFilter ?? defaults.cacheKeyFilter)(url)
        image = ImageKey(source: source, variant: variant, transformer: transformer?.key)
        intermediates = steps.indices.map { count in
            let name = steps.prefix(count).map(\.key).joined(separator: "-")
            return ImageKey(source: source, variant: variant, transformer: count == 0 ? nil : name)
        }
    }

    /// The plan of a question to the caches for one image. No transformer is known, so what one made is only found.
    init(
        _ key: ImageKey, _ options: ImageOptions, _ context: ImageContext, defaults: LoadDefaults
    ) {
        url = URL(string: key.source) ?? URL(filePath: "/")
        (urlText, self.options, self.context, self.defaults) = (key.source, options, context, defaults)
        (wantsImage, image, intermediates, transformers) = (true, key, [], [])
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
        variant.isAnimated =
            context.animation != .firstFrame && !options.contains(.decodeFirstFrameOnly) && !isStill
        return variant
    }
}

/// What a manager uses where a request brings nothing of its own.
final class LoadDefaults: Sendable {
    let cache: ImageCache
    let loader: any ImageLoader
    let coders: ImageCodersManager
    let configuration: ImageManager.Configuration
    let cacheKeyFilter: ImageManager.CacheKeyFilter

    init(
        cache: ImageCache, loader: any ImageLoader, coders: ImageCodersManager,
        configuration: ImageManager.Configuration = .init(),
        cacheKeyFilter: @escaping ImageManager.CacheKeyFilter = ImageManager.standardCacheKey
    ) {
        (self.cache, self.loader, self.coders, self.configuration) = (cache, loader, coders, configuration)
        self.cacheKeyFilter = cacheKeyFilter
    }
}

// MARK: - Images

extension LoadPlan {
    /// The key of the picture in the caches.
    var source: String { image.source }
    var variant: ImageVariant { image.variant }

    /// The place of the final image among those that are made one after another; the decoded one has place 0.
    var lastStep: Int { intermediates.count }

    /// The key of the image at a place.
    func image(at step: Int) -> ImageKey { step < lastStep ? intermediates[step] : image }

    /// The transformer that makes an image from the one before it; `nil` for the decoded image.
    func transformer(making key: ImageKey) -> (any ImageTransformer)? {
        let step = key == image ? lastStep : intermediates.firstIndex(of: key) ?? 0
        return step > 0 ? transformers[step - 1] : nil
    }

    var preloadsFrames: Bool {
        variant.isAnimated && (context.animation == .preloaded || options.contains(.preloadAllFrames))
    }

    /// Whether the load fails if the image does not play.
    var mustPlay: Bool { variant.isAnimated && options.contains(.matchAnimatedImageClass) }

    /// Whether previews are delivered while bytes arrive.
    var wantsPreviews: Bool { wantsImage && options.contains(.progressiveLoad) }

    /// Whether an image in memory under ``image`` is what the request asks for.
    func isServed(by image: Image) -> Bool {
        if mustPlay, image.animation == nil { return false }
        return !preloadsFrames || image.animation?.isPreloaded != false
    }
}

// MARK: - Caches

extension LoadPlan {
    /// The cache of the final image.
    var cache: ImageCache { context.imageCache ?? defaults.cache }
    /// The cache of the original, when the final image is another one.
    var originalCache: ImageCache { context.originalImageCache ?? cache }

    /// The caches that the load reads or stores anything in.
    var caches: [ImageCache] { placeOfBytes.cache == cache ? [cache] : [placeOfBytes.cache, cache] }

    /// The cache that the fetched bytes belong in, and the tiers of it that may store them.
    var placeOfBytes: (cache: ImageCache, tiers: CacheType) {
        image.isOriginal ? (cache, context.storeCacheType) : (originalCache, context.originalStoreCacheType)
    }

    /// The cache and the tiers that may store an image: the original has a place of its own.
    func place(of key: ImageKey) -> (cache: ImageCache, tiers: CacheType) {
        key.isOriginal && key != image
            ? (originalCache, context.originalStoreCacheType) : (cache, context.storeCacheType)
    }

    var asksMemory: Bool { !options.contains(.fromLoaderOnly) && context.queryCacheType.contains(.memory) }

    /// Whether the load completes only when everything is written.
    var waitsForStore: Bool { options.contains(.waitStoreCache) }

    /// Makes the bytes that are stored, in place of those that came.
    var serializer: ImageManager.CacheSerializer? {
        context.cacheSerializer ?? defaults.configuration.cacheSerializer
    }
}

// MARK: - Work

extension LoadPlan {
    var loader: any ImageLoader { context.imageLoader ?? defaults.loader }

    /// The coders that are asked for the bytes: the manager's, or the one that the request brings.
    var coders: ImageCodersManager {
        context.imageCoder.map { ImageCodersManager(coders: [AnyBytesCoder(coder: $0)]) } ?? defaults.coders
    }

    var limits: DecodeLimits { context.decodeLimits ?? defaults.configuration.decodeLimits }

    var decodeSettings: DecodeSettings {
        DecodeSettings(
            limits: limits, preloadsFrames: preloadsFrames,
            coder: context.imageCoder.map {
                type(of: $0) is AnyClass ? ObjectIdentifier($0 as AnyObject) : ObjectIdentifier(type(of: $0))
            })
    }

    /// The options of a decode. `isFinal`: the bytes are the encoded final image, which is taken as it is.
    func decodeOptions(for key: ImageKey, isFinal: Bool) -> DecodeOptions {
        guard !isFinal else {
            var options = DecodeOptions()
            options.limits = limits
            return options
        }
        var options = key.variant.decodeOptions(limits: limits)
        options.animation = !key.variant.isAnimated ? .firstFrame : preloadsFrames ? .preloaded : .frames
        return options
    }

    /// The request for the loader.
    func request(_ key: FetchKey, _ priority: ImagePriority, load: Int) -> ImageRequest {
        var request = ImageRequest(url: url, options: options, priority: priority)
        request.validators = key.validators
        request.headers = context.headers
        request.requestModifier = context.downloadRequestModifier
        request.responseModifier = context.downloadResponseModifier
        request.decryptor = context.downloadDecryptor
        request.wantsBytes = options.contains(.progressiveLoad)
        request.partialKey = key.source
        request.load = load
        return request
    }
}

/// A coder that a request brings is asked whatever the bytes look like.
private struct AnyBytesCoder: ImageCoder {
    let coder: any ImageCoder

    var format: ImageFormat { coder.format }
    func canDecode(_ bytes: [UInt8]) -> Bool { true }
    func header(of bytes: [UInt8], limits: DecodeLimits) throws(ImageCodingError) -> ImageHeader {
        try coder.header(of: bytes, limits: limits)
    }
    func decode(_ bytes: [UInt8], options: DecodeOptions) throws(ImageCodingError) -> Image {
        try coder.decode(bytes, options: options)
    }
    func thumbnail(of bytes: [UInt8], options: DecodeOptions) -> Image? {
        coder.thumbnail(of: bytes, options: options)
    }
    func workingBytes(for header: ImageHeader, options: DecodeOptions) -> Int {
        coder.workingBytes(for: header, options: options)
    }
}

extension ImageTransformer {
    /// The steps that are run one after another, each of which is cached.
    fileprivate var steps: [any ImageTransformer] { (self as? Transformers.Pipeline)?.transformers ?? [self] }
}
