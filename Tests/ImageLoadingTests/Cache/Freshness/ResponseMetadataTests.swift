import TestSupport
import Testing
import Transfer

@testable import ImageLoading

/// Caching rules in the headers of a response: RFC 9111 and RFC 5861.
@Suite(.endsInTime) struct ResponseMetadataTests {
    private let now = 1_795_286_400.0  // Sat, 21 Nov 2026 18:40:00 GMT
    private let date = "Sat, 21 Nov 2026 18:40:00 GMT"

    private func metadata(_ headers: TransferHeaders, sent: [(name: String, value: String)] = []) -> ResponseMetadata {
        ResponseMetadata(headers: headers, requestHeaders: sent, receivedAt: now)
    }

    /// The freshness of the response these numbers of seconds after it arrived.
    private func states(_ headers: TransferHeaders, after seconds: Double...) -> [Freshness] {
        seconds.map { metadata(headers).state(at: now + $0) }
    }

    // MARK: - Lifetime

    @Test func `a response is fresh for its max-age`() {
        #expect(states(["Cache-Control": "max-age=60"], after: 0, 59.9, 60) == [.fresh, .fresh, .stale])
        #expect(states(["cache-control": "public, MAX-AGE=60 , x"], after: 59) == [.fresh])
        #expect(states(["Cache-Control": "max-age=\"60\""], after: 59) == [.fresh])
        #expect(states(["Cache-Control": "max-age=99999999999999999999"], after: 2e9) == [.fresh])
    }

    @Test func `max-age overrides Expires, and s-maxage is ignored`() {
        let headers: TransferHeaders = [
            "Cache-Control": "s-maxage=1000, max-age=10", "Date": date, "Expires": "Sat, 21 Nov 2026 19:40:00 GMT",
        ]
        #expect(states(headers, after: 9, 11) == [.fresh, .stale])
    }

    @Test func `Expires is relative to the server's own Date`() {
        // The server's clock is an hour behind: by its own clock the picture is fresh for ten seconds.
        let headers: TransferHeaders = [
            "Date": "Sat, 21 Nov 2026 18:39:00 GMT", "Expires": "Sat, 21 Nov 2026 18:40:30 GMT",
        ]
        #expect(metadata(headers).lifetime == 90 && metadata(headers).initialAge == 60)
        #expect(states(headers, after: 29, 31) == [.fresh, .stale])
    }

    @Test(
        arguments: [
            ["Cache-Control": "max-age=x"], ["Cache-Control": "max-age"], ["Cache-Control": "max-age=-1"],
            ["Cache-Control": "max-age=0"], ["Expires": "0"], ["Expires": "-1"], ["Expires": "yesterday"], [:],
            ["Cache-Control": "no-cache, max-age=100"], ["Cache-Control": "no-cache=\"set-cookie, a\", max-age=100"],
        ] as [TransferHeaders]) func `a response without freshness must be revalidated`(headers: TransferHeaders)
    {
        #expect(metadata(headers).state(at: now) == .stale)
    }

    @Test func `the first of two directives counts`() {
        #expect(metadata(["Cache-Control": "max-age=5", "cache-control": "max-age=500"]).lifetime == 5)
        #expect(metadata(["Cache-Control": "max-age=5, max-age=500"]).lifetime == 5)
    }

    @Test func `a comma in quotes ends no directive`() {
        let control = CacheControl(["ext=\"a, no-store, \\\"max-age=1\", max-age=7,,  ,=,  no-cache=\"x\""])
        #expect(!control.noStore && control.noCache && control.maxAge == 7)
    }

    @Test func `without a lifetime the Last-Modified date is the estimate`() {
        // changed ten days ago: not expected to change today
        let headers: TransferHeaders = ["Date": date, "Last-Modified": "Wed, 11 Nov 2026 18:40:00 GMT"]
        #expect(metadata(headers).lifetime == 86_400)
        #expect(states(headers, after: 86_399, 86_401) == [.fresh, .stale])
        // the heuristic lifetime is at most a week, and zero for a change in the future
        #expect(metadata(["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"]).lifetime == 604_800)
        #expect(metadata(["Last-Modified": "Sun, 06 Nov 2033 08:49:37 GMT"]).lifetime == 0)
    }

