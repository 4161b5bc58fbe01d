import ImageCoding
import Testing
import Transfer

@testable import ImageLoading

/// A list of failed URLs that an expectation may change.
private final class Box {
    private var failed = FailedURLs()
    var count: Int { failed.count }
    func error(for url: String, now: Duration) -> ImageError? { failed.error(for: url, now: now) }
    func record(_ error: ImageError, for url: String, now: Duration) { failed.record(error, for: url, now: now) }
    func remove(_ url: String) { failed.remove(url) }
    func removeAll() { failed.removeAll() }
}

/// How long a failure is remembered.
@Suite(.endsInTime) struct FailedURLsTests {
    private let failed = Box()

    @Test(arguments: [
        (ImageError.badImageData(.empty), 3600), (.badImageData(.unknownFormat(looksLike: "HTML")), 3600),
        (.invalidStatusCode(410), 3600), (.invalidURL, 3600), (.invalidStatusCode(404), 60),
        (.invalidStatusCode(403), 60), (.invalidStatusCode(304), 60), (.invalidStatusCode(408), 5),
        (.invalidStatusCode(425), 5),
        (.badImageData(.tooSlow(seconds: 1)), 5), (.invalidStatusCode(429), 5), (.invalidStatusCode(500), 5),
        (.invalidStatusCode(599), 5),
        (.transfer(.tooLarge(limit: 1)), 60), (.transfer(.tooManyRedirects(limit: 10)), 60), (.transfer(.tls("x")), 60),
    ]) func `a failed URL is blocked for the period of its kind`(error: ImageError, seconds: Int) {
        failed.record(error, for: "a", now: .seconds(100))
        #expect(failed.error(for: "a", now: .seconds(100 + seconds) - .nanoseconds(1)) == error)
        #expect(failed.error(for: "a", now: .seconds(100 + seconds)) == nil)
        #expect(failed.count == 0)
    }

    @Test(arguments: [
        ImageError.cancelled, .badImageData(.cancelled), .badImageData(.decoderUnavailable(.png, "no memory")),
        .notInCache, .unreadableFile("gone"), .loaderFailed("x"), .transformFailed,
        .failedBefore(.invalidStatusCode(404)), .transfer(.timedOut(.connecting)), .transfer(.cancelled),
        .transfer(.hostRefused("10.0.0.1")),
        .transfer(.couldNotResolve(host: "a")), .transfer(.couldNotConnect(host: "a")),
        .transfer(.connectionLost(received: 1, expected: 2)),
    ]) func `an error that is not of the URL does not block it`(error: ImageError) {
        failed.record(error, for: "a", now: .zero)
        #expect(failed.error(for: "a", now: .zero) == nil)
    }

    @Test(arguments: [
        ImageError.invalidStatusCode(404),
        .invalidContentType(status: 200, headers: ["Content-Type": "text/html"]),
    ]) func `header fields that the description does not need are not kept`(kept: ImageError) {
        let headers: TransferHeaders = ["Content-Type": "Text/HTML; charset=utf-8", "Set-Cookie": "token"]
        let isStatus = kept == .invalidStatusCode(404)
        let error =
            isStatus
            ? ImageError.invalidStatusCode(404, headers: headers) : .invalidContentType(status: 200, headers: headers)
        failed.record(error, for: "a", now: .zero)
        #expect(failed.error(for: "a", now: .zero) == kept)
        #expect(kept.description == error.description)
    }

    @Test func `a later failure replaces an earlier one`() {
        failed.record(.invalidStatusCode(404), for: "a", now: .zero)
        failed.record(.invalidStatusCode(500), for: "a", now: .seconds(1))
        #expect(failed.error(for: "a", now: .seconds(5)) == .invalidStatusCode(500))
        #expect(failed.error(for: "a", now: .seconds(6)) == nil)
    }

    @Test func `removed URLs are not blocked`() {
        for url in ["a", "b", "c"] { failed.record(.invalidStatusCode(404), for: url, now: .zero) }
        failed.remove("a")
        #expect(failed.error(for: "a", now: .zero) == nil && failed.error(for: "b", now: .zero) != nil)
        failed.removeAll()
        #expect(failed.count == 0)
    }

    @Test func `expired failures do not accumulate`() {
        for number in 0..<100_000 {
            failed.record(.invalidStatusCode(500), for: "\(number)", now: .milliseconds(10 * number))
        }
        #expect(failed.count <= FailedURLs.capacity)
    }

    @Test func `failures of a whole list do not accumulate`() {
        for number in 0..<100_000 {
            failed.record(.badImageData(.empty), for: "\(number)", now: .milliseconds(number))
        }
        #expect(failed.count <= FailedURLs.capacity)
        // the latest are known, the first were dropped
        #expect(failed.error(for: "99999", now: .seconds(100)) == .badImageData(.empty))
        #expect(failed.error(for: "0", now: .seconds(100)) == nil)
    }
}
