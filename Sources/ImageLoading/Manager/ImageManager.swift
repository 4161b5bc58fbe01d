import HalftoneCore
import FoundationEssentials
import Glibc
import ImageCoding
import Synchronization
import Transfer

/// The entry point of the engine: loads images from URLs, and caches them.
///
/// ``loadImage(_:options:context:progress:completion:)`` calls back on the main actor;
/// ``image(for:options:context:progress:)`` is awaited on any thread, and ``task(for:options:context:)`` returns the
/// handle of such a load. ``shared`` suits most programs; ``init(directory:userAgent:proxy:hostPolicy:warn:)`` has a
/// cache directory of its own. Work that loads have in common is read, fetched, decoded and transformed once, and stops
/// when the last of these loads is cancelled.
public final class ImageManager: Sendable {
    /// Returns the cache key of a URL. Default: ``standardCacheKey(of:)``.
    public typealias CacheKeyFilter = @Sendable (URL) -> String
    /// Returns the bytes to store on disk for an image, or `nil` for the default bytes. `data` is the received bytes,
    /// or `nil` if the image is reduced or transformed. Called on a decode thread, where it may take long.
    public typealias CacheSerializer = @Sendable (_ image: Image, _ data: [UInt8]?, _ url: URL) -> [UInt8]?
    /// Returns options and context that replace those of a request, or `nil` to keep them. Called before anything else,
    /// on the calling thread: once for each URL of a load (``ImageContext/onFailure``), and for each query about one,
    /// such as ``key(for:options:context:)``.
    public typealias OptionsProcessor =
        @Sendable (URL, ImageOptions, ImageContext) -> (options: ImageOptions, context: ImageContext)?

    /// Returns the URL without its user name and password, because the cache outlives the request.
    @Sendable
    public static func standardCacheKey(of url: URL) -> String {
        PublicAddress(url: DataURL.shortened(url.absoluteString)).text
    }

    /// The cache of decoded images, at the requested sizes.
    public let memoryCache: MemoryCache
    /// The cache of encoded images; `nil` stores nothing on disk.
    public let diskCache: DiskCache?
    /// The memory and disk cache as one, used by every load whose context names no other.
    public let imageCache: ImageCache
    /// The loaders of what no cache has. A loader added here gets the requests that it can load.
    public let loaders: ImageLoadersManager
    /// The coders of loads that bring none.
    public let coders: ImageCodersManager
    /// The trace in which the engine and the views record events.
    public let trace: Trace
    /// The queue that carries results to the main actor.
    public let deliveries: DeliveryQueue
    let readExecutor: any WorkExecutor
    let decodeExecutor: any WorkExecutor
    /// Frees memory when it is short; `nil` if that is left to the program.
    let memoryPressure = Lock<MemoryPressureMonitor?>(nil)
    /// The memory for encoded bytes in incremental decoders. An image that exceeds it gets no further previews.
    let previewAllowance = MemoryAllowance(.init(one: 16_000_000, all: 16_000_000))
    let time: any TimeSource
    let lastLoad = Atomic(0)
    /// The mutable state. Lock order: this, then the index of a cache, then its memory or its pending writes. The trace,
    /// the deliveries and the event buffers are also locked under this one, and lock nothing of the engine themselves.
    let state: Lock<State>

    struct State {
        var graph: JobGraph
        var failed: FailedURLs
        /// The components of loads that start from now on.
        var defaults: LoadDefaults
        weak var delegate: (any ImageManagerDelegate)?
    }

    /// The destination of a load's deliveries.
    enum Route {
        case operation(ImageLoadOperation)
        /// An event stream, read on any thread.
        case stream(URL, EventBuffer)
        /// To a cache query, with the image and its bytes; `nil` on a miss.
        case query(@Sendable (LoadedImage?, EncodedData?) -> Void)

        var wantsProgress: Bool {
            switch self {
            case .operation(let operation): operation.wantsProgress
            case .stream(_, let buffer): buffer.wantsProgress
            case .query: false
            }
        }
    }

    /// Creates a manager with a cache and a loader. The other parameters have defaults that suit most programs.
    ///
    /// - Parameters:
    ///   - cache: The cache of loads whose context names no other.
    ///   - loader: Loads what no cache has; further ones can be added to ``loaders``.
    ///   - coders: Decode and encode images.
    ///   - configuration: Limits, and the settings of loads that bring none.
    ///   - trace: Counts and records events.
    ///   - deliveries: Carries results to the main actor.
    public init(
        cache: ImageCache, loader: any ImageLoader, coders: ImageCodersManager = .shared,
        configuration: Configuration = Configuration(), trace: Trace = Trace(),
        deliveries: DeliveryQueue = DeliveryQueue()
    ) {
        (imageCache, memoryCache, diskCache) = (cache, cache.memory, cache.disk)
        (self.coders, self.trace, self.deliveries, time) = (coders, trace, deliveries, configuration.time)
        loaders = loader as? ImageLoadersManager ?? ImageLoadersManager([loader])
        readExecutor = configuration.readExecutor ?? WorkerPool(threads: configuration.maxConcurrentReads)
        decodeExecutor = configuration.decodeExecutor ?? WorkerPool(threads: configuration.maxConcurrentDecodes)
        let defaults = LoadDefaults(cache: cache, loader: loaders, coders: coders, configuration: configuration)
        let graph = JobGraph(
            reads: configuration.maxConcurrentReads, decodes: configuration.maxConcurrentDecodes,
            decodeBytes: configuration.maxDecodeBytes)
        state = Lock(State(graph: graph, failed: FailedURLs(), defaults: defaults))
    }

