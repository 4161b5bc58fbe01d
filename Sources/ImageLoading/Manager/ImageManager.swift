import Basis
import FoundationEssentials
import Glibc
import ImageCoding
import Transfer

/// Turns URLs into images: the front door of the engine.
///
/// Three forms of one engine: ``loadImage(_:options:context:progress:completion:)`` for the main actor,
/// ``image(for:options:context:)`` and ``events(for:options:context:)`` from anywhere. What several requests need is
/// read, fetched, decoded and transformed once; the last one to leave stops it.
public final class ImageManager: Sendable {
    /// The names of pictures in the caches; ``standardCacheKey(of:)`` by default.
    public typealias CacheKeyFilter = @Sendable (URL) -> String
    /// The bytes that go to disk for an image, in place of those that came with it, which are missing if it is reduced or
    /// transformed. `nil`: what would go there without it. Called on a thread that may be busy for long.
    public typealias CacheSerializer = @Sendable (_ image: Image, _ data: [UInt8]?, _ url: URL) -> [UInt8]?
    /// Options and context in place of those of a request; `nil` leaves them. Called before anything else, on the thread
    /// that asks: once for each load, and once for each question about one, such as ``key(for:options:context:)``.
    public typealias OptionsProcessor =
        @Sendable (URL, ImageOptions, ImageContext) -> (options: ImageOptions, context: ImageContext)?

    /// The URL as it is, but without a name and password in it: the cache outlives the request.
    @Sendable
    public static func standardCacheKey(of url: URL) -> String { PublicAddress(url: url.absoluteString).text }

    /// Decoded images, at the sizes they were asked for.
    public let memoryCache: MemoryCache
    /// `nil`: nothing is kept on disk.
    public let diskCache: DiskCache?
    /// Both as one: what a load uses unless its context brings another.
    public var imageCache: ImageCache { defaults.cache }
    /// Where the engine writes down what happens; views write into it too.
    public let trace: Trace
    /// The way of results to the main actor.
    public let deliveries: DeliveryQueue
    let defaults: LoadDefaults
    let readExecutor: any WorkExecutor
    let decodeExecutor: any WorkExecutor
    /// The memory for the bytes that decoders of previews hold. A picture with more gets no further previews.
    let previewAllowance = MemoryAllowance(.init(one: 16_000_000, all: 16_000_000))
    let time: any TimeSource
    /// Taken before the locks of the caches: the editions', then memory's or that of what waits to be written.
    let state: Lock<State>

    struct State {
        var graph: JobGraph
        var failed: FailedURLs
        var routes: [JobGraph.LoadID: Route] = [:]
        var transfers: [JobGraph.JobID: TransferState] = [:]
        var previews: [JobGraph.JobID: ProgressiveDecodeSession] = [:]
        var lastLoad = 0
        weak var delegate: (any ImageManagerDelegate)?
        /// See ``JobGraph/takeRetired()``.
        private(set) var retired: [Retired] = []

        mutating func retire(route id: JobGraph.LoadID) {
            if let route = routes.removeValue(forKey: id) { retired.append(.route(route)) }
        }

        mutating func retire(transfer job: JobGraph.JobID) {
            if let transfer = transfers.removeValue(forKey: job) { retired.append(.transfer(transfer)) }
        }

        /// `false`: there were none.
        mutating func retire(previewsOf job: JobGraph.JobID) -> Bool {
            guard let feed = previews.removeValue(forKey: job) else { return false }
            feed.token.cancel()
            retired.append(.previews(feed))
            return true
        }

        /// Lets go of the decoders and the bytes of previews; no more are shown.
        mutating func giveUpPreviews(of job: JobGraph.JobID) {
            if let feed = previews[job] { retired.append(.previews(feed)) }
            previews[job]?.giveUp()
        }

        mutating func retire(images: [Image]) { if !images.isEmpty { retired.append(.images(images)) } }

        mutating func takeRetired() -> [Retired] {
            defer { retired = [] }
            return retired + graph.takeRetired().map(Retired.work)
        }
    }

    /// What is not let go of under the lock, because others brought it and it may call us as it goes.
    enum Retired {
        case work(JobGraph.Retired)
        case route(Route)
        case transfer(TransferState)
        case previews(ProgressiveDecodeSession)
        case images([Image])
    }

    /// Where the news of a load go.
    enum Route {
        case main(ImageLoadOperation)
        /// To a stream, read on any thread.
        case anywhere(URL, EventBuffer)
        case query(ImageCacheQuery)
    }

    /// A transfer between the effect that starts it and its end. Starting and stopping may cross on two threads.
    enum TransferState {
        case starting(ImagePriority)
        case running(any ImageLoaderTask)
        case stopRequested
    }

