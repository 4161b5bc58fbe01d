import EngineTestSupport
import FoundationEssentials
import HalftoneCore
import ImageCoding
import Pixels
import TestSupport
import Testing

@testable import ImageLoading

/// A ``FakeEngine`` with its own disk cache and pictures that are texts; loads report their results as text.
@MainActor
final class Bench {
    let coder = TextCoder()
    let directory = TemporaryDirectory()
    private let engine: FakeEngine

    init(
        usesDisk: Bool = true, additionalCacheDirectories: [String] = [],
        diskWrites: any WorkExecutor = InlineExecutor(), diskTime: ManualTime? = nil,
        downloads: Int = 6, rememberedPictures: Int = 10_000,
        transport: FakeTransport = FakeTransport(),
        loader: (any ImageLoader)? = nil,
        coders: ImageCodersManager? = nil, trace: Trace? = nil,
        configure: (inout ImageManager.Configuration) -> Void = { _ in },
        cacheKeyFilter: @escaping ImageManager.CacheKeyFilter = { $0.absoluteString }
    ) {
        var configuration = ImageManager.Configuration()
        configuration.maxConcurrentDecodes = 2
        configure(&configuration)
        let time = ManualTime()
        let disk = DiskCache(
            directory: directory.path, additionalCacheDirectories: additionalCacheDirectories, time: diskTime ?? time,
            executor: diskWrites)
        engine = FakeEngine(
            time: time, transport: transport, loader: loader, coders: coders ?? ImageCodersManager(coders: [coder]),
            diskCache: usesDisk ? disk : nil, rememberedPictures: rememberedPictures, trace: trace,
            downloads: downloads, configuration: configuration,
            cacheKeyFilter: cacheKeyFilter)
    }

    var time: ManualTime { engine.time }
    var transport: FakeTransport { engine.transport }
    var reads: ManualExecutor { engine.reads }
    var decodes: ManualExecutor { engine.decodes }
    var trace: Trace { engine.trace }
    var wakes: Lock<Int> { engine.wakes }
    var manager: ImageManager { engine.manager }

    /// Runs reads, decodes and turns of the main loop until only the network can bring more.
    func settle() {
        repeat {
            reads.runAll()
            decodes.runAll()
            manager.deliveries.deliver()
        } while reads.count + decodes.count + manager.deliveries.count > 0
    }

    /// Starts a load whose completions are recorded.
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

    /// Starts a load, and runs it until only the network can bring more.
    @discardableResult
    func run(
        _ url: String? = "http://host/a", _ options: ImageOptions = [], _ context: ImageContext = ImageContext()
    ) -> RecordedLoad {
        let load = load(url, options, context)
        settle()
        return load
    }

    /// Settles, answers the oldest transfer, which must be running, and settles again.
    func answer(_ body: String = "", status: Int = 200, tag: String? = nil) {
        settle()
        #expect(!transport.running.isEmpty)
        transport.running.first?.respond(body, status: status, tag: tag)
        settle()
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

    /// Whether nothing is being loaded, nothing waits and no subscriber is left.
    var isIdle: Bool {
        manager.state.withLock { $0.graph.isIdle }
    }
}

/// A load and all results of its completion.
@MainActor
final class RecordedLoad {
    var operation: ImageLoadOperation?
    var results: [Result<LoadedImage, ImageError>] = []
    var progress: [Int] = []

    /// The results as text: `image memory`, `image disk`, `image none`, with `cached` for `image` when more may come;
    /// or the error's description.
    var words: [String] { results.map { RecordedLoad.words($0) } }

    nonisolated static func words(_ result: Result<LoadedImage, ImageError>) -> String {
        switch result {
        case .failure(let error): return error.description
        case .success(let loaded):
            let tier = loaded.cacheType == .memory ? "memory" : loaded.cacheType == .disk ? "disk" : "none"
            return (loaded.isFinal ? "image " : "cached ") + tier
        }
    }

    /// The last image that was delivered, with its metadata.
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
