import EngineTestSupport
import HalftoneCore
import ImageCoding
import Pixels
import Testing
import Transfer

@testable import ImageLoading

/// Previews for loads that coalesce with a running download.
@Suite(.endsInTime) @MainActor struct JoinedPreviewTests {
    private let coder = PushCoder()
    private let bench: Bench

    init() {
        bench = Bench(
            usesDisk: false, coders: ImageCodersManager(coders: [coder]),
            configure: { $0.previewInterval = .milliseconds(100) })
    }

    private var transfer: FakeTransfer { bench.transport.running[0] }

    private func answer(_ bytes: Int, of total: Int = 1_000_000) {
        transfer.send(.response(.init(url: "", status: 200, headers: ["ETag": "\"v1\""], expectedBytes: total)))
        send(bytes)
    }

    private func send(_ bytes: Int) {
        transfer.send(.bytes(Array(repeating: 7, count: bytes)))
        bench.settle()
    }

    /// The number of bytes that each image was made of, with a question mark after previews.
    private func seen(_ load: RecordedLoad) -> [String] {
        load.results.map { result in
            guard case .success(let loaded) = result else { return RecordedLoad.words(result) }
            return "\(loaded.image.sourceBytes)" + (loaded.isFinal ? "" : "?")
        }
    }

    @Test func `a progressive load that coalesces with a plain fetch receives earlier and later previews`() {
        let plain = bench.load()
        answer(1000)
        let eager = bench.run("http://host/a", .progressiveLoad)
        #expect(seen(eager) == ["1000?"] && bench.transport.transfers.count == 1)
        bench.time.advance(by: .seconds(1))
        send(500)
        #expect(seen(eager) == ["1000?", "1500?"] && seen(plain) == [])
        transfer.finish()
        bench.settle()
        #expect(seen(eager) == ["1000?", "1500?", "1500"] && seen(plain) == ["1500"] && bench.isIdle)
    }

    @Test func `a coalesced load of another size receives earlier previews too`() {
        let first = bench.load("http://host/a", .progressiveLoad, .with(width: 2))
        answer(1000)
        send(200)
        let second = bench.run("http://host/a", .progressiveLoad, .with(width: 3))
        #expect(seen(first) == ["1000?"] && seen(second) == ["1200?"])
        #expect(first.image?.size.width == 2 && second.image?.size.width == 3)
        bench.time.advance(by: .seconds(1))
        send(300)
        #expect(seen(first) == ["1000?", "1500?"] && seen(second) == ["1200?", "1500?"])
        transfer.finish()
        bench.settle()
        #expect(bench.isIdle && coder.decoders == 2)
    }

    @Test func `earlier bytes are read in pieces and not held twice`() {
        bench.load()
        answer(900_000)
        let eager = bench.run("http://host/a", .progressiveLoad)
        #expect(seen(eager) == ["900000?"])
        #expect(coder.pieces.max() == 64 << 10 && coder.pieces.reduce(0, +) == 900_000)
    }

    @Test func `with a decoder slower than the network the loader keeps the bytes`() {
        let eager = bench.load("http://host/a", .progressiveLoad)
        answer(1000, of: 50_000_000)
        #expect(seen(eager) == ["1000?"])
        bench.time.advance(by: .seconds(1))
        for _ in 0..<100 { transfer.send(.bytes(Array(repeating: 7, count: 100_000))) }
        #expect(coder.pieces == [1000])
        bench.settle()
        #expect(coder.pieces.reduce(0, +) == 10_001_000 && coder.pieces.max() == 64 << 10)
    }

    @Test func `a picture too large for previews is loaded without further ones`() {
        let eager = bench.load("http://host/a", .progressiveLoad)
        answer(1000, of: 20_001_000)
        for _ in 0..<40 { send(500_000) }
        #expect(coder.pieces.reduce(0, +) <= 16_000_000)
        #expect(bench.manager.previewAllowance.used == 0, "the decoder is released")
        transfer.finish()
        bench.settle()
        #expect(seen(eager).last == "20001000" && bench.isIdle)
    }

    @Test func `a load that coalesces before the first byte receives every preview`() {
        bench.load()
        let eager = bench.load("http://host/a", .progressiveLoad)
        answer(10)
        #expect(seen(eager) == [])  // too few bytes to detect the format
        send(90)
        #expect(seen(eager) == ["100?"])
        transfer.finish()
        bench.settle()
        #expect(bench.isIdle)
    }

    @Test func `a restarted body restarts the previews of coalesced loads`() {
        bench.load()
        answer(1000)
        let eager = bench.run("http://host/a", .progressiveLoad)
        // another picture under the same URL, after the connection was lost
        bench.transport.running[0].send(
            .response(.init(url: "", status: 200, headers: ["ETag": "\"v2\""], expectedBytes: 300)))
        send(300)
        #expect(seen(eager) == ["1000?", "300?"])
        transfer.finish()
        bench.settle()
        #expect(seen(eager).last == "300" && bench.isIdle)
    }

    @Test func `encrypted bytes have no previews`() {
        let eager = bench.load("http://host/a", .progressiveLoad, .made { $0.downloadDecryptor = .base64 })
        answer(1000)
        send(1000)
        #expect(seen(eager) == [] && coder.decoders == 0 && bench.transport.running.count == 1)
        eager.operation?.cancel()
        bench.settle()
        #expect(bench.isIdle)
    }