    /// `loader` is asked for everything that no cache has; ``ImageLoadersManager`` is one that knows several.
    public init(
        loader: any ImageLoader, memoryCache: MemoryCache = MemoryCache(), diskCache: DiskCache? = nil,
        coders: ImageCodersManager = .shared, configuration: Configuration = Configuration(),
        trace: Trace = Trace(), time: any TimeSource = SystemTime(), deliveries: DeliveryQueue = DeliveryQueue(),
        readExecutor: (any WorkExecutor)? = nil, decodeExecutor: (any WorkExecutor)? = nil,
        cacheKeyFilter: @escaping CacheKeyFilter = ImageManager.standardCacheKey
    ) {
        self.memoryCache = memoryCache
        self.diskCache = diskCache
        let cache = ImageCache(
            memory: memoryCache, disk: diskCache, rememberedPictures: configuration.maxRememberedResponses)
        defaults = LoadDefaults(
            cache: cache, loader: loader, coders: coders, configuration: configuration, cacheKeyFilter: cacheKeyFilter)
        self.trace = trace
        self.time = time
        self.deliveries = deliveries
        self.readExecutor = readExecutor ?? WorkerPool(threads: configuration.maxConcurrentReads)
        self.decodeExecutor = decodeExecutor ?? WorkerPool(threads: configuration.maxConcurrentDecodes)
        state = Lock(
            State(
                graph: JobGraph(
                    reads: configuration.maxConcurrentReads, decodes: configuration.maxConcurrentDecodes,
                    decodeBytes: configuration.maxDecodeBytes),
                failed: FailedURLs(configuration.failurePeriods)))
    }

    /// Has a say in what is fetched and what is remembered as failed. Held weakly.
    public var delegate: (any ImageManagerDelegate)? {
        get { state.withLock { $0.delegate } }
        set { state.withLock { $0.delegate = newValue } }
    }

    // MARK: - Questions

    /// The key of the image that a load with these would bring.
    public func key(
        for url: URL, options: ImageOptions = [], context: ImageContext = ImageContext()
    ) -> ImageKey {
        plan(for: url, options, context).image
    }

    /// Another size of a picture that is in memory, to be shown scaled until the right one is there: a resize or a
    /// change of layout need not flash. Never one that a server chose for other headers than these.
    public func preview(for url: URL, context: ImageContext) -> Image? {
        let plan = plan(for: url, [], context)
        return plan.cache.nearestImage(to: plan.image, for: plan.context.headers)
    }

    /// What HTTP says about keeping the picture, as far as it is remembered without a look at the disk: of pictures
    /// that were loaded lately. `nil`: nothing is remembered, or nothing was said.
    public func cachedResponseMetadata(for url: URL) -> ResponseMetadata? {
        let source = key(for: url).source
        return imageCache.response(of: source)
    }

    /// Whether anything is being loaded.
    public var isRunning: Bool { activeLoadCount > 0 }

    /// Loads that have not ended.
    public var activeLoadCount: Int { state.withLock { $0.graph.activeLoadCount } }

    /// Whether something is still being stored, whoever waits for it: an image that is encoded for the disk after its load has
    /// ended, or what the manager's own cache writes behind.
    ///
    /// Asked after ``isRunning``, it misses nothing that loads brought which have ended by then.
    public var isStoring: Bool {
        // The cache second: what leaves the state has reached it.
        state.withLock { $0.graph.storeCount > 0 } || imageCache.isWriting
    }

    /// Lets a URL that failed be tried again by the next load.
    public func removeFailedURL(_ url: URL) { state.withLock { $0.failed.remove(url.absoluteString) } }
    /// The same for all of them.
    public func removeAllFailedURLs() { state.withLock { $0.failed.removeAll() } }
}

/// Has a say in the loads of a manager. Asked from any thread, with nothing locked; it must answer at once.
public protocol ImageManagerDelegate: AnyObject, Sendable {
    /// Whether a picture that no cache has may be fetched. If not, the load ends as one with
    /// ``ImageOptions/fromCacheOnly``.
    func imageManager(_ manager: ImageManager, shouldDownloadImageFor url: URL) -> Bool
    /// Whether a URL that failed is remembered, and not tried again for a while. `nil` leaves it to the loader.
    func imageManager(_ manager: ImageManager, shouldBlockFailedURL url: URL, with error: ImageError) -> Bool?
}

extension ImageManagerDelegate {
    public func imageManager(_ manager: ImageManager, shouldDownloadImageFor url: URL) -> Bool { true }
    public func imageManager(
        _ manager: ImageManager, shouldBlockFailedURL url: URL, with error: ImageError
    ) -> Bool? { nil }
}