    // MARK: - Age

    @Test func `the Age header counts`() {
        #expect(states(["Cache-Control": "max-age=60", "Age": "50"], after: 9, 11) == [.fresh, .stale])
        #expect(states(["Cache-Control": "max-age=60", "Age": "50, 7"], after: 9, 11) == [.fresh, .stale])
        #expect(states(["Cache-Control": "max-age=60", "Age": "-1"], after: 59) == [.fresh])
        let slow = ResponseMetadata(
            headers: ["Age": "5"], requestHeaders: [], receivedAt: now, requestedAt: now - 7)
        #expect(slow.initialAge == 12)
    }

    @Test func `a clock that is set back does not make a response fresh for years`() {
        let metadata = metadata(["Cache-Control": "max-age=60"])
        #expect(metadata.state(at: now - 59) == .fresh, "it was only corrected")
        #expect(metadata.state(at: now - 100_000) == .stale)
        #expect(!metadata.mayServeOnError(at: now - 100_000))
    }

    // MARK: - Serving stale responses

    @Test func `a stale response may be shown while it is revalidated`() {
        let headers: TransferHeaders = ["Cache-Control": "max-age=60, stale-while-revalidate=30"]
        #expect(
            states(headers, after: 59, 61, 89, 91) == [
                .fresh, .usableWhileRevalidating, .usableWhileRevalidating, .stale,
            ])
    }

    @Test func `a stale response may be shown when the server fails`() {
        let metadata = metadata(["Cache-Control": "max-age=60, stale-if-error=30"])
        #expect([0, 61, 89, 91].map { metadata.mayServeOnError(at: now + $0) } == [true, true, true, false])
        #expect(metadata.state(at: now + 61) == .stale)
    }

    @Test func `a must-revalidate response is never shown stale`() {
        for word in ["must-revalidate", "no-cache"] {
            let metadata = metadata([
                "Cache-Control": "max-age=60, stale-if-error=30, stale-while-revalidate=30, \(word)"
            ])
            #expect(metadata.state(at: now + 61) == .stale && !metadata.mayServeOnError(at: now + 61))
        }
        #expect(metadata(["Cache-Control": "max-age=60, must-revalidate"]).mayServeOnError(at: now))
    }

    @Test func `no-store and immutable are recognized`() {
        #expect(metadata(["Cache-Control": "No-Store"]).noStore && !metadata([:]).noStore)
        #expect(metadata(["Cache-Control": "immutable"]).isImmutable)
    }

    // MARK: - Vary

    @Test func `a response matches requests with equal headers`() {
        let metadata = metadata(
            ["Vary": "Accept, accept-language"], sent: [("Accept", "image/webp , image/png"), ("X", "1")])
        #expect(metadata.matches(requestHeaders: [("accept", "image/webp,image/png"), ("X", "2")]))
        #expect(metadata.matches(requestHeaders: [("accept", "image/webp"), ("Accept", "image/png")]))
        #expect(!metadata.matches(requestHeaders: [("Accept", "image/png")]))
        #expect(!metadata.matches(requestHeaders: []))
        #expect(!metadata.matches(requestHeaders: [("accept", "image/webp, image/png"), ("Accept-Language", "de")]))
    }

    @Test func `a response that varies by everything matches nothing`() {
        #expect(!metadata(["Vary": "Accept, *"]).matches(requestHeaders: []))
        #expect(metadata([:]).matches(requestHeaders: [("Accept", "x")]))
    }

    @Test func `a password is not stored`() {
        let secret = "Basic c2VjcmV0"
        let metadata = metadata(["Vary": "Authorization, Cookie"], sent: [("Authorization", secret)])
        #expect(metadata.matches(requestHeaders: [("authorization", secret)]))
        #expect(!metadata.matches(requestHeaders: [("authorization", "Basic b3RoZXI=")]))
        #expect(!String(decoding: metadata.encoded ?? [], as: UTF8.self).contains("c2VjcmV0"))
    }

    // MARK: - Freshening

    @Test func `a confirmation makes a response fresh again`() {
        let old = metadata(["Cache-Control": "max-age=60", "ETag": "\"a\"", "Vary": "Accept", "Age": "10"])
        let new = old.renewed(by: [:], requestHeaders: [], receivedAt: now + 1000)
        #expect(new.state(at: now + 1059) == .fresh && new.state(at: now + 1061) == .stale)
        #expect(new.validators == old.validators && new.vary == old.vary)
        #expect(old.renewed(at: now + 1000).state(at: now + 1059) == .fresh)
    }

    @Test func `a confirmation may change the directives`() {
        let old = metadata(["Cache-Control": "max-age=60, must-revalidate", "ETag": "\"a\""])
        let new = old.renewed(
            by: ["Cache-Control": "max-age=5, stale-if-error=9", "ETag": "\"b\""], requestHeaders: [],
            receivedAt: now)
        #expect(new.lifetime == 5 && new.staleIfError == 9 && !new.mustRevalidate)
        #expect(new.validators.entityTag == "\"b\"")
    }

    /// Regression: a new date of expiry removed them.
    @Test func `a confirmation without directives leaves them as they are`() {
        let old = metadata(["Cache-Control": "no-store, no-cache, must-revalidate, max-age=60"])
        let new = old.renewed(by: ["Expires": "0"], requestHeaders: [], receivedAt: now)
        #expect(new.noStore && new.noCache && new.mustRevalidate)
    }

    /// Section 4.3.4 replaces the date, and section 5.3 ignores it beside an earlier `max-age`. Regression: it was not
    /// ignored.
    @Test(arguments: [("public", 90.0), ("max-age=200", 200)])
    func `a confirmation with a date of expiry alone counts from it`(control: String, lifetime: Double) {
        let old = metadata(["Cache-Control": control, "Expires": "Sat, 21 Nov 2026 18:41:00 GMT", "Age": "10"])
        // The server's clock is a minute behind.
        let headers: TransferHeaders = [
            "Date": "Sat, 21 Nov 2026 18:49:00 GMT", "Expires": "Sat, 21 Nov 2026 18:50:30 GMT",
        ]
        let new = old.renewed(by: headers, requestHeaders: [], receivedAt: now + 600)
        #expect(new.lifetime == lifetime && new.initialAge == 60)
        let end = now + 600 + lifetime - 60
        #expect(new.state(at: end - 1) == .fresh && new.state(at: end + 1) == .stale)
        let again = new.renewed(by: headers, requestHeaders: [], receivedAt: now + 1000)
        #expect(again.lifetime == lifetime, "the directive stays in force")
    }

    // MARK: - On disk

    @Test func `metadata is read back as written`() {
        let examples: [ResponseMetadata] = [
            metadata([:]),
            metadata(
                [
                    "Cache-Control": "max-age=60, stale-if-error=30, stale-while-revalidate=3, immutable, no-store",
                    "ETag": "\"é\"", "Vary": "Accept, X", "Age": "7",
                ], sent: [("accept", "a, b")]),
            metadata(["Vary": "*", "Last-Modified": "", "Cache-Control": "no-cache, must-revalidate"]),
        ]
        for example in examples { #expect(example.encoded.flatMap(ResponseMetadata.init(encoded:)) == example) }
        #expect(Set(examples).count == 3)
    }

    @Test func `damaged metadata is read as missing`() throws {
        let good = try #require(
            metadata(["Cache-Control": "max-age=60", "ETag": "\"a\"", "Vary": "Accept"]).encoded)
        for count in 0..<good.count { #expect(ResponseMetadata(encoded: Array(good.prefix(count))) == nil) }
        #expect(ResponseMetadata(encoded: good + [0]) == nil)
        var random = SeededGenerator(seed: 3)
        for _ in 0..<2000 {
            var bytes = good
            for _ in 0..<3 { bytes[Int.random(in: 0..<bytes.count, using: &random)] = random.byte() }
            let read = ResponseMetadata(encoded: bytes)
            #expect(read.map { $0.age(at: now).isNaN } != true)
        }
    }
}
