import TestSupport
import Basis
import FoundationEssentials
import ImageCoding
import Pixels

@testable import ImageLoading

/// A manager whose threads, network, clock and main loop are in the hand of the test.
@MainActor
final class Bench {
    let transport: FakeTransport
    let coder = TextCoder()
    let time = ManualTime()
    let reads = ManualExecutor()
    let decodes = ManualExecutor()
    let trace: Trace
    let wakes = Lock(0)
    let directory = TemporaryDirectory()
    let manager: ImageManager

    init(
        usesDisk: Bool = true, downloads: Int = 6, transport: FakeTransport = FakeTransport(),
        loader: (any ImageLoader)? = nil,
        coders: ImageCodersManager? = nil, trace: Trace? = nil,
        configure: (inout ImageManager.Configuration) -> Void = { _ in },
        cacheKeyFilter: @escaping ImageManager.CacheKeyFilter = { $0.absoluteString }
    ) {
        self.transport = transport
        self.trace = trace ?? Trace(time: time)
        var configuration = ImageManager.Configuration()
        configuration.maxConcurrentDecodes = 2
        configure(&configuration)
        let disk =
            usesDisk ? DiskCache(directory: directory.path, time: time, executor: InlineExecutor()) : nil
        let deliveries = DeliveryQueue { [wakes] _ in wakes.withLock { $0 += 1 } }
        let coders = coders ?? ImageCodersManager(coders: [coder])
        var network = ImageDownloader.Configuration()
        network.queue.total = downloads
        if let loader {
            manager = ImageManager(
                loader: loader, diskCache: disk, coders: coders, configuration: configuration, trace: self.trace,
                time: time, deliveries: deliveries, readExecutor: reads, decodeExecutor: decodes,
                cacheKeyFilter: cacheKeyFilter)
        } else {
            manager = ImageManager(
                downloader: ImageDownloader(transport: transport, configuration: network), diskCache: disk,
                coders: coders,
                configuration: configuration, trace: self.trace, time: time, deliveries: deliveries,
                readExecutor: reads, decodeExecutor: decodes, cacheKeyFilter: cacheKeyFilter)
        }
        // A load that is running keeps its manager, and that the disk cache.
        AfterTest.run { [weak manager] in manager?.cancelAll() }
    }

    /// Runs reads, decodes and turns of the main loop until only the network can bring more.
    func settle() {
        repeat {
            reads.runAll()
            decodes.runAll()
            manager.deliveries.deliver()
        } while reads.count + decodes.count > 0 || hasUndelivered
    }

    private var hasUndelivered: Bool {
        wakes.withLock { wakes in
            defer { wakes = 0 }
            return wakes > 0
        }
    }

    /// Starts a load whose completions are noted.
    @discardableResult
    func load(
        _ url: String? = "http://host/a", _ options: ImageOptions = [], _ context: ImageContext = ImageContext(),
        then: @escaping @MainActor (Result<LoadedImage, ImageError>) -> Void = { _ in }
    ) -> RecordedLoad {
        let load = RecordedLoad()
        load.operation = manager.loadImage(
            url.flatMap { URL(string: $0) }, options: options, context: context,
            progress: { [weak load] received, _ in load?.progress.append(received) },
            completion: { [weak load] result in
                load?.results.append(result)
                then(result)
            })
        return load
    }

    /// Loads the picture to its end, so that the caches have it.
    func fill(_ url: String = "http://host/a", _ body: String = "picture", tag: String? = nil) {
        load(url)
        settle()
        transport.running.last?.respond(body, tag: tag)
        settle()
    }

    /// Answers every transfer with a picture until nothing is being loaded.
    func finish() {
        settle()
        while let transfer = transport.running.first {
            transfer.respond("picture")
            settle()
        }
    }

    /// Whether nothing is being loaded, nothing waits and nobody is remembered.
    var isIdle: Bool {
        manager.state.withLock { $0.graph.isIdle && $0.routes.isEmpty && $0.transfers.isEmpty && $0.previews.isEmpty }
    }
}

/// A load and everything its completion was told.
@MainActor
final class RecordedLoad {
    var operation: ImageLoadOperation?
    var results: [Result<LoadedImage, ImageError>] = []
    var progress: [Int] = []

    /// The results in words: `image memory`, `image disk`, `image none`, with `cached` for `image` when more may come;
    /// or the error's own.
    var words: [String] { results.map { RecordedLoad.words($0) } }

    nonisolated static func words(_ result: Result<LoadedImage, ImageError>) -> String {
        switch result {
        case .failure(let error): return error.description
        case .success(let loaded):
            let tier = loaded.cacheType == .memory ? "memory" : loaded.cacheType == .disk ? "disk" : "none"
            return (loaded.isFinal ? "image " : "cached ") + tier
        }
    }

    /// The last image that was delivered, with what is known of it.
    var loaded: LoadedImage? { if case .success(let loaded)? = results.last { loaded } else { nil } }
    var image: Image? { if case .success(let loaded)? = results.last { loaded.image } else { nil } }
}

extension ImageContext {
    /// A context with the given parts.
    static func with(
        width: Int? = nil, query: CacheType = .all, store: CacheType = .all
    ) -> ImageContext {
        var context = ImageContext()
        context.variant.box = width.map { PixelSize(width: $0, height: 1) }
        context.queryCacheType = query
        context.storeCacheType = store
        return context
    }
}
