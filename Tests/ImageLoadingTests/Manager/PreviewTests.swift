import HalftoneCore
import ImageCoding
import Pixels
import Testing

@testable import ImageLoading

/// Previews of a picture while it is downloaded.
@Suite(.endsInTime) @MainActor struct PreviewTests {
    private let loader = HeldLoader()
    private let coder = ScheduleCoder(Interruption())
    private let bench: Bench
    private let picture = SchedulePicture(url: 7, version: 1).bytes

    init() {
        bench = Bench(
            usesDisk: false, loader: loader, coders: ImageCodersManager(coders: [coder]),
            configure: { $0.previewInterval = .milliseconds(100) })
    }

    private func words(_ load: RecordedLoad) -> [String] {
        load.results.map { result in
            guard case .success(let loaded) = result, loaded.image.isIncremental else {
                return RecordedLoad.words(result)
            }
            return loaded.isFinal ? "final preview" : "preview"
        }
    }

    private func chunk(_ range: Range<Int>) { loader.open[0].receive(Array(picture[range])) }

    @Test func `previews are delivered before the picture`() {
        let load = bench.load("http://host/a", .progressiveLoad)
        chunk(0..<70)
        bench.settle()
        #expect(words(load) == ["preview"])
        loader.open[0].respond(picture)
        bench.settle()
        #expect(words(load) == ["preview", "image none"] && bench.isIdle)
        #expect(bench.manager.memoryCache.totals.count == 1)
        #expect(bench.load().image?.isIncremental == false)
    }

    /// Regression: previews of bytes that came before the manager had the loader's task waited for more bytes.
    @Test func `bytes that arrive while the loader starts have a preview`() {
        let bytes = Array(picture[..<70])
        let starting = Lock<HeldLoader?>(nil)
        let loader = HeldLoader { starting.withLock { $0 }?.open[0].receive(bytes) }
        starting.withLock { $0 = loader }
        defer { starting.withLock { $0 = nil } }  // the loader holds it
        let bench = Bench(usesDisk: false, loader: loader, coders: ImageCodersManager(coders: [coder]))
        let load = bench.run("http://host/a", .progressiveLoad)
        #expect(words(load) == ["preview"])
        loader.open[0].respond(picture)
        bench.settle()
        #expect(words(load) == ["preview", "image none"] && bench.isIdle)
    }

    @Test func `a load without the option receives no previews`() {
        let (eager, patient) = (bench.load("http://host/a", .progressiveLoad), bench.load())
        chunk(0..<70)
        bench.settle()
        #expect(words(eager) == ["preview"] && words(patient).isEmpty)
    }

    @Test func `previews keep a minimum interval and drop late ones`() {
        let load = bench.load("http://host/a", .progressiveLoad)
        chunk(0..<70)
        bench.settle()
        chunk(70..<75)
        bench.settle()
        #expect(words(load).count == 1)  // too soon
        bench.time.advance(by: .milliseconds(100))
        for start in 75..<85 { chunk(start..<start + 1) }
        #expect(bench.decodes.count == 1)  // one decode at a time, however many pieces arrived
        bench.settle()
        #expect(words(load).count == 2)
    }

    @Test func `every size has previews of its own`() {
        let loads = [2, 3].map { bench.load("http://host/a", .progressiveLoad, .with(width: $0)) }
        chunk(0..<70)
        bench.settle()
        #expect(loads.map { $0.image?.size.width } == [2, 3])
    }

    @Test func `previews are transformed too`() {
        let load = bench.load("http://host/a", .progressiveLoad, .made { $0.transformer = FixedTransformer() })
        chunk(0..<70)
        bench.settle()
        #expect(load.image?.size == PixelSize(width: 40, height: 30) && load.image?.isIncremental == true)
    }

    @Test func `a format without progressive decoding has no previews`() {
        let bench = Bench(usesDisk: false, loader: loader)
        let load = bench.load("http://host/a", .progressiveLoad)
        loader.open[0].receive(Array("picture".utf8) + Array(repeating: 0, count: 80))
        bench.settle()
        #expect(load.words.isEmpty)
        loader.open[0].respond("picture")
        bench.settle()
        #expect(load.words == ["image none"] && bench.isIdle)
    }

    @Test func `a cancelled load receives no preview`() {
        let load = bench.load("http://host/a", .progressiveLoad)
        chunk(0..<70)
        bench.decodes.runAll()
        load.operation?.cancel()
        bench.settle()
        #expect(words(load) == ["cancelled"] && bench.isIdle)
    }

    @Test func `previews yield to a decode that needs their memory`() {
        let bench = Bench(
            usesDisk: false, loader: loader, coders: ImageCodersManager(coders: [coder]),
            configure: { $0.maxDecodeBytes = 8 })
        let load = bench.load("http://host/a", .progressiveLoad)
        chunk(0..<70)
        bench.decodes.runAll()
        #expect(bench.manager.state.withLock { $0.graph.budget.used } == 8)
        bench.load("http://host/b")
        loader.open[1].respond(picture)
        bench.settle()
        #expect(bench.manager.state.withLock { $0.graph.budget.used } == 0)
        bench.time.advance(by: .seconds(1))
        chunk(70..<80)
        bench.settle()
        let count = load.results.count
        loader.open[0].respond(picture)
        bench.settle()
        #expect(load.results.count == count + 1 && load.words.last == "image none" && bench.isIdle)
    }

    @Test func `a refresh of a cached image delivers no previews`() {
        bench.load()
        loader.open[0].respond(picture)
        bench.settle()
        let load = bench.run("http://host/a", [.progressiveLoad, .refreshCached])
        chunk(0..<70)
        bench.settle()
        #expect(words(load) == ["cached memory"])
    }

    /// Its bytes may be of two versions.
    @Test func `a preview is dropped if its bytes restart while it is made`() {
        let interruption = Interruption()
        let transformer = ScheduleTransformer(.x, interruption)
        let load = bench.load("http://host/a", .progressiveLoad, .made { $0.transformer = transformer })
        interruption.set { [loader] in
            interruption.set(nil)
            loader.open[0].send(.restarted)
        }
        chunk(0..<70)
        bench.settle()
        #expect(load.results.isEmpty)
        chunk(0..<70)
        bench.settle()
        #expect(load.results.count == 1)
        loader.open[0].respond(picture)
        bench.settle()
        #expect(load.results.count == 2 && bench.isIdle)
    }

    @Test func `a restarted body restarts the previews`() {
        let load = bench.load("http://host/a", .progressiveLoad)
        chunk(0..<70)
        loader.open[0].send(.restarted)
        chunk(0..<70)
        bench.settle()
        #expect(words(load) == ["preview"])
        loader.open[0].respond(picture)
        bench.settle()
        #expect(bench.isIdle)
    }
}
