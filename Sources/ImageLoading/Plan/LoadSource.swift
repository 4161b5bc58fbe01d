import ImageCoding
import Transfer

/// One place where a load looks for its bytes.
enum LoadSource: Sendable {
    /// The encoded final image on disk.
    case variant(DiskEntryID)
    /// The original on disk.
    case original(DiskEntryID)
    case loader(FetchKey)
}

extension LoadPlan {
    /// The sources of the bytes, in the order in which they are tried. `mayFetch`: neither the options
    /// nor the delegate forbid it.
    func sources(mayFetch: Bool, load: Int) -> [LoadSource] {
        var sources: [LoadSource] = []
        if !options.contains(.fromLoaderOnly), !isLocal {
            let original = DiskKey(source: source)
            let asksDisk = context.queryCacheType.contains(.disk) && cache.tiers.contains(.disk)
            if image.isOriginal {
                if asksDisk { sources.append(.original(DiskEntryID(cache: cache, key: original))) }
            } else {
                if asksDisk, mayReadVariant { sources.append(.variant(DiskEntryID(cache: cache, key: image.diskKey))) }
                let canBeMade = image.transformer == nil || !transformers.isEmpty
                if canBeMade, context.originalQueryCacheType.contains(.disk), originalCache.tiers.contains(.disk) {
                    sources.append(.original(DiskEntryID(cache: originalCache, key: original)))
                }
            }
        }
        if isLocal || mayFetch { sources.append(.loader(fetchKey(load: load))) }
        return sources
    }

    /// Neither cache nor network: a file of this machine, or a `data:` URL.
    var isLocal: Bool {
        switch url.scheme?.lowercased() {
        case "file", "data": true
        default: false
        }
    }

    /// An encoded image does not tell how fresh its picture is, does not play, and a coder of the request cannot read it.
    private var mayReadVariant: Bool {
        guard case .never = revalidation else { return false }
        return !variant.isAnimated && context.imageCoder == nil
    }

    var revalidation: RevalidationPolicy {
        if options.contains(.refreshCached), !options.contains(.fromCacheOnly) { return .always }
        switch context.httpPolicy {
        case .forever: return .never
        case .http: return .whenStale
        case .staleWhileRevalidate: return .behindWhenStale
        }
    }

    private func fetchKey(load: Int) -> FetchKey {
        var vary = FetchKey.VaryKey()
        vary.headers = context.headers.flatMap { [$0.name, $0.value] }
        // A load with `continueInBackground` must not share a transfer that the background interrupts.
        vary.options = options.intersection([.handleCookies, .allowInvalidSSLCertificates, .continueInBackground])
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

/// When a load asks the server about what the disk has.
enum RevalidationPolicy: Sendable {
    /// An entry on disk is used as it is.
    case never
    /// Always, after the entry was delivered.
    case always
    /// When the entry is stale, before anything is delivered.
    case whenStale
    /// When the entry is stale, after it was delivered; a failure of the server is then not reported.
    case behindWhenStale

    /// Whether the age of an entry makes a difference.
    var dependsOnAge: Bool {
        switch self {
        case .never, .always: false
        case .whenStale, .behindWhenStale: true
        }
    }
}

/// An entry in the storage of a cache.
struct DiskEntryID: Hashable, Sendable {
    let cache: ImageCache
    let key: DiskKey
}

/// Names what a loader brings. Requests of one key share one fetch.
struct FetchKey: Hashable, Sendable {
    let source: String
    var validators = Validators()
    var vary = VaryKey()

    /// What decides, beside the URL, about the answer or about how it is fetched.
    struct VaryKey: Hashable, Sendable {
        /// The names and values of the request's headers, in its order.
        var headers: [String] = []
        /// ``ImageOptions/handleCookies`` and the like.
        var options: ImageOptions = []
        /// The name and password in the URL, which are no part of the cache key: one request may have the right ones and
        /// another the wrong ones.
        var userInfo: String?
        /// The loader, if the request brings its own.
        var loader: ObjectIdentifier?
        /// Set for a request with functions that change what is sent or received: functions cannot be compared, so it
        /// shares its fetch with no other load.
        var onlyLoad: Int?
    }
}
