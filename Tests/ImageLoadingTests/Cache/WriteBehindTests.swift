import EngineTestSupport
import HalftoneCore
import ImageCoding
import TestSupport
import Testing

@testable import ImageLoading

/// A write-behind cache in front of a storage that may block: a change is visible at once and written later.
@Suite(.endsInTime) struct WriteBehindTests {
    private let writes = ManualExecutor()
    private let storage = SlowDictionary()
    private let key = DiskKey(source: "a")
    private let small = DiskKey(source: "a", variant: "small")

    private func cache(_ executor: (any WorkExecutor)? = nil) -> ImageCache {
        ImageCache(storage: storage, executor: executor ?? writes)
    }

    private func entry(_ text: String) -> DiskCache.Entry { DiskCache.Entry(bytes: Array(text.utf8)) }

    @Test func `lookups find pending writes`() {
        let cache = cache()
        cache.store(entry("1"), for: key)
        cache.store(entry("2"), for: small)
        #expect(cache.entry(for: key) == entry("1") && cache.contains(small) && cache.isWriting)
        #expect(storage.log == [])
        cache.remove(small)
        #expect(!cache.contains(small) && cache.entry(for: small) == nil)
        writes.runAll()
        #expect(storage.log == ["store a", "remove a small"] && !cache.isWriting)
        cache.removeImages(of: "a", from: .disk)
        #expect(!cache.contains(key) && storage.contains(key))
        cache.store(entry("3"), for: key)
        cache.flush()
        #expect(storage.log.suffix(2) == ["removeAll a", "store a"] && storage.read(key) == entry("3"))
        #expect(writes.runAll() == 1 && !cache.isWriting)  // the work item that the flush has done
    }

    @Test func `entries stored after a clear are kept`() {
        let cache = cache()
        cache.store(entry("1"), for: key)
        cache.flush()
        cache.store(entry("2"), for: small)
        cache.removeAll(from: .disk)
        #expect(!cache.contains(key) && !cache.contains(small))
        cache.store(entry("3"), for: small)
        writes.runAll()
        #expect(storage.log == ["store a", "clear", "store a small"] && !storage.contains(key))
    }

    /// Regression: the cache waited for itself.
    @Test(arguments: [true, false]) func `a storage may change and flush its cache while it is written to`(
        isInline: Bool
    ) {
        let cache = cache(isInline ? InlineExecutor() : writes)
        let other = DiskKey(source: "b")
        storage.beforeStore { [weak cache] in
            cache?.store(DiskCache.Entry(bytes: [2]), for: other)
            cache?.flush()
        }
        cache.store(entry("1"), for: key)
        writes.runAll()
        #expect(storage.log == ["store a", "store b"] && storage.contains(other) && !cache.isWriting)
    }

    /// The changes to flush are written by the thread that is writing already.
    @Test func `a flush waits for the writing thread`() async throws {
        let cache = cache(WorkerPool(threads: 1))
        let (begun, goOn) = (TestSemaphore("the write to begin"), TestSemaphore("the flush to be asked for"))
        storage.beforeStore {
            begun.signal()
            goOn.wait()
        }
        cache.store(entry("1"), for: key)
        begun.wait()
        cache.store(entry("2"), for: small)
        goOn.signal()
        cache.flush()
        #expect(storage.log == ["store a", "store a small"] && !cache.isWriting)
    }

    /// A thread that stores without end must not keep the writer, or a flush, for itself.
    @Test func `a write ends with its batch, whatever is staged meanwhile`() {
        let cache = cache()
        let other = DiskKey(source: "b")
        storage.beforeStore(isRepeated: true) { [weak cache] in cache?.store(DiskCache.Entry(bytes: [2]), for: other) }
        cache.store(entry("1"), for: key)
        cache.flush()
        #expect(storage.log == ["store a"] && cache.isWriting)
        #expect(writes.runOne() && storage.log == ["store a", "store b"] && cache.isWriting)
        storage.beforeStore {}
        writes.runAll()
        #expect(!cache.isWriting)
    }

