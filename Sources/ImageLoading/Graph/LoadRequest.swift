import ImageCoding
import Transfer

/// What a load wants, in the terms of the graph. Made by the manager from URL, options and context.
struct LoadRequest: Sendable {
    /// As it is requested, reported and remembered when it fails.
    var url: String
    /// Where bytes may come from, in the order in which they are tried.
    var ways: [LoadWay]
    /// The images on the way from the decoded one to the one that is wanted, which is the last: never empty.
    var images: [ImageKey]
    var priority: ImagePriority
    var refresh: RefreshRule = .never
    /// Whether a stale entry is better than an error, whatever the server said.
    var staleIfError = false
    /// Sent with the request; for entries that `Vary` reserves for some of them.
    var headers: [(name: String, value: String)] = []
    /// Where the final image, and the picture as it came, may be kept.
    var cache: ImageCache
    var originalCache: ImageCache
    var stores: CacheType = .all
    var originalStores: CacheType = .disk
    /// Whether stored bytes are made by a serializer.
    var serializes = false
    /// Completes only when everything is written.
    var waitsForStore = false
    /// Ends when the disk has the bytes, and wants no image of them.
    var endsWithBytes = false
    /// Delivers previews while bytes arrive.
    var wantsPreviews = false
    /// Fails unless the image plays.
    var mustPlay = false
    /// How the image is made, as far as it tells it from others of the same key.
    var making = ImageMaking()
    /// Who does the work; the graph only passes it on.
    var crew: LoadCrew

    /// The image that is wanted.
    var image: ImageKey { images[images.count - 1] }
    /// The cache that bytes belong into as they come, and the tiers of it that may have them.
    var placeOfBytes: (cache: ImageCache, tiers: CacheType) {
        image.isOriginal ? (cache, stores) : (originalCache, originalStores)
    }
    /// The caches in which it finds or keeps something. Images may be kept in another than the bytes they are made of.
    var caches: [ImageCache] { placeOfBytes.cache == cache ? [cache] : [placeOfBytes.cache, cache] }
    var source: String { images[0].source }
}

/// One place where a load looks for its bytes.
enum LoadWay: Sendable {
    /// The encoded final image on disk, as it is.
    case keptImage(Shelf)
    /// The picture on disk as it came.
    case original(Shelf)
    /// The loader.
    case loader(FetchKey)
}

/// When a load asks the server about what the disk has.
enum RefreshRule: Sendable {
    /// What is on disk is good.
    case never
    /// Always, after what is there was delivered.
    case always
    /// When it is stale, before anything is delivered.
    case whenStale
    /// When it is stale, after it was delivered; a failure is then not worth telling.
    case behindWhenStale

    /// Whether it makes a difference how old something is.
    var dependsOnAge: Bool {
        switch self {
        case .never, .always: false
        case .whenStale, .behindWhenStale: true
        }
    }
}

/// A place on the disk of a cache.
struct Shelf: Hashable, Sendable {
    let cache: ImageCache
    let key: DiskKey
}

/// Names what a loader brings. Requests of one key get the same bytes.
struct FetchKey: Hashable, Sendable {
    let source: String
    var validators = Validators()
    var audience = Audience()

    /// What beside the URL decides about the answer, or about how it is got.
    struct Audience: Hashable, Sendable {
        /// The headers of the request, in its order.
        var headers: [String] = []
        /// ``ImageOptions/handleCookies`` and the like.
        var options: ImageOptions = []
        /// The name and password in the URL, which the name of a picture in the caches leaves out: one may be right and
        /// the other wrong.
        var userInfo: String?
        /// The loader, if the request brings its own.
        var loader: ObjectIdentifier?
        /// Set for a request that changes what is sent or received by functions of its own: functions cannot be
        /// compared, so it shares its fetch with nobody.
        var onlyLoad: Int?
    }
}

/// What decides about an image beside its key.
struct ImageMaking: Hashable, Sendable {
    var limits = DecodeLimits()
    var preloadsFrames = false
    /// A coder that the request brings, by its type: coders are values of the same meaning wherever they are made.
    var coder: ObjectIdentifier?
}

/// Names an image that is made, and what it is made of.
struct ImageJobKey: Hashable, Sendable {
    /// The job whose bytes; or the image in memory that a transform begins with.
    enum Origin: Hashable, Sendable {
        case bytes(JobGraph.JobID)
        case image(ImageReference)
    }

    let origin: Origin
    let image: ImageKey
    let making: ImageMaking
}

/// An image, told from others by who it is. Holds it, so that no other can take its place in memory and be mistaken.
struct ImageReference: Hashable, Sendable {
    let image: Image
    static func == (left: Self, right: Self) -> Bool { left.image === right.image }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(image)) }
}

extension JobGraph {
    typealias Request = LoadRequest
    typealias Way = LoadWay
}
