import ImageCoding
import Transfer

/// A place where a load looks for its bytes.
enum LoadSource: Hashable, Sendable {
    /// The original on disk, or the encoded final image: a variant.
    case disk(DiskEntryID)
    case loader(FetchKey)
}

extension LoadPlan {
    /// Returns the sources in the order in which they are tried. `mayFetch`: options and delegate allow a fetch.
    func sources(mayFetch: Bool, load: Int) -> [LoadSource] {
        var sources: [LoadSource] = []
        if !options.contains(.fromLoaderOnly), !isLocal {
            let original = DiskKey(source: source)
            let asksDisk = context.queryCacheType.contains(.disk) && cache.tiers.contains(.disk)
            if image.isOriginal {
                if asksDisk { sources.append(.disk(DiskEntryID(cache: cache, key: original))) }
            } else {
                if asksDisk, mayReadVariant { sources.append(.disk(DiskEntryID(cache: cache, key: image.diskKey))) }
                if context.originalQueryCacheType.contains(.disk), originalCache.tiers.contains(.disk) {
                    sources.append(.disk(DiskEntryID(cache: originalCache, key: original)))
                }
            }
        }
        if isLocal || mayFetch { sources.append(.loader(fetchKey(load: load))) }
        return sources
    }

    /// Whether the URL needs neither disk cache nor network: a local file, or a `data:` URL.
    var isLocal: Bool {
        switch url.scheme?.lowercased() {
        case "file", "data": true
        default: false
        }
    }

    /// Whether an encoded variant may be read, and is worth being written. Variants have no freshness, do not play, and
    /// need the manager's coders.
    var mayReadVariant: Bool {
        httpPolicy == .forever && !variant.isAnimated && context.imageCoder == nil
    }

    /// The rule by which the load uses what it finds in a cache.
    var httpPolicy: HTTPPolicy {
        if options.contains(.refreshCached), !options.contains(.fromCacheOnly) { return .always }
        return context.expiration != nil && context.httpPolicy == .forever ? .http : context.httpPolicy
    }

    /// Returns how the load uses a cached image. `response`: its HTTP metadata, if known.
    func decide(_ response: ResponseMetadata?, at now: Double) -> HTTPPolicy.Decision {
        httpPolicy.decide(response, expiration: context.expiration, at: now)
    }

    private func fetchKey(load: Int) -> FetchKey {
        var vary = FetchKey.VaryKey()
        vary.headers = context.headers.flatMap { [$0.name, $0.value] }
        // A load with `continueInBackground` must not share a transfer that the background interrupts.
        vary.options = options.intersection([.handleCookies, .allowInvalidSSLCertificates, .continueInBackground])
        // Without a decode, the hint of a shared fetch decides whether the bytes are stored.
        if !wantsImage { vary.decodeHint = context.decodeHint }
        if url.user != nil || url.password != nil { vary.userInfo = "\(url.user ?? ""):\(url.password ?? "")" }
        var isPrivate =
            context.downloadRequestModifier != nil || context.downloadResponseModifier != nil
            || context.downloadDecryptor != nil
        if let loader = context.imageLoader {
            if type(of: loader) is AnyClass {
                vary.loader = ObjectIdentifier(loader as AnyObject)
            } else {
                isPrivate = true
            }
        }
        if isPrivate { vary.onlyLoad = load }
        return FetchKey(source: source, vary: vary)
    }
}

/// The identity of an entry in the storage of a cache.
struct DiskEntryID: Hashable, Sendable {
    let cache: ImageCache
    let key: DiskKey

    var isOriginal: Bool { key.variant == nil }
}

/// The identity of a fetch. Requests with equal keys share one fetch.
struct FetchKey: Hashable, Sendable {
    let source: String
    var validators = Validators()
    var vary = VaryKey()

    /// The key of a partial download. A request resumes none of a request with which it would not share a fetch: only
    /// a date may say that their responses are the same.
    var partialKey: String { vary == VaryKey() ? source : "\(source)\n\(vary)" }

    /// The properties of a request besides its URL that affect the response or the transfer.
    struct VaryKey: Hashable, Sendable {
        /// The names and values of the request headers, in order.
        var headers: [String] = []
        /// The options for the transfer, such as ``ImageOptions/handleCookies``.
        var options: ImageOptions = []
        /// The user name and password in the URL. They are not part of the cache key; one request may have the right
        /// ones and another the wrong ones.
        var userInfo: String?
        /// The decode hint of a load that makes no image.
        var decodeHint: String?
        /// The identity of the request's own loader, if it brings one.
        var loader: ObjectIdentifier?
        /// The load, if it shares its fetch with no other: its request has closures that change what is sent or
        /// received, or a loader of a value type, and neither can be compared.
        var onlyLoad: Int?
    }
}

/// The identity of an image job: the job that brings the bytes, its product, and what else affects a decode.
struct ImageJobKey: Hashable, Sendable {
    let bytes: JobGraph.JobID
    let image: ImageKey
    private let limits: DecodeLimits
    private let preloadsFrames: Bool
    private let hint: String?

    init(_ bytes: JobGraph.JobID, _ plan: LoadPlan) {
        (self.bytes, image, limits) = (bytes, plan.image, plan.limits)
        (preloadsFrames, hint) = (plan.preloadsFrames, plan.context.decodeHint)
    }
}
