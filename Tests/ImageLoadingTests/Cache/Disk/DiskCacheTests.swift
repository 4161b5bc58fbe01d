import EngineTestSupport
import Glibc
import HalftoneCore
import TestSupport
import Testing

@testable import ImageLoading

/// The cache of encoded pictures: stored entries are readable at once and after a restart.
@Suite(.endsInTime) struct DiskCacheTests {
    private let directory = TemporaryDirectory()
    private let writes = ManualExecutor()
    private let warnings = Lock<[String]>([])
    private let cache: DiskCache

    init() {
        cache = DiskCache(directory: directory.path, executor: writes) { [warnings] line in
            warnings.withLock { $0.append(line) }
        }
    }

    private func entry(_ text: String, tag: String? = nil, date: String? = nil) -> DiskCache.Entry {
        DiskCache.Entry(
            bytes: Array(text.utf8), validators: Validators(entityTag: tag, lastModified: date))
    }

    /// Another cache on the same directory, as in a later run or another process.
    private var again: DiskCache { DiskCache(directory: directory.path, executor: InlineExecutor()) }

    /// The bytes of the database and of SQLite's files beside it.
    private var bytesOnDisk: Int {
        ["", "-wal", "-shm"].reduce(0) { total, end in
            var status = stat()
            return total + (stat(cache.path + end, &status) == 0 ? Int(status.st_size) : 0)
        }
    }

    @Test func `a stored entry is readable before it is written`() {
        cache.store(entry("one"), for: "a")
        #expect(cache.read("a") == entry("one"))
        #expect(again.read("a") == nil)
        writes.runAll()
        #expect(cache.read("a") == entry("one") && again.read("a") == entry("one"))
    }

    @Test func `validators are kept`() {
        cache.store(entry("one", tag: "\"x\"", date: "Sat, 21 Nov 2026"), for: "a")
        cache.flush()
        #expect(again.read("a") == entry("one", tag: "\"x\"", date: "Sat, 21 Nov 2026"))
    }

    @Test func `nothing is created before the first change`() {
        #expect(cache.read("a") == nil)
        cache.flush()
        writes.runAll()
        #expect(FileIdentity(path: cache.path) == nil)
    }

    @Test func `stores and removals are written in the order they were made`() {
        cache.store(entry("one"), for: "a")
        cache.remove("a")
        #expect(cache.read("a") == nil)
        cache.store(entry("two"), for: "a")
        #expect(cache.read("a") == entry("two"))
        cache.store(entry("three"), for: "b")
        cache.remove("b")
        writes.runAll()
        #expect(again.read("a") == entry("two") && again.read("b") == nil)
    }

    @Test func `the totals are exact`() {
        var expected: [String: Int] = [:]
        var random = SeededGenerator(seed: 1)
        for step in 0..<300 {
            let key = "\(Int.random(in: 0..<20, using: &random))"
            if Int.random(in: 0..<4, using: &random) == 0 {
                cache.remove(key)
                expected[key] = nil
            } else {
                let size = Int.random(in: 0...5000, using: &random)
                cache.store(DiskCache.Entry(bytes: [UInt8](repeating: 7, count: size)), for: key)
                expected[key] = size
            }
            if step % 10 == 0 { writes.runAll() }
        }
        let totals = cache.totals()
        #expect(totals.count == expected.count && totals.bytes == expected.values.reduce(0, +))
    }

    @Test func `removing everything removes pending entries too`() throws {
        cache.store(entry("one"), for: "a")
        cache.flush()
        cache.store(entry("two"), for: "b")
        try cache.removeAll()
        #expect(cache.read("a") == nil && cache.read("b") == nil)
        writes.runAll()
        let totals = cache.totals()
        #expect(totals.count == 0 && totals.bytes == 0)
        #expect(bytesOnDisk < 600_000)
    }

    @Test func `removing everything releases the disk space`() throws {
        for number in 0..<20 {
            cache.store(DiskCache.Entry(bytes: [UInt8](repeating: 1, count: 500_000)), for: "\(number)")
        }
        cache.flush()
        try cache.removeAll()
        #expect(again.totals().count == 0)
        #expect(bytesOnDisk < 1_000_000)
    }

    @Test(arguments: [
        "", " ", "..", "/", "../../etc/passwd", "http://h/%00", "a\0b", "a\0c", "a", "';DROP TABLE entry;--",
        "\u{1b}[2J",
        "é", "e\u{301}x", "😀", String(repeating: "k", count: 10_000),
    ]) func `any text is a key of its own`(key: String) {
        for other in ["a\0b", "a\0c", "a", "k"] where other != key { cache.store(entry("another"), for: other) }
        cache.store(entry("one"), for: key)
        cache.flush()
        let totals = cache.totals()
        #expect(again.read(key) == entry("one") && totals.bytes == 3 + 7 * (totals.count - 1))
        cache.remove(key)
        cache.flush()
        #expect(again.read(key) == nil && again.totals().count == totals.count - 1)
    }

    @Test func `many stores are one write`() {
        for number in 0..<100 { cache.store(entry("x"), for: "\(number)") }
        #expect(writes.count == 1)
        writes.runAll()
        #expect(again.totals().count == 100)
    }

    @Test func `uses alone are written in batches`() {
        let uses = PendingWrites.usesForWrite
        for number in 0..<uses { cache.store(entry("x"), for: "\(number)") }
        writes.runAll()
        for number in 0..<(uses - 1) { _ = cache.read("\(number)") }
        #expect(writes.count == 0)
        _ = cache.read("\(uses - 1)")
        #expect(writes.count == 1)
    }
}
