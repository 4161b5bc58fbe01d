import EngineTestSupport
import HalftoneCore
import TestSupport
import Testing
import Transfer

@testable import ImageLoading

/// The metadata of disk cache entries, and their variants.
@Suite(.endsInTime) struct DiskCacheEntriesTests {
    private let directory = TemporaryDirectory()
    private let time = ManualTime()
    private let writes = ManualExecutor()
    private let cache: DiskCache

    init() { cache = DiskCache(directory: directory.path, time: time, executor: writes) }

    private func again(_ limits: DiskCache.Limits = .init()) -> DiskCache {
        DiskCache(directory: directory.path, limits: limits, time: time, executor: InlineExecutor())
    }

    private func entry(_ text: String, maxAge: Int? = nil, extended: [UInt8]? = nil) -> DiskCache.Entry {
        let response = maxAge.map { age in
            ResponseMetadata(
                headers: ["Cache-Control": "max-age=\(age)", "ETag": "\"\(text)\"", "Vary": "Accept"],
                requestHeaders: [("accept", "image/png")], receivedAt: time.secondsSince1970)
        }
        return DiskCache.Entry(bytes: Array(text.utf8), response: response, extended: extended)
    }

    /// The metadata of a 304 that arrives now.
    private var confirmation: ResponseMetadata {
        ResponseMetadata(
            headers: ["Cache-Control": "max-age=60", "ETag": "\"one\""], requestHeaders: [],
            receivedAt: time.secondsSince1970)
    }

    private let original = DiskKey(source: "a")
    private let variant = DiskKey(source: "a", variant: "80x40")

    // MARK: - Metadata

    @Test func `the response's metadata is stored`() {
        let kept = entry("one", maxAge: 60, extended: [1, 2])
        cache.store(kept, for: original)
        #expect(cache.read(original) == kept)
        cache.flush()
        #expect(again().read(original) == kept)
        #expect(kept.validators.entityTag == "\"one\"", "the validators are those of the answer")
    }

    @Test(arguments: [true, false]) func `a confirmation makes an entry fresh`(isWritten: Bool) {
        cache.store(entry("one", maxAge: 60), for: original)
        if isWritten { cache.flush() }
        time.advance(by: .seconds(100))
        #expect(cache.read(original)?.response?.state(at: time.secondsSince1970) == .stale)
        cache.freshen(original, with: confirmation)
        for cache in [cache, cache] {
            let response = cache.read(original)?.response
            #expect(response?.state(at: time.secondsSince1970 + 59) == .fresh)
            #expect(response?.validators.entityTag == "\"one\"")
            cache.flush()
        }
        #expect(again().read(original)?.response?.state(at: time.secondsSince1970 + 59) == .fresh)
    }

    @Test(arguments: [true, false]) func `a confirmation may change the metadata`(isWritten: Bool) {
        cache.store(entry("one", maxAge: 60, extended: [7]), for: original)
        if isWritten { cache.flush() }
        let words = ResponseMetadata(
            headers: ["Cache-Control": "max-age=5", "ETag": "W/\"one\""], requestHeaders: [],
            receivedAt: time.secondsSince1970)
        cache.freshen(original, with: words)
        for _ in 0..<2 {
            let entry = cache.read(original)
            #expect(entry?.response == words && entry?.validators == words.validators)
            #expect(entry?.bytes == Array("one".utf8) && entry?.extended == [7])
            cache.flush()
        }
    }

    /// Regression: only the one in memory was renewed.
    @Test func `a confirmation may add a header to Vary`() {
        func metadata(_ vary: String) -> ResponseMetadata {
            ResponseMetadata(
                headers: ["ETag": "\"1\"", "Vary": vary], requestHeaders: [("Accept-Language", "de"), ("Accept", "x")],
                receivedAt: time.secondsSince1970)
        }
        cache.store(DiskCache.Entry(bytes: [1], response: metadata("Accept-Language")), for: original)
        cache.freshen(original, with: metadata("Accept"))
        #expect(cache.read(original)?.response == metadata("Accept-Language"))
        cache.freshen(original, with: metadata("Accept-Language, Accept"))
        #expect(cache.read(original)?.response == metadata("Accept-Language, Accept"))
    }

    /// Another load stores a different entry between the request and its response.
    @Test(arguments: [true, false], [["ETag": "\"one\""], ["ETag": "\"two\"", "Vary": "Accept-Language"]])
    func `the confirmation of one response does not apply to its replacement`(
        isWritten: Bool, confirmed: [String: String]
    ) {
        let stored = DiskCache.Entry(
            bytes: Array("zwei".utf8),
            response: ResponseMetadata(
                headers: ["ETag": "\"two\"", "Vary": "Accept-Language"], requestHeaders: [("Accept-Language", "de")],
                receivedAt: time.secondsSince1970))
        cache.store(stored, for: original)
        if isWritten { cache.flush() }
        let words = ResponseMetadata(
            headers: TransferHeaders(confirmed.map { (name: $0.key, value: $0.value) }),
            requestHeaders: [("Accept-Language", "fr")], receivedAt: time.secondsSince1970)
        cache.freshen(original, with: words)
        for _ in 0..<2 {
            #expect(cache.read(original) == stored)
            cache.flush()
        }
    }

