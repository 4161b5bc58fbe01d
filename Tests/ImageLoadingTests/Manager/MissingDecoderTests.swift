import TestSupport
import Testing

@testable import ImageLoading

/// Pictures whose decoder is missing or has no memory.
@Suite(.endsInTime) @MainActor struct MissingDecoderTests {
    private let bench = Bench()
    private let error = "PNG cannot be decoded: install its library"

    @Test func `a picture without a decoder is downloaded once`() {
        // given a picture that cannot be decoded, shown twice
        bench.load()
        bench.answer("picture unavailable")
        let second = bench.run()
        // then the second load fails for the same reason, without a request
        #expect(second.words == [error])
        #expect(bench.transport.transfers.count == 1 && bench.isIdle)
        // when the decoder is there, the bytes are
        bench.coder.hasDecoder.withLock { $0 = true }
        let third = bench.run()
        #expect(third.words == ["image disk"] && bench.transport.transfers.count == 1)
    }

    @Test func `bytes without a decoder do not replace a decoded picture`() {
        bench.fill()
        bench.load("http://host/a", .fromLoaderOnly)
        bench.answer("picture unavailable")
        let after = bench.run("http://host/a", .fromCacheOnly)
        #expect(after.words == ["image memory"] && bench.transport.transfers.count == 2)
    }

    /// Loads a picture whose decoder is missing, in a context, and then without one.
    private func loadTwice(_ context: ImageContext) {
        bench.load("http://host/a", [], context)
        bench.answer("picture unavailable")
        bench.run()
    }

    @Test func `bytes without a decoder are not stored if the load forbids it`() {
        var context = ImageContext()
        context.storeCacheType = .memory
        loadTwice(context)
        #expect(bench.transport.transfers.count == 2)
    }

    @Test func `bytes without a decoder are not stored if the server forbids it`() {
        bench.run()
        let transfer = bench.transport.running[0]
        transfer.begin(status: 200, headers: ["cache-control": "no-store"])
        transfer.finish(Array("picture unavailable".utf8))
        bench.settle()
        bench.run()
        #expect(bench.transport.transfers.count == 2 && bench.manager.diskCache?.totals().count == 0)
    }

    @Test func `bytes without a decoder are not stored in place of what a serializer would make`() {
        var context = ImageContext()
        context.cacheSerializer = { _, bytes, _ in (bytes ?? []) + Array(" serialized".utf8) }
        loadTwice(context)
        #expect(bench.transport.transfers.count == 2 && bench.manager.diskCache?.totals().count == 0)
    }
}
