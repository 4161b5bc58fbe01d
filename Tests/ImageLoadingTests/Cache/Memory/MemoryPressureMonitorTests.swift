import HalftoneCore
import FoundationEssentials
import ImageCoding
import Pixels
import Testing

@testable import ImageLoading

/// Memory pressure reaches every owner of pixels.
@Suite(.endsInTime) @MainActor struct MemoryPressureMonitorTests {
    private let pressure = FakePressure()

    private func filledCache() -> MemoryCache {
        let cache = MemoryCache(budget: 4000)
        for number in 0..<8 { cache.store(testImage(pixels: 10), for: ImageKey(source: "\(number)")) }
        return cache
    }

    @Test func `a warning frees half of the cache, and critical pressure everything`() {
        let cache = filledCache()
        let relief = MemoryPressureMonitor([cache], source: pressure)
        pressure.press(.warning)
        #expect(cache.statistics.bytes == 160)
        pressure.press(.warning)
        #expect(cache.statistics.bytes == 80)
        pressure.press(.critical)
        #expect(withExtendedLifetime(relief) { cache.statistics.count == 0 })
    }

    @Test func `frames that players hold are freed`() {
        let animation = HeldFrames()
        let pools = FramePools { $0() }
        let player = AnimatedImagePlayer(provider: animation, pool: pools.pool(of: animation))
        let own = FramePool(provider: animation) { $0() }
        for pool in [player?.pool, own] { pool?.insert(testImage(pixels: 10), at: 1) }
        #expect(player?.pool.bytes == 40 && own.bytes == 40)
        let relief = MemoryPressureMonitor([pools, own], source: pressure)
        pressure.press(.warning)
        #expect(withExtendedLifetime(relief) { player?.pool.bytes == 0 && own.bytes == 0 })
        // and are decoded again when they are needed
        player?.pool.fetch(1)
        #expect(player?.pool.frameCount == 1)
    }

    @Test func `decoders of running downloads are freed, and the picture arrives whole`() {
        let loader = HeldLoader()
        let bench = Bench(
            usesDisk: false, loader: loader,
            coders: ImageCodersManager(coders: [ScheduleCoder(Interruption())]))
        let bytes = SchedulePicture(url: 7, version: 1).bytes
        let relief = MemoryPressureMonitor([bench.manager], source: pressure)
        let load = bench.load("http://host/a", .progressiveLoad)
        loader.open[0].send(.bytes(Array(bytes[..<70])))
        bench.settle()
        #expect(load.words == ["cached none"] && bench.manager.state.withLock { $0.graph.budget.used } == 8)
        pressure.press(.warning)
        #expect(bench.manager.state.withLock { $0.graph.budget.used } == 0)
        bench.time.advance(by: .seconds(1))
        loader.open[0].send(.bytes(Array(bytes[70...])))
        loader.open[0].respond(bytes)
        bench.settle()
        #expect(withExtendedLifetime(relief) { load.words == ["cached none", "image none"] && bench.isIdle })
    }

    @Test func `coders free what they keep for the next picture`() {
        let coder = KeepingCoder()
        let bench = Bench(usesDisk: false, coders: ImageCodersManager(coders: [coder]))
        let relief = MemoryPressureMonitor([bench.manager], source: pressure)
        pressure.press(.warning)
        #expect(withExtendedLifetime(relief) { coder.freed.withLock { $0 } == 1 })
    }

    @Test func `a monitor holds its holders weakly and calls each once`() {
        weak var released: MemoryCache?
        let relief = MemoryPressureMonitor(source: pressure)
        do {
            let cache = filledCache()
            released = cache
            relief.add(cache)
            relief.add(cache)
            #expect(relief.holderCount == 1)
        }
        pressure.press(.critical)
        #expect(released == nil && relief.holderCount == 0 && relief.isListening)
    }

    @Test func `a released monitor calls no holder`() {
        let cache = filledCache()
        _ = MemoryPressureMonitor([cache], source: pressure)
        pressure.press(.critical)
        #expect(cache.statistics.count == 8)
    }
}

/// Counts how often it is to free memory.
private final class KeepingCoder: ImageCoder {
    let freed = Lock(0)
    let format = ImageFormat.jpeg

    func header(of bytes: [UInt8], limits: DecodeLimits) throws(ImageCodingError) -> ImageHeader { throw .empty }
    func decode(_ bytes: [UInt8], options: DecodeOptions) throws(ImageCodingError) -> Image { throw .empty }
    func freeMemory() { freed.withLock { $0 += 1 } }
}

/// An animation whose frames are decoded on demand.
private final class HeldFrames: AnimatedImageProvider {
    let frameCount = 3
    let loopCount = 0
    func frame(at index: Int) -> Image? { testImage(pixels: 10) }
    func duration(at index: Int) -> Duration { .milliseconds(100) }
}

/// A memory pressure source under the test's control. Listeners are called as long as they keep the result.
private final class FakePressure: MemoryPressureSource {
    private final class Listener: Sendable {
        let handler: @Sendable (MemoryPressure) -> Void
        init(_ handler: @escaping @Sendable (MemoryPressure) -> Void) { self.handler = handler }
    }

    private struct Reference {
        weak var listener: Listener?
    }

    private let listeners = Lock<[Reference]>([])

    func listen(_ handler: @escaping @Sendable (MemoryPressure) -> Void) -> (any Sendable & AnyObject)? {
        let listener = Listener(handler)
        listeners.withLock { $0.append(Reference(listener: listener)) }
        return listener
    }

    func press(_ pressure: MemoryPressure) {
        for listener in listeners.withLock({ $0.compactMap(\.listener) }) { listener.handler(pressure) }
    }
}
