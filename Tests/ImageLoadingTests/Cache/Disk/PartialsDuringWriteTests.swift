import EngineTestSupport
import HalftoneCore
import TestSupport
import Testing

@testable import ImageLoading

/// Partial downloads that are read and changed during a write.
@Suite(.endsInTime) struct PartialsDuringWriteTests {
    private let directory = TemporaryDirectory()
    private let time = WatchedTime()
    private let executor = ManualExecutor()
    private let cache: DiskCache
    private let tag = Validators(entityTag: "\"a\"")

    init() {
        cache = DiskCache(directory: directory.path, time: time, executor: executor)
    }

    private func store(_ range: Range<Int>) {
        cache.storePartial(
            range.map { UInt8($0 % 251) }, at: range.lowerBound, of: "a", validators: tag, total: 300)
    }

    /// Writes the pending changes and runs `body` inside the transaction, before it is committed.
    private func write(_ body: @escaping @Sendable (DiskCache) -> Void) {
        let (cache, wasRun) = (cache, Lock(false))
        time.watch {
            body(cache)
            wasRun.withLock { $0 = true }
        }
        executor.runAll()
        #expect(wasRun.withLock { $0 }, "the write never read the clock")
    }

    @Test func `a download that is being written can be read`() {
        store(0..<100)
        write { cache in #expect(cache.partial(for: "a")?.bytes.count == 100) }
        #expect(cache.partial(for: "a")?.bytes.count == 100)
    }

    @Test func `a piece that is being written follows those on disk`() {
        store(0..<100)
        executor.runAll()
        store(100..<150)
        write { cache in #expect(cache.partial(for: "a")?.bytes == (0..<150).map { UInt8($0 % 251) }) }
        #expect(cache.partial(for: "a")?.bytes.count == 150)
    }

    @Test func `a download that is removed during a write stays removed`() {
        store(0..<100)
        write { cache in
            cache.removePartial(for: "a")
            #expect(cache.partial(for: "a") == nil)
        }
        #expect(cache.partial(for: "a") == nil)
    }

    @Test func `a piece that arrives during a write is kept`() {
        store(0..<100)
        write { [tag] cache in
            cache.storePartial([1, 2, 3], at: 100, of: "a", validators: tag, total: 300)
            #expect(cache.partial(for: "a")?.bytes.count == 103)
        }
        #expect(cache.partial(for: "a")?.bytes.suffix(3) == [1, 2, 3])
        let other = DiskCache(directory: directory.path, time: time)
        #expect(other.partial(for: "a")?.bytes.count == 103)
        #expect(cache.staging.withLock { $0.pending.isEmpty && $0.bytes == 0 })
    }
}

/// A clock that stands still, and runs a closure the next time it is read.
private final class WatchedTime: TimeSource {
    private let watcher = Lock<(@Sendable () -> Void)?>(nil)

    func watch(_ watcher: @escaping @Sendable () -> Void) { self.watcher.withLock { $0 = watcher } }

    var now: Duration {
        let watcher = watcher.withLock { watcher in
            defer { watcher = nil }
            return watcher
        }
        watcher?()
        return .seconds(1000)
    }

    var secondsSince1970: Double { now.seconds }
}
