import EngineTestSupport
import HalftoneCore
import TestSupport
import Testing

@testable import ImageLoading

/// The disk cache stays within its limits and evicts the least recently used entries first.
@Suite(.endsInTime) struct DiskCacheLimitsTests {
    private let directory = TemporaryDirectory()
    private let time = ManualTime()
    private let writes = ManualExecutor()

    private func cache(
        bytes: Int = 1000, age: Double = 100, pending: Int = 1_000_000, isInline: Bool = true
    ) -> DiskCache {
        var limits = DiskCache.Limits()
        (limits.bytes, limits.age, limits.pendingBytes) = (bytes, age, pending)
        return DiskCache(
            directory: directory.path, limits: limits, time: time, executor: isInline ? InlineExecutor() : writes)
    }

    private func entry(_ size: Int) -> DiskCache.Entry { .init(bytes: [UInt8](repeating: 1, count: size)) }

    private func names(_ cache: DiskCache, _ candidates: String...) -> [String] {
        candidates.filter { cache.read($0) != nil }
    }

    @Test func `the limit holds after every write`() {
        let cache = cache()
        for number in 0..<50 {
            time.advance(by: .milliseconds(10))
            cache.store(entry(90), for: "\(number)")
            let totals = cache.totals()
            #expect(totals.bytes <= 1000 && totals.bytes == 90 * totals.count)
        }
        #expect(cache.totals().count == 11)
        #expect(names(cache, "38", "39", "49") == ["39", "49"])
    }

    @Test func `no entry is evicted without need`() {
        let cache = cache()
        for name in ["a", "b", "c"] {
            cache.store(entry(333), for: name)
            time.advance(by: .seconds(1))
        }
        cache.store(entry(1), for: "d")
        #expect(names(cache, "a", "b", "c", "d") == ["a", "b", "c", "d"])
        cache.store(entry(2), for: "d")
        #expect(names(cache, "a", "b", "c", "d") == ["b", "c", "d"])
    }

    @Test func `a use protects an entry from eviction`() {
        let cache = cache()
        for name in ["a", "b", "c"] {
            cache.store(entry(333), for: name)
            time.advance(by: .seconds(1))
        }
        _ = cache.read("a")
        time.advance(by: .seconds(1))
        cache.store(entry(300), for: "d")
        #expect(names(cache, "a", "b", "c", "d") == ["a", "c", "d"])
    }

    @Test func `changes of one write keep their order`() {
        let cache = cache(isInline: false)
        for number in 0..<40 {
            cache.store(entry(100), for: "\(number)")
            time.advance(by: .milliseconds(1))
        }
        cache.flush()
        #expect(cache.totals().count == 10)
        #expect(names(cache, "28", "29", "30", "39") == ["30", "39"])
    }

    @Test func `an entry larger than the cache evicts no other`() {
        let cache = cache()
        cache.store(entry(500), for: "a")
        cache.store(entry(1001), for: "b")
        #expect(names(cache, "a", "b") == ["a"])
        cache.store(entry(1001), for: "a")
        #expect(cache.totals().count == 0)  // the older entry of its key is out of date
    }

    @Test func `entries unused for the maximum age are removed with the next write`() {
        let cache = cache()
        cache.store(entry(1), for: "a")
        cache.store(entry(1), for: "b")
        time.advance(by: .seconds(60))
        _ = cache.read("b")
        time.advance(by: .seconds(60))
        cache.store(entry(1), for: "c")
        #expect(names(cache, "a", "b", "c") == ["b", "c"])
    }

    @Test func `a disk slower than the network does not fill the memory`() {
        let cache = cache(bytes: 100_000, pending: 1000, isInline: false)
        for number in 0..<100 { cache.store(entry(300), for: "\(number)") }
        cache.flush()
        #expect(cache.totals().count == 3)
        // but one picture larger than the limit may wait alone
        cache.store(entry(5000), for: "big")
        cache.flush()
        #expect(cache.read("big") != nil)
    }

    @Test func `a picture that is dropped for lack of memory leaves no older version`() {
        let cache = cache(bytes: 100_000, pending: 1000)
        cache.store(entry(10), for: "a")
        let slow = self.cache(bytes: 100_000, pending: 1000, isInline: false)
        slow.store(entry(900), for: "b")
        slow.store(entry(200), for: "a")
        slow.flush()
        #expect(slow.read("a") == nil && slow.read("b") != nil)
    }

    // MARK: - A clock that was wrong

    @Test func `an entry stored under a wrong clock is evicted before later ones`() {
        // given a full cache of the year 2040, and the right time
        let cache = cache()
        time.advance(by: .seconds(400_000_000))
        for number in 0..<11 { cache.store(entry(90), for: "\(number)") }
        cache.flush()
        time.advance(by: .seconds(-400_000_000))
        // when an entry is stored, then it is kept, and the others age from now on
        cache.store(entry(90), for: "new")
        time.advance(by: .seconds(1))
        cache.store(entry(90), for: "newer")
        #expect(names(cache, "new", "newer") == ["new", "newer"] && cache.totals().count == 11)
        time.advance(by: .seconds(102))
        cache.trim()
        #expect(cache.totals().count == 0)
    }

    // MARK: - Concurrent use

    @Test func `two caches on one directory share exact totals`() {
        let (first, second) = (cache(bytes: 10_000), cache(bytes: 10_000))
        for number in 0..<40 {
            time.advance(by: .seconds(1))
            (number % 2 == 0 ? first : second).store(entry(100 + number), for: "\(number % 15)")
            #expect(first.totals() == second.totals())
        }
        #expect(first.totals().count == 15)
        #expect(first.totals().bytes == (25..<40).reduce(0) { $0 + 100 + $1 })
        second.remove("0")
        #expect(first.read("0") == nil && first.totals().count == 14)
    }

    @Test func `threads that read and write at once lose nothing`() async {
        let cache = DiskCache(directory: directory.path)
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    for number in 0..<50 {
                        let key = "\(worker).\(number)"
                        cache.store(.init(bytes: Array(key.utf8)), for: key)
                        #expect(cache.read(key)?.bytes == Array(key.utf8))
                        if number % 10 == 9 { cache.flush() }
                        if number % 5 == 4 { cache.remove(key) }
                    }
                }
            }
        }
        #expect(cache.totals().count == 4 * 40)
    }
}