    /// Regression: a thumbnail of old bytes that waited to be written was found again and made its bytes current.
    @Test func `an image of other bytes is not written once newer bytes are current`() {
        let cache = cache()
        func revision(_ digest: UInt64) -> Revision { Revision(digest: digest) }
        func register(_ digest: UInt64) {
            _ = cache.register(
                revision(digest), of: "a", by: .read(begunAt: cache.beginRead(), mayReplace: true), response: nil,
                clearsStorage: false)
        }
        register(1)
        let size = DiskCache.Entry(bytes: [1], fetchedDigest: 1)
        #expect(cache.storeIfCurrent(size, for: small, of: revision(1)) == .staged)
        cache.store(entry("of a program"), for: key)
        register(2)
        #expect(!cache.contains(small) && cache.contains(key))
        #expect(cache.storeIfCurrent(size, for: small, of: revision(1)) == .isNotCurrent)
        cache.flush()
        #expect(storage.log == ["store a"])
    }

    @Test func `an entry that replaces a pending one needs no room beside it`() {
        var limits = DiskCache.Limits()
        limits.pendingBytes = 10
        var pending = PendingWrites(limits: limits)
        let large = DiskCache.Entry(bytes: Array(repeating: 0, count: 8))
        let (isFirstStaged, isSecondStaged) = (pending.put(large, key), pending.put(large, key))
        #expect(isFirstStaged && isSecondStaged && pending.bytes == 8)
    }

    /// A storage decides itself how much it keeps. Regression: an entry over the limit of a disk cache was removed.
    @Test func `the limit of a disk cache does not apply to other storages`() {
        var limits = DiskCache.Limits()
        limits.bytes = 10
        var disk = PendingWrites(limits: limits)
        let large = DiskCache.Entry(bytes: Array(repeating: 0, count: 11))
        disk.put(large, key)
        if case .known(nil) = disk.lookUp(key) {} else { Issue.record("the disk cache keeps too much") }
        let foreign = WriteBehind(storage, executor: writes).staging.withLock(\.limits)
        #expect(foreign.bytes == .max && foreign.pendingBytes == limits.pendingBytes)
    }
}

/// A dictionary that records what is done to it.
private final class SlowDictionary: ImageStorage {
    private struct State {
        var entries: [DiskKey: DiskCache.Entry] = [:]
        var log: [String] = []
        var beforeStore: (@Sendable () -> Void)?
        var isRepeated = false
    }

    private let state = Lock(State())

    var log: [String] { state.withLock { $0.log } }
    /// Runs `work` before the next entry is stored, or before each.
    func beforeStore(isRepeated: Bool = false, _ work: @escaping @Sendable () -> Void) {
        state.withLock { ($0.beforeStore, $0.isRepeated) = (work, isRepeated) }
    }

    private func change(_ word: String, _ body: (inout [DiskKey: DiskCache.Entry]) -> Void) {
        state.withLock {
            $0.log.append(word)
            body(&$0.entries)
        }
    }

    private func name(_ key: DiskKey) -> String { key.source + (key.variant.map { " \($0)" } ?? "") }

    func read(_ key: DiskKey) -> DiskCache.Entry? { state.withLock { $0.entries[key] } }
    func contains(_ key: DiskKey) -> Bool { read(key) != nil }
    func store(_ entry: DiskCache.Entry, for key: DiskKey) {
        let work = state.withLock { state in
            defer { if !state.isRepeated { state.beforeStore = nil } }
            return state.beforeStore
        }
        work?()
        change("store \(name(key))") { $0[key] = entry }
    }
    func freshen(_ key: DiskKey, with metadata: ResponseMetadata) { change("renew \(name(key))") { _ in } }
    func remove(_ key: DiskKey) { change("remove \(name(key))") { $0[key] = nil } }
    func removeAll(of source: String) {
        change("removeAll \(source)") { $0 = $0.filter { $0.key.source != source } }
    }
    func clear() { change("clear") { $0 = [:] } }
    func flush() {}
}
