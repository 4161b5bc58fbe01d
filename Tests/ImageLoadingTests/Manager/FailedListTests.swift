import ImageCoding
import Pixels
import Testing

@testable import ImageLoading

/// A recently failed URL is not retried unless an option allows it.
@Suite(.endsInTime) @MainActor struct FailedListTests {
    private let bench = Bench()

    private func fail(_ status: Int = 404) {
        bench.load()
        bench.answer(status: status)
    }

    @Test func `a failed URL fails at once without work`() {
        fail()
        let again = bench.load()
        #expect(again.results.map { $0.map { _ in 0 } } == [.failure(.failedBefore(.invalidStatusCode(404)))])
        #expect(bench.reads.count == 0 && bench.transport.transfers.count == 1 && bench.isIdle)
    }

    // H14, trap 9
    @Test func `the URL is blocked inside the failure's completion`() {
        var again: RecordedLoad?
        bench.load { _ in again = again ?? bench.load() }
        bench.answer(status: 404)
        #expect(again?.words == ["404 not found (not tried again yet)"])
        #expect(bench.transport.transfers.count == 1)
    }

    @Test func `retryFailed tries again, and its success unblocks the URL`() {
        fail()
        let retry = bench.load("http://host/a", .retryFailed)
        bench.answer("picture")
        bench.manager.memoryCache.removeAll()
        #expect(retry.words == ["image none"] && bench.trace.summary.retried == 1)
        let after = bench.run()
        #expect(after.words == ["image disk"])
    }

    @Test(arguments: [(404, 60), (503, 5), (410, 3600)])
    func `a failed URL is tried again after the period of the failure`(status: Int, seconds: Int) {
        fail(status)
        bench.time.advance(by: .seconds(seconds) - .nanoseconds(1))
        #expect(bench.load().words.count == 1)
        bench.time.advance(by: .nanoseconds(1))
        #expect(bench.load().words.isEmpty)
        bench.manager.cancelAll()
        bench.settle()
    }

    @Test func `a picture that only the request's coder cannot decode is not blocked and stays on disk`() {
        bench.fill()
        bench.manager.memoryCache.removeAll()
        let picky = bench.load("http://host/a", [], .made { $0.imageCoder = PickyCoder() })
        bench.answer("picture")
        #expect(picky.results.map { $0.map { _ in 0 } } == [.failure(.badImageData(.damaged(.png, "not for me")))])
        let plain = bench.run()
        #expect(plain.words == ["image disk"])
    }

    @Test func `URLs can be removed from the list`() throws {
        fail()
        try bench.manager.removeFailedURL(#require(bench.load().operation?.url))
        #expect(bench.load().words.isEmpty)
        bench.manager.cancelAll()
        bench.settle()
        fail()
        bench.manager.removeAllFailedURLs()
        #expect(bench.load().words.isEmpty)
    }
}

private struct PickyCoder: ImageCoder {
    var format: ImageFormat { .png }
    func canDecode(_ bytes: [UInt8]) -> Bool { true }
    func header(of bytes: [UInt8], limits: DecodeLimits) throws(ImageCodingError) -> ImageHeader {
        ImageHeader(format: .png, pixelSize: PixelSize(width: 1, height: 1))
    }
    func decode(_ bytes: [UInt8], options: DecodeOptions) throws(ImageCodingError) -> Image {
        throw .damaged(.png, "not for me")
    }
}
