import Basis
import FoundationEssentials
import ImageCoding
import Testing

@testable import ImageLoading

/// Images of earlier bytes do not count as fresh because of what the server says about newer ones.
@MainActor
struct OutdatedFreshnessTests {
    private let source = "http://host/a"
    private let loader = HeldLoader()
    private let bench: Bench
    private let cache: SlowCache
    private let directory = TemporaryDirectory()

    init() {
        bench = Bench(usesDisk: false, loader: loader)
        let disk = DiskCache(directory: directory.path, time: bench.time, executor: InlineExecutor())
        cache = SlowCache(ImageCache(memory: MemoryCache(), disk: disk))
    }

    private func context(
        _ policy: HTTPPolicy = .http, width: Int? = nil, _ body: (inout ImageContext) -> Void = { _ in }
    ) -> ImageContext {
        var context = ImageContext.with(width: width)
        (context.imageCache, context.httpPolicy) = (cache, policy)
        body(&context)
        return context
    }

    private func load(_ options: ImageOptions = [], _ context: ImageContext) -> RecordedLoad {
        let load = bench.load(source, options, context)
        bench.settle()
        return load
    }

    private func answer(_ body: String, _ control: String) {
        loader.open.first?.respond(body, headers: ["Cache-Control": control])
        bench.settle()
    }

    /// What is read of old bytes when nobody waits for it any more took the place of what is known of the new ones.
    @Test func whatIsReadForNobodySaysNothingAboutNewBytes() {
        _ = load([], context())
        answer("picture", "max-age=1000")
        cache.removeAll(from: .memory)
        // given a read whose load is given up, after which new bytes are stored
        let old = bench.load(source, [], context())
        cache.before(.reading) { [bench, loader, source, context = context()] in
            MainActor.assumeIsolated {
                old.operation?.cancel()
                bench.load(source, .fromLoaderOnly, context)
                loader.open.first?.respond("picture two", headers: ["Cache-Control": "max-age=1"])
                bench.decodes.runAll()
            }
        }
        bench.settle()
        bench.time.advance(by: .seconds(2))
        // then they are as stale as the server says
        #expect(load([], context()).words == [] && loader.open.count == 1)
    }
}
