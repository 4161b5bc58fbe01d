import HalftoneCore
import TestSupport
import Testing

@testable import ImageFeeds

/// How much of a document is read before it is refused, or known to be enough.
@Suite(.endsInTime) struct DocumentBufferTests {
    /// 1,000 bytes of a feed, 4,000 of a list.
    private static var limits: FeedLimits {
        var limits = FeedLimits()
        (limits.feedBytes, limits.listBytes) = (1_000, 4_000)
        return limits
    }

    /// Takes the beginning and then blanks, until the document has this number of bytes or is refused.
    private func take(
        _ beginning: String, type: String?, bytes: Int, expected: Int? = nil
    ) -> (error: FeedError?, buffer: DocumentBuffer) {
        var buffer = DocumentBuffer(contentType: type, expectedBytes: expected, limits: Self.limits)
        var chunk = Array(beginning.utf8)
        while buffer.count < bytes {
            do throws(FeedError) { try buffer.take(chunk) } catch { return (error, buffer) }
            chunk = Array(repeating: 0x20, count: min(100, bytes - buffer.count))
        }
        return (nil, buffer)
    }

    @Test(arguments: [
        ("application/rss+xml", "<rss>"), ("text/html", "<!doctype html><html>"), ("text/html; charset=x", "a page"),
        ("application/json", "{"), (nil, "<feed>"), ("text/plain", "<rss>"), (nil, "\u{1}\u{0}"),
    ])
    func `a feed or page is refused at its own limit`(type: String?, beginning: String) {
        let refused = take(beginning, type: type, bytes: 4_000)
        #expect(refused.error == .tooLarge(limit: ByteSize(1_000)))
        #expect((1_001...1_100).contains(refused.buffer.count))
        let whole = take(beginning, type: type, bytes: 1_000)
        #expect(whole.error == nil && whole.buffer.count == 1_000)
    }

    @Test func `a document with too large a Content-Length is refused once its format is detected`() {
        let feed = take("<rss>", type: nil, bytes: 1_000, expected: 1_001)
        #expect(feed.error == .tooLarge(limit: ByteSize(1_000)) && feed.buffer.count <= 1_000)
        #expect(take("http://h.test/a.png", type: nil, bytes: 1_001, expected: 1_001).error == nil)
        #expect(
            take("http://h.test/a.png", type: nil, bytes: 1_001, expected: 4_001).error
                == .tooLarge(limit: ByteSize(4_000)))
    }

    @Test(arguments: ["text/plain", nil, "application/octet-stream"])
    func `a list may be larger`(type: String?) {
        #expect(take("http://h.test/a.png", type: type, bytes: 4_000).error == nil)
        #expect(take("http://h.test/a.png", type: type, bytes: 4_001).error == .tooLarge(limit: ByteSize(4_000)))
    }

    @Test func `the beginning of a picture is enough`() throws {
        var png = DocumentBuffer(contentType: nil, expectedBytes: 1_000_000, limits: Self.limits)
        try png.take(pngSignature)
        #expect(!png.isEnough, "too few bytes to detect the format")
        try png.take(Array(repeating: 0, count: 1_000))
        #expect(png.isEnough)
        // the content type of an image is believed, unless the bytes are plainly something else
        var typed = DocumentBuffer(contentType: "image/avif", expectedBytes: nil, limits: Self.limits)
        try typed.take(Array(repeating: 7, count: 1_000))
        #expect(typed.isEnough)
        var drawing = DocumentBuffer(contentType: "image/svg+xml", expectedBytes: nil, limits: Self.limits)
        try drawing.take(Array("<svg>".utf8) + Array(repeating: 0x20, count: 995))
        #expect(!drawing.isEnough)
    }

    /// Whatever a document begins with, and in whatever chunks it arrives, not much is read beyond its limit.
    @Test(arguments: UInt64(1)...20)
    func `no document is read far beyond its limit`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for number in 0..<200 {
            var buffer = DocumentBuffer(contentType: nil, expectedBytes: nil, limits: Self.limits)
            var (chunk, error): ([UInt8], FeedError?) = ([], nil)
            while !buffer.isEnough, error == nil {
                chunk = (0..<Int.random(in: 1...600, using: &random)).map { _ in .random(in: 0...255, using: &random) }
                do throws(FeedError) { try buffer.take(chunk) } catch let refusal { error = refusal }
            }
            let limit = error == .tooLarge(limit: ByteSize(4_000)) ? 4_000 : 1_000
            #expect(buffer.isEnough || error == .tooLarge(limit: ByteSize(limit)), "document \(number)")
            #expect(buffer.count > limit && buffer.count <= limit + chunk.count, "document \(number)")
        }
    }
}
