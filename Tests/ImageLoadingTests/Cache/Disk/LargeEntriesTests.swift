import EngineTestSupport
import Glibc
import HalftoneCore
import TestSupport
import Testing

@testable import ImageLoading

/// Entries that are too large for memory are written to the disk and read from it in pieces.
@Suite(.endsInTime) struct LargeEntriesTests {
    private let directory = TemporaryDirectory()
    private let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 % 251) }

    private func cache(
        memoryOfOne: Int = 500_000, pending: Int = 64_000_000, bytes: Int = 512_000_000,
        executor: any WorkExecutor = InlineExecutor()
    ) -> DiskCache {
        var limits = DiskCache.Limits()
        (limits.memoryBytesOfOne, limits.pendingBytes, limits.bytes) = (memoryOfOne, pending, bytes)
        return DiskCache(directory: directory.path, limits: limits, time: ManualTime(), executor: executor)
    }

    /// Bytes in a temporary file.
    private func spilled(_ bytes: [UInt8]) -> StoredBytes {
        var buffer = SpillBuffer(MemoryAllowance(.init(one: 0, all: 0)))
        let isTaken = buffer.appendAndSpill(bytes, in: [directory.path])
        #expect(isTaken && buffer.stored.inMemory == nil)
        return buffer.stored
    }

    @Test(arguments: [true, false]) func `a large entry is read back unchanged, in a file`(isFile: Bool) {
        let cache = cache()
        let body = isFile ? spilled(bytes) : StoredBytes(bytes)
        cache.store(.init(body: body, validators: Validators(entityTag: "1"), extended: [7]), for: "a")
        let entry = cache.read("a")
        #expect(entry?.body == body && entry?.body.inMemory == nil)
        #expect(entry?.validators.entityTag == "1" && entry?.extended == [7])
        #expect(cache.totals() == (1, bytes.count + 1) && cache.allowance.used == 0)
    }

    @Test func `an entry that fits in memory stays there as long as it is held`() {
        let cache = cache(memoryOfOne: 4_000_000)
        cache.store(.init(bytes: bytes), for: "a")
        var entry = cache.read("a")
        #expect(entry?.body.inMemory == bytes && cache.allowance.used == bytes.count)
        entry = nil
        #expect(entry == nil && cache.allowance.used == 0)
    }

    @Test(arguments: [0, 1, MemoryAllowance.free, MemoryAllowance.free + 1, (1 << 20) + 1])
    func `entries around the lengths of pieces are read back unchanged`(count: Int) {
        let cache = cache()
        cache.store(.init(bytes: Array(bytes.prefix(count))), for: "a")
        #expect(cache.read("a")?.bytes == Array(bytes.prefix(count)))
    }

    @Test func `pending entries in files take no memory of pending writes`() {
        let executor = ManualExecutor()
        let cache = cache(pending: 1_000_000, bytes: 7_000_000, executor: executor)
        for name in ["a", "b", "c"] { cache.store(.init(body: spilled(bytes)), for: name) }
        #expect(cache.read("a") != nil && cache.read("b") != nil)
        #expect(cache.read("c") == nil, "files that wait may be as large as the cache")
        executor.runAll()
        cache.store(.init(body: spilled(bytes)), for: "c")
        #expect(cache.read("c") != nil)
    }

    @Test func `bytes of a file and of memory have the same digest`() {
        #expect(StoredBytes(bytes).digest == spilled(bytes).digest)
        #expect(StoredBytes(bytes).digest != spilled(bytes.reversed()).digest)
    }
}