    @Test func `a cancelled load receives no preview and leaves nothing`() {
        bench.load()
        answer(1000)
        let eager = bench.load("http://host/a", .progressiveLoad)
        eager.operation?.cancel()
        send(100)
        #expect(eager.words == ["cancelled"])
        transfer.finish()
        bench.settle()
        #expect(bench.isIdle)
    }

    /// Regression: the decoder got every byte until the fetch had ended, and kept its memory as long.
    @Test(arguments: [false, true])
    func `the decoder of a load that left is released while the fetch goes on`(leavesWhileItIsMade: Bool) {
        let used = { bench.manager.state.withLock { $0.graph.budget.used } }
        let plain = bench.load()
        answer(1000)
        let first = bench.load("http://host/a", .progressiveLoad, .with(width: 2))
        let second = bench.load("http://host/a", .progressiveLoad, .with(width: 3))
        if leavesWhileItIsMade {
            coder.whenMade.withLock { $0 = { MainActor.assumeIsolated { first.operation?.cancel() } } }
        }
        bench.settle()
        coder.whenMade.withLock { $0 = nil }
        if !leavesWhileItIsMade { first.operation?.cancel() }
        #expect(used() == 8 && bench.manager.previewAllowance.used == 1000)
        bench.time.advance(by: .seconds(1))
        send(500)
        #expect(coder.pieces.filter { $0 == 500 }.count == 1 && seen(second) == ["1000?", "1500?"])
        second.operation?.cancel()
        #expect(used() == 0 && bench.manager.previewAllowance.used == 0)
        // a later load has previews again
        #expect(seen(bench.run("http://host/a", .progressiveLoad)) == ["1500?"])
        transfer.finish()
        bench.settle()
        #expect(seen(plain) == ["1500"] && bench.isIdle)
    }

    /// Regression: a decode with a slot waited behind previews, which had a thread and no slot; then previews that found
    /// no free slot waited for more bytes, which may not come.
    @Test func `previews and decodes share the slots`() {
        let bench = Bench(
            usesDisk: false, coders: ImageCodersManager(coders: [coder]), configure: { $0.maxConcurrentDecodes = 1 })
        // given a decode that waits behind previews
        let eager = bench.load("http://host/a", .progressiveLoad)
        let sevens = Array(repeating: UInt8(7), count: 100)
        bench.transport.running[0].send(.response(.init(url: "", status: 200, headers: [:], expectedBytes: nil)))
        bench.transport.running[0].send(.bytes(sevens))
        bench.load("http://host/b")
        bench.transport.running[1].respond(bytes: sevens)
        bench.reads.runAll()
        #expect(bench.decodes.count == 1)
        // when they are made, then it has their slot, and the next ones wait for that
        bench.decodes.runOne()
        bench.time.advance(by: .seconds(1))
        bench.transport.running[0].send(.bytes(sevens))
        #expect(bench.decodes.count == 1)
        bench.settle()
        #expect(seen(eager) == ["200?"])  // which replaced the first one before its delivery
        bench.transport.running[0].finish()
        bench.settle()
        #expect(bench.isIdle)
    }
}

/// Decodes bytes of sevens as pictures, and records the pieces that its push decoders get. Its images say how many
/// bytes they were made of.
private final class PushCoder: ProgressiveImageCoder {
    private let state = Lock((pieces: [Int](), decoders: 0))
    var pieces: [Int] { state.withLock { $0.pieces } }
    var decoders: Int { state.withLock { $0.decoders } }
    /// Called when a push decoder is made.
    let whenMade = Lock<(@Sendable () -> Void)?>(nil)

    let format = ImageFormat.png
    func canDecode(_ bytes: [UInt8]) -> Bool { bytes.first == 7 }
    func header(of bytes: [UInt8], limits: DecodeLimits) -> ImageHeader {
        ImageHeader(format: .png, pixelSize: PixelSize(width: 8, height: 1))
    }
    func workingBytes(for header: ImageHeader, options: DecodeOptions) -> Int { 8 }
    func decode(_ bytes: [UInt8], options: DecodeOptions) -> Image { Self.image(bytes.count, options, isWhole: true) }

    func makeIncrementalDecoder(options: DecodeOptions) -> any IncrementalDecoder {
        state.withLock { $0.decoders += 1 }
        whenMade.withLock { $0 }?()
        return Decoder(coder: self, options: options)
    }

    private static func image(_ bytes: Int, _ options: DecodeOptions, isWhole: Bool) -> Image {
        let size = PixelSize(width: options.box?.width ?? 8, height: 1)
        return Image(
            bitmap: Bitmap(size: size, filledWith: RGBA(0, 0, 0, 255)), sourceBytes: bytes, isIncremental: !isWhole)
    }

    private final class Decoder: IncrementalDecoder {
        private let coder: PushCoder
        private let options: DecodeOptions
        private var bytes = 0

        init(coder: PushCoder, options: DecodeOptions) { (self.coder, self.options) = (coder, options) }

        func append(_ more: ArraySlice<UInt8>) {
            coder.state.withLock { $0.pieces.append(more.count) }
            bytes += more.count
        }
        func preview() -> Image? { PushCoder.image(bytes, options, isWhole: false) }
        func finish() -> Image { PushCoder.image(bytes, options, isWhole: true) }
    }
}
