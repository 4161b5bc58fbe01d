import HalftoneCore
import ImageCoding
import ImageLoading
import TestSupport
import Transfer

/// An engine with a real ``ImageManager``, whose work, network and clock advance only on calls of a test.
@MainActor
public final class FakeEngine {
    public let time: ManualTime
    public let transport: FakeTransport
    public let reads = ManualExecutor()
    public let decodes = ManualExecutor()
    /// The coder that decodes if a test passes no coders.
    public let coder = FakeCoder()
    public let trace: Trace
    /// Number of times that the main loop was woken for deliveries.
    public let wakes = Lock(0)
    public let manager: ImageManager

    /// Creates an engine. Without a loader the manager downloads through the transport.
    public init(
        time: ManualTime = ManualTime(), transport: FakeTransport = FakeTransport(), loader: (any ImageLoader)? = nil,
        coders: ImageCodersManager? = nil, diskCache: DiskCache? = nil, memoryCache: MemoryCache = MemoryCache(),
        rememberedPictures: Int = 10_000, trace: Trace? = nil, downloads: Int = 6,
        configuration: ImageManager.Configuration = ImageManager.Configuration(),
        cacheKeyFilter: @escaping ImageManager.CacheKeyFilter = ImageManager.standardCacheKey
    ) {
        (self.time, self.transport) = (time, transport)
        self.trace = trace ?? Trace(time: time)
        let coders = coders ?? ImageCodersManager(coders: [coder])
        let deliveries = DeliveryQueue { [wakes] _ in wakes.withLock { $0 += 1 } }
        let cache = ImageCache(memory: memoryCache, storage: diskCache, rememberedPictures: rememberedPictures)
        var configuration = configuration
        (configuration.time, configuration.readExecutor, configuration.decodeExecutor) = (time, reads, decodes)
        configuration.cacheKeyFilter = cacheKeyFilter
        if let loader {
            manager = ImageManager(
                cache: cache, loader: loader, coders: coders, configuration: configuration, trace: self.trace,
                deliveries: deliveries)
        } else {
            var network = ImageDownloader.Configuration()
            network.queue.total = downloads
            manager = ImageManager(
                downloader: ImageDownloader(transport: transport, configuration: network), cache: cache,
                coders: coders, configuration: configuration, trace: self.trace, deliveries: deliveries)
        }
        // a running load retains its manager, which retains the disk cache
        AfterTest.run { [weak manager] in manager?.cancelAll() }
    }

    /// Runs all pending work and deliveries, except responses of the network. Work that deliveries start waits for the
    /// next call.
    public func runPending() {
        while reads.runAll() + decodes.runAll() > 0 {}
        manager.deliveries.deliver()
    }

    /// Responds to every open transfer with the picture of its URL, until none is open.
    public func answerAll(_ picture: (_ url: String) -> FakePicture) {
        repeat {
            for transfer in transport.running {
                transfer.acknowledgeCancel()
                transfer.finish(picture(transfer.url).bytes)
            }
            runPending()
        } while !transport.running.isEmpty || reads.count + decodes.count > 0
    }

    /// Fails every open transfer, until none is open.
    public func failAll(_ error: TransferError = .connectionLost(received: 0, expected: nil)) {
        repeat {
            for transfer in transport.running {
                transfer.acknowledgeCancel()
                transfer.fail(error)
            }
            runPending()
        } while !transport.running.isEmpty || reads.count + decodes.count > 0
    }
}
