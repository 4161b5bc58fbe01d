import Glibc
import Testing

@testable import ImageLoading

/// What a crash and a full disk leave behind. Each runs in a process of its own.
struct DiskCacheCrashTests {
    private let directory = TemporaryDirectory()

    @Test func aKilledProcessLeavesAReadableFile() async {
        for round in 0..<3 {
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [
                    path = directory.path as String, round = round as Int
                ] in
                let cache = DiskCache(directory: path)
                for number in 0..<100_000 {
                    cache.store(.init(bytes: [UInt8](repeating: UInt8(round), count: 20_000)), for: "\(number % 500)")
                    if number % 7 == 0 { cache.flush() }
                    // killed while the disk thread writes what came after the last flush
                    if number == 150 + 31 * round { kill(getpid(), SIGKILL) }
                }
            }
            let store = try? DiskCacheStore.openForWriting(in: directory.path)
            #expect((try? store?.database.text("PRAGMA integrity_check")) == "ok")
            let cache = DiskCache(directory: directory.path, executor: InlineExecutor())
            let totals = cache.totals()
            #expect(totals.count >= 140 && totals.bytes == 20_000 * totals.count)
            #expect(cache.read("0")?.bytes == [UInt8](repeating: UInt8(round), count: 20_000))
        }
    }

    @Test func aFullDiskIsOneWarningAndWhatWasThereStays() async {
        await #expect(processExitsWith: .success) { [path = directory.path as String] in
            signal(SIGXFSZ, SIG_IGN)
            let count = Counter()
            let cache = DiskCache(directory: path, executor: InlineExecutor()) { _ in count.add() }
            cache.store(.init(bytes: [1, 2, 3]), for: "a")
            // no file may grow over half a megabyte, which the system refuses as it refuses a full disk
            var limit = rlimit(rlim_cur: 500_000, rlim_max: 500_000)
            guard setrlimit(Int32(RLIMIT_FSIZE.rawValue), &limit) == 0 else { exit(10) }
            for number in 0..<10 { cache.store(.init(bytes: [UInt8](repeating: 1, count: 900_000)), for: "\(number)") }
            guard count.value == 1 else { exit(11) }
            guard cache.read("a")?.bytes == [1, 2, 3] else { exit(12) }
            guard cache.read("5") == nil else { exit(13) }
            exit(0)
        }
        let cache = DiskCache(directory: directory.path, executor: InlineExecutor())
        #expect(cache.read("a")?.bytes == [1, 2, 3] && cache.totals() == (1, 3))
    }
}