    /// Creates a manager for the web, for local files and for `data:` URLs.
    public convenience init(
        downloader: ImageDownloader, cache: ImageCache = ImageCache(), coders: ImageCodersManager = .shared,
        configuration: Configuration = Configuration(), trace: Trace = Trace(),
        deliveries: DeliveryQueue = DeliveryQueue()
    ) {
        // Files are read on the threads of the disk cache: both wait for a disk.
        let reads = configuration.readExecutor ?? WorkerPool(threads: configuration.maxConcurrentReads)
        let decodes = configuration.decodeExecutor ?? WorkerPool(threads: configuration.maxConcurrentDecodes)
        var configuration = configuration
        (configuration.readExecutor, configuration.decodeExecutor) = (reads, decodes)
        let files = FileLoader(
            limit: downloader.configuration.limits.bytes, executor: reads, decryptions: decodes)
        self.init(
            cache: cache, loader: ImageLoadersManager([files, DataURLLoader(executor: decodes), downloader]),
            coders: coders, configuration: configuration, trace: trace, deliveries: deliveries)
    }

    /// The settings of loads that start from now on; a load uses those of its start to its end. The concurrency and the
    /// budget stay as they were at first. Safe from any thread; but to change one setting reads all and writes them back,
    /// so that of two threads that do it at once one may undo the change of the other.
    public var configuration: Configuration {
        get { defaults.configuration }
        set {
            let new = LoadDefaults(cache: imageCache, loader: loaders, coders: coders, configuration: newValue)
            let old = state.withLock { state in
                defer { state.defaults = new }
                return state.defaults
            }
            withExtendedLifetime(old) {}  // releases the program's objects here, outside the lock
        }
    }

    /// The delegate, which decides what is downloaded and which failures are remembered. Held weakly.
    public var delegate: (any ImageManagerDelegate)? {
        get { state.withLock { $0.delegate } }
        set { state.withLock { $0.delegate = newValue } }
    }

    // MARK: - Queries

    /// Returns the key of the image that a load with these arguments would deliver.
    public func key(
        for url: URL, options: ImageOptions = [], context: ImageContext = ImageContext()
    ) -> ImageKey {
        plan(for: url, options, context).image
    }

    /// Returns another size of the image from memory, or `nil`. Shown scaled until the requested size arrives, it
    /// avoids a flash after a resize or relayout. Never an image that the server selected for other request headers
    /// (`Vary`).
    public func preview(for url: URL, context: ImageContext) -> Image? {
        preview(plan(for: url, [], context))
    }

    /// Returns another size of the image of a running load from memory; `nil` if the load does not look there.
    func preview(of load: JobGraph.LoadID) -> Image? {
        guard let plan = state.withLock({ $0.graph.loads[load]?.plan }), plan.queriesMemory else { return nil }
        return preview(plan)
    }

    private func preview(_ plan: LoadPlan) -> Image? {
        plan.cache.nearestImage(to: plan.image, for: plan.context.headers)
    }

    /// Whether any load is running.
    public var isRunning: Bool { activeLoadCount > 0 }

    /// The number of loads that have not ended.
    package var activeLoadCount: Int { state.withLock { $0.graph.activeLoadCount } }

    /// Whether anything is still being stored: an image is being encoded for the disk, perhaps after its load has
    /// ended, or the manager's own cache has pending writes.
    ///
    /// Read after ``isRunning``, it covers all loads that had ended by then.
    public var isStoring: Bool {
        // The cache is checked second: work that has left `state` is already there.
        state.withLock { $0.graph.encodingCount > 0 } || imageCache.isWriting
    }

    /// Removes a URL from the failed list, so that the next load tries it again.
    public func removeFailedURL(_ url: URL) { state.withLock { $0.failed.remove(url.absoluteString) } }
    /// Removes all URLs from the failed list.
    public func removeAllFailedURLs() { state.withLock { $0.failed.removeAll() } }
}

/// A delegate that decides what a manager downloads and which failures it remembers. Called on any thread, without a
/// lock held; must return at once.
public protocol ImageManagerDelegate: AnyObject, Sendable {
    /// Returns whether an image that no cache has may be downloaded; `true` by default. If not, the load ends as with
    /// ``ImageOptions/fromCacheOnly``.
    func imageManager(_ manager: ImageManager, shouldDownloadImageFor url: URL) -> Bool
    /// Returns whether a failed URL is put on the failed list and not tried again for a while. `nil`, the default,
    /// leaves the decision to the loader.
    func imageManager(_ manager: ImageManager, shouldBlockFailedURL url: URL, with error: ImageError) -> Bool?
}

extension ImageManagerDelegate {
    public func imageManager(_ manager: ImageManager, shouldDownloadImageFor url: URL) -> Bool { true }
    public func imageManager(
        _ manager: ImageManager, shouldBlockFailedURL url: URL, with error: ImageError
    ) -> Bool? { nil }
}
