import FoundationEssentials
import ImageCoding

/// What a load asks for, after the options processor and with the manager's own in place of what it leaves open.
struct LoadWish {
    let url: URL
    let text: String
    let options: ImageOptions
    let context: ImageContext
    let cache: ImageCache
    let originalCache: ImageCache
    let variant: ImageVariant
    let transformers: [any ImageTransformer]
    /// The image that is wanted.
    let key: ImageKey
    /// Neither cache nor network: a file of this machine, or a URL that is its own picture.
    let isLocal: Bool

    init(_ url: URL, _ options: ImageOptions, _ context: ImageContext, _ manager: ImageManager) {
        self.url = url
        text = url.absoluteString
        self.options = options
        self.context = context
        cache = context.imageCache ?? manager.imageCache
        originalCache = context.originalImageCache ?? cache
        let transformer =
            context.transformer ?? (context.ignoresManagerTransformer ? nil : manager.configuration.transformer)
        transformers = transformer.map { $0.steps } ?? []
        let scheme = url.scheme?.lowercased()
        isLocal = scheme == "file" || scheme == "data"
        variant = Self.variant(options, context, manager.configuration, isTransformed: transformer != nil)
        let filter = context.cacheKeyFilter ?? manager.cacheKeyFilter
        key = ImageKey(source: filter(url), variant: variant, transformer: transformer?.key)
    }

    private static func variant(
        _ options: ImageOptions, _ context: ImageContext, _ configuration: ImageManager.Configuration,
        isTransformed: Bool
    ) -> ImageVariant {
        var variant = context.variant
        if options.contains(.scaleDownLargeImages), variant.maximumBytes == nil {
            variant.maximumBytes = configuration.scaleDownBytes
        }
        // What is transformed frame or no frame must be a still.
        let isStill = isTransformed && options.contains(.transformAnimatedImage)
        variant.isAnimated =
            context.animation != .firstFrame && !options.contains(.decodeFirstFrameOnly) && !isStill
        return variant
    }

    var preloadsFrames: Bool {
        variant.isAnimated && (context.animation == .preloaded || options.contains(.preloadAllFrames))
    }

    var mustPlay: Bool { variant.isAnimated && options.contains(.matchAnimatedImageClass) }

    /// Whether an image of the right name in memory is what is wanted.
    func isServed(by image: Image) -> Bool {
        if mustPlay, image.animation == nil { return false }
        return !preloadsFrames || image.animation?.isPreloaded != false
    }

    /// The images on the way to the wanted one: as it is decoded, and after every step.
    var images: [ImageKey] {
        var keys = [ImageKey(source: key.source, variant: variant)]
        var name: String?
        for transformer in transformers {
            name = name.map { $0 + "-" + transformer.key } ?? transformer.key
            keys.append(ImageKey(source: key.source, variant: variant, transformer: name))
        }
        return keys
    }

    /// Whether the bytes of the picture are also those of the image.
    var isOriginal: Bool { key.isOriginal }

    var asksMemory: Bool {
        !options.contains(.fromLoaderOnly) && context.queryCacheType.contains(.memory)
    }

    var refresh: RefreshRule {
        if options.contains(.refreshCached), !options.contains(.fromCacheOnly) { return .always }
        switch context.httpPolicy {
        case .forever: return .never
        case .http: return .whenStale
        case .staleWhileRevalidate: return .behindWhenStale
        }
    }

    /// Where the bytes may come from. `mayFetch`: neither option nor delegate forbids it.
    func ways(mayFetch: Bool, load: Int) -> [LoadWay] {
        var ways: [LoadWay] = []
        if !options.contains(.fromLoaderOnly), !isLocal {
            let asksDisk = context.queryCacheType.contains(.disk) && cache.tiers.contains(.disk)
            let shelf = Shelf(cache: cache, key: DiskKey(source: key.source))
            if isOriginal, asksDisk { ways.append(.original(shelf)) }
            // An encoded image does not say how fresh the picture is that it was made of, plays no more, and is none for
            // a coder of somebody else's.
            if !isOriginal, asksDisk, case .never = refresh, !variant.isAnimated, context.imageCoder == nil {
                ways.append(.keptImage(Shelf(cache: cache, key: key.diskKey)))
            }
            if !isOriginal, context.originalQueryCacheType.contains(.disk), originalCache.tiers.contains(.disk) {
                ways.append(.original(Shelf(cache: originalCache, key: DiskKey(source: key.source))))
            }
        }
        if isLocal || mayFetch { ways.append(.loader(fetchKey(load: load))) }
        return ways
    }

    private func fetchKey(load: Int) -> FetchKey {
        var audience = FetchKey.Audience()
        audience.headers = context.headers.flatMap { [$0.name, $0.value] }
        // A transfer that is interrupted in the background is none for who wants it to go on there.
        audience.options = options.intersection(
            [.handleCookies, .allowInvalidSSLCertificates, .continueInBackground])
        if url.user != nil || url.password != nil { audience.userInfo = "\(url.user ?? ""):\(url.password ?? "")" }
        var isPrivate =
            context.downloadRequestModifier != nil || context.downloadResponseModifier != nil
            || context.downloadDecryptor != nil
        if let loader = context.imageLoader {
            if type(of: loader) is AnyClass {
                audience.loader = ObjectIdentifier(loader as AnyObject)
            } else {
                isPrivate = true
            }
        }
        if isPrivate { audience.onlyLoad = load }
        return FetchKey(source: key.source, audience: audience)
    }

    /// The request for the job graph.
    func request(_ manager: ImageManager, mayFetch: Bool, load: Int) -> LoadRequest {
        let limits = context.decodeLimits ?? manager.configuration.decodeLimits
        let coder = context.imageCoder
        let serializer = context.cacheSerializer ?? manager.configuration.cacheSerializer
        let crew = LoadCrew(
            url: url, options: options, loader: context.imageLoader ?? manager.loader,
            coders: coder.map { ImageCodersManager(coders: [AnyBytes(coder: $0)]) } ?? manager.coders, limits: limits,
            preloadsFrames: preloadsFrames, transformers: transformers, serializer: serializer, context: context)
        var request = LoadRequest(
            url: text, ways: ways(mayFetch: mayFetch, load: load), images: images, priority: ImagePriority(options),
            cache: cache, originalCache: originalCache, crew: crew)
        request.refresh = refresh
        request.staleIfError = context.staleIfError
        request.headers = context.headers
        request.stores = context.storeCacheType
        request.originalStores = context.originalStoreCacheType
        request.serializes = serializer != nil
        request.waitsForStore = options.contains(.waitStoreCache)
        request.wantsPreviews = options.contains(.progressiveLoad)
        request.mustPlay = mustPlay
        request.making = ImageMaking(
            limits: limits, preloadsFrames: preloadsFrames,
            coder: coder.map {
                type(of: $0) is AnyClass ? ObjectIdentifier($0 as AnyObject) : ObjectIdentifier(type(of: $0))
            })
        return request
    }
}

/// A coder that a request brings is asked whatever the bytes look like.
private struct AnyBytes: ImageCoder {
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
    /// What is done one after another, and cached after every step.
    var steps: [any ImageTransformer] { (self as? Transformers.Pipeline)?.transformers ?? [self] }
}
