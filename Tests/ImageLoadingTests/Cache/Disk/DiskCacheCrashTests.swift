import EngineTestSupport
import Glibc
import TestSupport
import Testing

@testable import ImageLoading

/// Recovery from crashes, a full disk and concurrent processes. Each runs in a process of its own.
@Suite(.endsInTime, .slow) struct DiskCacheCrashTests {
    private let directory = TemporaryDirectory(isFast: true)

    /// Kills a process 200 times while its disk thread writes; each time the next start reads only whole and correct
    /// entries, and every entry that had been written.
    @Test(arguments: 0..<4) func `a killed process leaves only whole and correct entries`(part: Int) async throws {
        var random = SeededGenerator(seed: UInt64(part))
        for round in 0..<50 {
            let stores = Int.random(in: 1...60, using: &random)
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = directory.path as String, part = part as Int, round = round as Int, stores = stores as Int] in
                let cache = DiskCache(directory: path)
                let flushed = "\(part).\(round)"
                cache.store(.numbered(round, of: flushed), for: flushed)
                cache.flush()
                for number in 0..<stores {
                    cache.store(.numbered(round, of: "\(number % 20)"), for: "\(number % 20)")
                    if number % 7 == 0 { cache.remove("\(number % 3)") }
                }
                kill(getpid(), SIGKILL)  // while the disk thread writes the changes after the flush
            }
            let cache = DiskCache(directory: directory.path, executor: InlineExecutor()) { Issue.record("\($0)") }
            // every flushed entry of this round and of earlier ones is there
            for earlier in Set([0, round / 2, round]) {
                let key = "\(part).\(earlier)"
                #expect(cache.read(key) == .numbered(earlier, of: key))
            }
            for number in 0..<20 {
                guard let entry = cache.read("\(number)") else { continue }
                #expect(entry.isWhole(of: "\(number)"))
            }
            #expect(cache.totals().bytes == cache.totals().count * DiskCache.Entry.numberedSize)
        }
        let store = try DiskCacheStore.openForWriting(in: directory.path)
        #expect(try store.database.text("PRAGMA integrity_check") == "ok")
    }

    @Test func `a full disk is one warning, and existing entries stay`() async {
        await #expect(processExitsWith: .success) { [path = directory.path as String] in
            signal(SIGXFSZ, SIG_IGN)
            let count = Counter()
            let cache = DiskCache(directory: path, executor: InlineExecutor()) { _ in count.add() }
            cache.store(.init(bytes: [1, 2, 3]), for: "a")
            // a file size limit is refused by the system as a full disk is
            var limit = rlimit(rlim_cur: 900_000, rlim_max: 900_000)
            guard setrlimit(Int32(RLIMIT_FSIZE.rawValue), &limit) == 0 else { exit(10) }
            for number in 0..<10 {
                cache.store(.init(bytes: [UInt8](repeating: 1, count: 1_900_000)), for: "\(number)")
            }
            guard count.value == 1 else { exit(11) }
            guard cache.read("a")?.bytes == [1, 2, 3] else { exit(12) }
            guard cache.read("5") == nil else { exit(13) }
            exit(0)
        }
        let cache = DiskCache(directory: directory.path, executor: InlineExecutor())
        #expect(cache.read("a")?.bytes == [1, 2, 3] && cache.totals() == (1, 3))
    }

    @Test func `two processes that use one cache heavily never read wrong bytes`() async {
        async let first: Void = hammer(seed: 1)
        async let second: Void = hammer(seed: 2)
        _ = await (first, second)
        let cache = DiskCache(directory: directory.path, executor: InlineExecutor())
        let totals = cache.totals()
        #expect(totals.count > 0 && totals.bytes == totals.count * DiskCache.Entry.numberedSize)
        let store = try? DiskCacheStore.openForWriting(in: directory.path)
        #expect((try? store?.database.text("PRAGMA integrity_check")) == "ok")
    }

    private func hammer(seed: UInt64) async {
        let warnings = TemporaryDirectory()
        await #expect(processExitsWith: .success) {
            [path = directory.path as String, place = warnings.path as String, seed = seed as UInt64] in
            var random = SeededGenerator(seed: seed)
            var limits = DiskCache.Limits()
            limits.bytes = 40 * DiskCache.Entry.numberedSize
            // A process that waits too long for the other, as on a busy machine, keeps fewer entries, and no wrong
            // ones.
            let cache = DiskCache(directory: path, limits: limits) { warning in
                if warning.contains("locked") { return }
                let file = open(place + "/warning", O_WRONLY | O_CREAT, 0o600)
                write(file, warning, warning.utf8.count)
                exit(11)
            }
            var found = 0
            for step in 0..<3000 {
                let key = "\(Int.random(in: 0..<60, using: &random))"
                switch Int.random(in: 0..<10, using: &random) {
                case 0..<5:
                    guard let entry = cache.read(key) else { continue }
                    guard entry.isWhole(of: key) else { exit(12) }
                    found += 1
                case 5..<8: cache.store(.numbered(step, of: key), for: key)
                case 8: cache.remove(key)
                default: cache.touch(key)
                }
                if step % 100 == 0 { cache.flush() }
            }
            cache.flush()
            exit(found > 0 ? 0 : 13)
        }
        let warning = String(decoding: warnings.read("warning"), as: UTF8.self)
        #expect(warning == "")
    }
}

extension DiskCache.Entry {
    fileprivate static let numberedSize = 20_000

    /// An entry that differs from those of other keys and numbers, and from a part of itself.
    fileprivate static func numbered(_ number: Int, of key: String) -> DiskCache.Entry {
        let seed = UInt8(truncatingIfNeeded: key.utf8.reduce(number) { $0 &* 31 &+ Int($1) })
        let bytes = [UInt8](unsafeUninitializedCapacity: numberedSize) { buffer, count in
            for index in 0..<numberedSize { buffer[index] = seed &+ UInt8(truncatingIfNeeded: index >> 6) }
            count = numberedSize
        }
        return DiskCache.Entry(bytes: bytes, validators: Validators(entityTag: "\(number)", lastModified: key))
    }

    /// Whether the entry is one that was stored under the key, and complete.
    fileprivate func isWhole(of key: String) -> Bool {
        var entry = self
        entry.response = nil  // some were confirmed
        return validators.lastModified == key
            && validators.entityTag.flatMap { Int($0) }.map { entry == .numbered($0, of: key) } ?? false
    }
}
