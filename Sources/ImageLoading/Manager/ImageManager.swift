import Basis
import FoundationEssentials
import Glibc
import ImageCoding
import Transfer

/// Turns URLs into images: the front door of the engine.
///
/// Three forms of one engine: ``loadImage(_:options:context:progress:completion:)`` for the main actor,
/// ``image(for:options:context:)`` and ``events(for:options:context:)`` from anywhere. What several requests need is
/// read, fetched and decoded once; the last one to leave stops it.
public final class ImageManager: Sendable {
    /// How much is done at once, and what a picture may cost.
    public struct Configuration: Sendable {
        /// Transfers at once; six, as browsers and SDWebImage have it.
        public var maxConcurrentDownloads = 6
        /// Disk reads at once. One disk thread keeps reads in the order of priority.
        public var maxConcurrentReads = 1
        /// Decodes at once: one a core.
        public var maxConcurrentDecodes = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        /// What a picture may ask of the decoder.
        public var decodeLimits = DecodeLimits()

        public init() {}
    }

    /// The names of pictures in the caches; ``standardCacheKey(of:)`` by default.
    public typealias CacheKeyFilter = @Sendable (URL) -> String

    /// The URL as it is, but without a name and password in it: the cache outlives the request.
    @Sendable
    public static func standardCacheKey(of url: URL) -> String { url.absoluteString.withoutCredentials }

    /// Decoded images, at the sizes they were asked for.
    public let memoryCache: MemoryCache
    /// `nil`: nothing is kept on disk.
    public let diskCache: DiskCache?
    /// Where the engine writes down what happens; views write into it too.
    public let trace: Trace
    /// The way of results to the main actor.
    public let deliveries: DeliveryQueue
    let downloader: ImageDownloader
    let coders: ImageCodersManager
    let fileReader: FileReader
    let configuration: Configuration
    let cacheKeyFilter: CacheKeyFilter
    let readExecutor: any WorkExecutor
    let decodeExecutor: any WorkExecutor
    let time: any TimeSource
    let state: Lock<State>

    struct State {
        var graph: JobGraph
        var failed = FailedURLs()
        var routes: [JobGraph.LoadID: Route] = [:]
        var transfers: [JobGraph.JobID: TransferState] = [:]
        var lastLoad = 0
    }

    /// Where the news of a load go.
    enum Route {
        case main(ImageLoadOperation)
        /// To a closure, on whatever thread the news are made.
        case anywhere(URL, @Sendable (ImageLoadEvent) -> Void)
    }

    /// A transfer between the effect that starts it and its end. Starting and stopping may cross on two threads.
    enum TransferState {
        case starting
        case running(any TransferTask)
        case stopRequested
    }

    public init(
        downloader: ImageDownloader, memoryCache: MemoryCache = MemoryCache(), diskCache: DiskCache? = nil,
        coders: ImageCodersManager = .shared, configuration: Configuration = Configuration(),
        trace: Trace = Trace(), time: any TimeSource = SystemTime(), deliveries: DeliveryQueue = DeliveryQueue(),
        readExecutor: (any WorkExecutor)? = nil, decodeExecutor: (any WorkExecutor)? = nil,
        cacheKeyFilter: @escaping CacheKeyFilter = ImageManager.standardCacheKey
    ) {
        self.downloader = downloader
        self.memoryCache = memoryCache
        self.diskCache = diskCache
        self.coders = coders
        self.configuration = configuration
        self.trace = trace
        self.time = time
        self.deliveries = deliveries
        self.cacheKeyFilter = cacheKeyFilter
        fileReader = FileReader(limit: downloader.limits.bytes)
        self.readExecutor =
            readExecutor ?? WorkerPool(threads: configuration.maxConcurrentReads)
        self.decodeExecutor =
            decodeExecutor ?? WorkerPool(threads: configuration.maxConcurrentDecodes)
        state = Lock(
            State(
                graph: JobGraph(
                    reads: configuration.maxConcurrentReads, downloads: configuration.maxConcurrentDownloads,
                    decodes: configuration.maxConcurrentDecodes)))
    }

    /// Loads an image. An image in memory is given to `completion` before this returns, without any hop.
    ///
    /// `completion` runs on the main actor and exactly once with the end; see ``ImageLoadOperation`` for the image
    /// that may come before it. A missing URL, and one that failed a short while ago, complete before this returns.
    @MainActor
    @discardableResult
    public func loadImage(
        _ url: URL?, options: ImageOptions = [], context: ImageContext = ImageContext(),
        progress: ImageLoadOperation.Progress? = nil, completion: @escaping ImageLoadOperation.Completion
    ) -> ImageLoadOperation {
        let operation = ImageLoadOperation(
            id: makeLoadID(), url: url, manager: self, progress: progress, completion: completion)
        switch start(operation.id, url, options, context, .main(operation)) {
        case .failed(let error): operation.fail(error)
        case .hit(let image): operation.complete(with: image, .memory)
        case .refreshing(let image, let begin):
            begin()  // first, so that the completion may cancel it; what it brings comes in a later turn
            operation.deliver(image, .memory, isFinal: false)
        case .started: break
        }
        return operation
    }

    /// The key of a picture in memory.
    public func key(for url: URL, context: ImageContext = ImageContext()) -> ImageKey {
        ImageKey(source: cacheKeyFilter(url), variant: context.variant)
    }

    /// Another size of a picture that is in memory, to be shown scaled until the right one is there: a resize or a
    /// change of layout need not flash.
    public func preview(for url: URL, context: ImageContext) -> Image? {
        memoryCache.nearestImage(to: key(for: url, context: context))
    }

    /// Whether anything is being loaded.
    public var isRunning: Bool { liveLoads > 0 }

    /// Loads that have not ended.
    public var liveLoads: Int { state.withLock { $0.graph.liveLoadCount } }

    /// Cancels every load, oldest first; each ends with `.cancelled`. What their completions start goes on.
    @MainActor
    public func cancelAll() {
        for (id, route) in state.withLock({ $0.routes }).sorted(by: { $0.key < $1.key }) {
            switch route {
            case .main(let operation):
                operation.cancel()
            case .anywhere(let url, let sink):
                guard leave(id) else { continue }
                trace.record(TraceEvent(.cancel, load: id, url: url.absoluteString))
                sink(.finished(.failure(.cancelled)))
            }
        }
    }

    /// Lets a URL that failed be tried again by the next load.
    public func removeFailedURL(_ url: URL) { state.withLock { $0.failed.remove(url.absoluteString) } }
    /// The same for all of them.
    public func removeAllFailedURLs() { state.withLock { $0.failed.removeAll() } }
}