    @Test func `a missing entry is not confirmed`() {
        cache.freshen(original, with: confirmation)
        #expect(cache.read(original) == nil)
        cache.store(entry("one"), for: original)
        cache.flush()
        cache.remove(original)
        cache.freshen(original, with: confirmation)
        #expect(cache.read(original) == nil)
        cache.flush()
        #expect(again().totals().count == 0)
    }

    // MARK: - Extended data (C47)

    @Test(arguments: [nil, [], [1, 2, 3]] as [[UInt8]?]) func `extended data stays with its entry`(bytes: [UInt8]?) {
        var one = entry("one")
        one.extended = bytes
        cache.store(one, for: original)
        for _ in 0..<2 {
            cache.freshen(original, with: confirmation)
            #expect(cache.read(original)?.extended == bytes)
            cache.flush()
        }
        #expect(cache.totals() == (1, 3 + (bytes?.count ?? 0)) && again().read(original)?.extended == bytes)
    }

    // MARK: - Variants

    @Test func `variants are entries of their own`() {
        cache.store(entry("original"), for: original)
        cache.store(entry("small"), for: variant)
        cache.flush()
        #expect(cache.read(original) == entry("original") && cache.read(variant) == entry("small"))
        #expect(cache.totals().count == 2)
        cache.remove(variant)
        #expect(cache.read(original) == entry("original") && cache.read(variant) == nil)
        #expect(DiskKey(source: "a", variant: "") == original)
    }

    @Test func `a picture is removed with all its variants`() {
        let other = DiskKey(source: "ab")
        for key in [original, variant, other] { cache.store(entry("x"), for: key) }
        cache.flush()
        cache.store(entry("pending"), for: DiskKey(source: "a", variant: "pending"))
        cache.removeAll(of: "a")
        #expect(!cache.contains(original) && !cache.contains(variant) && cache.contains(other))
        #expect(cache.read(DiskKey(source: "a", variant: "pending")) == nil)
        // a variant that is stored afterwards stays
        cache.store(entry("new"), for: variant)
        #expect(cache.read(variant) == entry("new"))
        cache.flush()
        #expect(again().read(variant) == entry("new") && again().read(original) == nil)
        #expect(cache.totals().count == 2)
    }

    @Test func `a test for presence is no use of an entry`() {
        var limits = DiskCache.Limits()
        limits.bytes = 6
        let cache = again(limits)
        for name in ["a", "b"] {
            cache.store(entry("xyz"), for: name)
            time.advance(by: .seconds(1))
        }
        #expect(cache.contains(original) && !cache.contains(variant))
        cache.store(entry("xyz"), for: "c")
        #expect(!cache.contains(original) && cache.contains(DiskKey(source: "b")))
    }

    // MARK: - Age (C13, C45)

    private func limits(age: Double, _ expiry: DiskCache.Limits.Expiry) -> DiskCache.Limits {
        var limits = DiskCache.Limits()
        (limits.age, limits.expiry) = (age, expiry)
        return limits
    }

    @Test func `an entry may expire by the time of its store`() {
        let cache = again(limits(age: 100, .storing))
        cache.store(entry("x"), for: original)
        for _ in 0..<2 {
            time.advance(by: .seconds(60))
            _ = cache.read(original)
        }
        #expect(cache.contains(original))
        cache.trim()
        #expect(!cache.contains(original) && cache.totals() == (0, 0))
    }

    @Test func `an entry may never expire`() {
        let cache = again(limits(age: 0, .never))
        cache.store(entry("x"), for: original)
        time.advance(by: .seconds(1e9))
        cache.trim()
        #expect(cache.contains(original))
    }

    @Test func `with a maximum age of zero nothing is kept beyond the next trim`() {
        let cache = again(limits(age: 0, .lastUse))
        cache.store(entry("x"), for: original)
        time.advance(by: .milliseconds(1))
        cache.trim()
        #expect(cache.totals() == (0, 0))
    }

    // MARK: - Other file versions

    @Test(arguments: [1, 3, 99]) func `a file of another version is set aside`(version: Int) throws {
        cache.store(entry("x"), for: original)
        cache.flush()
        do {
            let file = try SQLiteDatabase(path: cache.path)
            try file.execute("PRAGMA user_version = \(version); PRAGMA wal_checkpoint(TRUNCATE)")
        }
        let warnings = Counter()
        let next = DiskCache(directory: directory.path, executor: InlineExecutor()) { _ in warnings.add() }
        #expect(next.read(original) == nil)
        next.store(entry("y"), for: original)
        #expect(next.read(original) == entry("y") && warnings.value == 1)
        #expect(FileIdentity(path: next.setAsidePath) != nil)
    }
}
