import EngineTestSupport
import HalftoneCore
import TestSupport
import Testing

@testable import ImageLoading

/// Partial downloads kept for the next attempt.
@Suite(.endsInTime) struct DiskCachePartialTests {
    private let directory = TemporaryDirectory()
    private let time = ManualTime()
    private let tag = Validators(entityTag: "\"a\"")

    private func cache(bytes: Int = 1000, age: Double = 100, pending: Int = 10_000) -> DiskCache {
        var limits = DiskCache.Limits()
        (limits.partialBytes, limits.partialAge, limits.pendingBytes) = (bytes, age, pending)
        return DiskCache(directory: directory.path, limits: limits, time: time, executor: InlineExecutor())
    }

    private func bytes(_ range: Range<Int>) -> [UInt8] { range.map { UInt8($0 % 251) } }

    @Test func `parts are joined again after a restart`() {
        let cache = cache()
        cache.storePartial(bytes(0..<100), at: 0, of: "a", validators: tag, total: 300)
        cache.storePartial(bytes(100..<250), at: 100, of: "a", validators: tag, total: 300)
        let partial = PartialDownload(bytes: bytes(0..<250), validators: tag, total: 300)
        #expect(cache.partial(for: "a") == partial && self.cache().partial(for: "a") == partial)
        #expect(cache.partial(for: "b") == nil)
        // and the partial is not an entry
        #expect(cache.read("a") == nil && cache.totals() == (0, 0))
        cache.removePartial(for: "a")
        #expect(cache.partial(for: "a") == nil)
    }

    @Test func `only the new bytes are written`() throws {
        let cache = cache(bytes: 1_000_000)
        for part in 0..<20 {
            cache.storePartial(bytes(0..<1000), at: part * 1000, of: "a", validators: tag, total: nil)
        }
        let database = try SQLiteDatabase(path: cache.path, access: .read)
        #expect(try database.number("SELECT count(*) FROM piece") == 20)
        #expect(try database.number("SELECT max(length(bytes)) FROM piece") == 1000)
        #expect(cache.partial(for: "a")?.bytes.count == 20_000 && cache.partial(for: "a")?.total == nil)
    }

    @Test(arguments: [99, 101, 1_000_000]) func `a part that does not follow removes the rest`(offset: Int) {
        let cache = cache()
        cache.storePartial(bytes(0..<100), at: 0, of: "a", validators: tag, total: nil)
        cache.storePartial(bytes(0..<10), at: offset, of: "a", validators: tag, total: nil)
        #expect(cache.partial(for: "a") == nil)
    }

    @Test func `a part of another version removes the rest`() {
        let cache = cache()
        cache.storePartial(bytes(0..<100), at: 0, of: "a", validators: tag, total: nil)
        cache.storePartial(bytes(100..<200), at: 100, of: "a", validators: .init(entityTag: "\"b\""), total: nil)
        #expect(cache.partial(for: "a") == nil)
    }

    @Test func `a new first part replaces the old ones`() {
        let cache = cache()
        cache.storePartial(bytes(0..<100), at: 0, of: "a", validators: tag, total: 300)
        cache.storePartial(bytes(5..<10), at: 0, of: "a", validators: Validators(), total: nil)
        #expect(cache.partial(for: "a") == .init(bytes: bytes(5..<10), validators: Validators(), total: nil))
    }

    @Test func `partial downloads are bounded in bytes`() {
        let cache = cache(bytes: 250)
        for name in ["a", "b", "c"] {
            cache.storePartial(bytes(0..<100), at: 0, of: name, validators: tag, total: nil)
            time.advance(by: .seconds(1))
        }
        #expect(["a", "b", "c"].map { cache.partial(for: $0) != nil } == [false, true, true])
        // one that is too large by itself is not kept at all
        cache.storePartial(bytes(100..<300), at: 100, of: "c", validators: tag, total: nil)
        #expect(cache.partial(for: "c") == nil && cache.partial(for: "b") != nil)
    }

    @Test func `partial downloads are bounded in age`() {
        let cache = cache()
        cache.storePartial(bytes(0..<100), at: 0, of: "a", validators: tag, total: nil)
        time.advance(by: .seconds(99))
        #expect(cache.partial(for: "a") != nil)
        time.advance(by: .seconds(2))
        #expect(cache.partial(for: "a") == nil)
        cache.trim()
        let database = try? SQLiteDatabase(path: cache.path, access: .read)
        #expect((try? database?.number("SELECT count(*) FROM piece")) == 0)
    }

    @Test func `a part that does not fit into memory is not kept`() {
        let limits = cache(pending: 150).limits
        let executor = ManualExecutor()
        let cache = DiskCache(directory: directory.path, limits: limits, time: time, executor: executor)
        cache.storePartial(bytes(0..<100), at: 0, of: "a", validators: tag, total: nil)
        cache.storePartial(bytes(100..<200), at: 100, of: "a", validators: tag, total: nil)
        #expect(cache.partial(for: "a") == nil)
    }

    @Test func `clearing removes partial downloads too`() throws {
        let cache = cache()
        cache.storePartial(bytes(0..<100), at: 0, of: "a", validators: tag, total: nil)
        try cache.removeAll()
        #expect(cache.partial(for: "a") == nil)
    }

    @Test func `two processes with one download do not mix their parts`() {
        let (first, second) = (cache(), cache())
        first.storePartial(bytes(0..<100), at: 0, of: "a", validators: tag, total: nil)
        second.storePartial(bytes(0..<50), at: 0, of: "a", validators: tag, total: nil)
        first.storePartial(bytes(100..<200), at: 100, of: "a", validators: tag, total: nil)
        #expect(first.partial(for: "a") == nil && second.partial(for: "a") == nil)
    }
}
