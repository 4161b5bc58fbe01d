import EngineTestSupport
import Glibc
import HalftoneCore
import ImageCoding
import TestSupport
import Testing

@testable import ImageLoading

/// Errors of the disk and damage to the file cause one warning and never a failed load.
@Suite(.endsInTime) struct DiskCacheFailureTests {
    private let directory = TemporaryDirectory()
    private let warnings = Lock<[String]>([])

    private func cache(_ folder: String = "") -> DiskCache {
        DiskCache(directory: directory.path + folder, executor: InlineExecutor()) { [warnings] line in
            warnings.withLock { $0.append(line) }
        }
    }

    private func entry(_ text: String = "one") -> DiskCache.Entry { .init(bytes: Array(text.utf8)) }

    private var lines: [String] { warnings.withLock { $0 } }

    /// The bytes of an undamaged database with some pictures.
    private func goodFile() -> [UInt8] {
        let other = TemporaryDirectory()
        let cache = DiskCache(directory: other.path, executor: InlineExecutor())
        for number in 0..<50 { cache.store(.init(bytes: [UInt8](repeating: 1, count: 3000)), for: "\(number)") }
        try? cache.removeAll()
        for number in 0..<50 { cache.store(.init(bytes: [UInt8](repeating: 1, count: 3000)), for: "\(number)") }
        try? DiskCacheStore.openForWriting(in: other.path).database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        guard case .success(let payload) = FileReader(limit: 10_000_000).read(cache.path) else { return [] }
        return payload.bytes
    }

    // MARK: - Damage

    private func expectANewBeginning(_ bytes: [UInt8]) {
        directory.write(bytes, to: DiskCacheStore.fileName)
        let cache = cache()
        #expect(cache.read("0") == nil)
        cache.store(entry(), for: "a")
        cache.flush()
        #expect(cache.read("a") == entry() && cache.totals().count == 1)
        #expect(lines.count == 1 && lines.first?.contains("begins anew") == true)
        #expect(FileReader(limit: 10_000_000).read(cache.path + ".damaged").map(\.bytes) == .success(bytes))
        // and the new file works in the next run
        #expect(self.cache().read("a") == entry() && lines.count == 1)
    }

    @Test(arguments: [Int.min, Int.max])
    func `invalid sizes do not overflow`(size: Int) throws {
        cache().store(entry(), for: "a")
        let database = try DiskCacheStore.openForWriting(in: directory.path).database
        try database.execute("UPDATE total SET bytes = \(size); UPDATE entry SET size = \(size)")
        let cache = cache()
        cache.store(entry("two"), for: "b")
        cache.flush()
        #expect(lines == [])
    }

    @Test func `garbage is set aside`() { expectANewBeginning((0..<20_000).map { UInt8($0 * 31 % 251) }) }

    @Test func `a truncated file is set aside`() {
        let good = goodFile()
        #expect(good.count > 100_000)
        expectANewBeginning(Array(good.prefix(good.count / 3)))
    }

    @Test func `a file with an overwritten middle is set aside`() {
        var bytes = goodFile()
        for index in 4096..<min(bytes.count, 60_000) { bytes[index] = 0xAA }
        expectANewBeginning(bytes)
    }

    /// Every kind of entry: original and variant, read at once and in pieces.
    @Test(arguments: [nil, "size"], [100, MemoryAllowance.free + 1])
    func `bytes that changed on the disk are a miss`(variant: String?, count: Int) throws {
        let key = DiskKey(source: "a", variant: variant)
        let stored = DiskCache.Entry(bytes: .init(repeating: 1, count: count))
        cache().store(stored, for: key)
        let database = try DiskCacheStore.openForWriting(in: directory.path).database
        #expect(cache().read(key) == stored)
        try database.execute("UPDATE content SET bytes = CAST(substr(bytes, 1, length(bytes) - 1) || x'00' AS BLOB)")
        let cache = cache()
        #expect(cache.read(key) == nil)
        cache.store(stored, for: key)
        #expect(self.cache().read(key) == stored && cache.totals() == (1, count))
        #expect(lines == [])
    }

    @Test func `an empty file is a new one`() {
        directory.write([], to: DiskCacheStore.fileName)
        let cache = cache()
        cache.store(entry(), for: "a")
        #expect(self.cache().read("a") == entry() && lines.isEmpty)
    }

    @Test(arguments: [
        "PRAGMA user_version = 99", "PRAGMA user_version = 1", "CREATE TABLE entry (a)",
        "PRAGMA application_id = 7; CREATE TABLE notes (text)",
    ]) func `the database of another program is set aside unchanged`(sql: String) throws {
        do {
            let foreign = try SQLiteDatabase(path: directory.path + "/" + DiskCacheStore.fileName)
            try foreign.execute(sql)
        }
        let cache = cache()
        cache.store(entry(), for: "a")
        #expect(cache.read("a") == entry() && lines.count == 1)
        let aside = try SQLiteDatabase(path: cache.path + ".damaged", access: .read)
        #expect(try aside.number("SELECT count(*) FROM sqlite_master WHERE name = 'content'") == 0)
    }

    @Test func `damaged files do not add up`() throws {
        for round in 0..<3 {
            directory.write(Array(repeating: UInt8(round + 1), count: 5000), to: DiskCacheStore.fileName)
            cache().store(entry(), for: "a")
            unlink(directory.path + "/" + DiskCacheStore.fileName)
        }
        let cache = cache()
        #expect(FileReader(limit: 10_000).read(cache.path + ".damaged").map(\.bytes.first) == .success(3))
        try cache.removeAll()
        #expect(FileIdentity(path: cache.path + ".damaged") == nil)
    }

    // MARK: - Refusals

    private func expectLifeWithoutTheDisk(_ cache: DiskCache) {
        for number in 0..<5 { cache.store(entry(), for: "\(number)") }
        cache.touch("0")
        cache.remove("1")
        cache.flush()
        #expect(cache.read("0") == nil && cache.totals() == (0, 0))
        #expect(lines.count == 1 && lines.first?.contains("is not used") == true)
        #expect(throws: DiskCacheError.self) { try cache.removeAll() }
    }

    @Test func `without a directory the cache works in memory`() {
        directory.write([1], to: "file")
        expectLifeWithoutTheDisk(cache("/file/below"))
    }

    @Test func `without a usable file system the cache works in memory`() {
        expectLifeWithoutTheDisk(
            DiskCache(directory: "/proc/self", executor: InlineExecutor()) { [warnings] line in
                warnings.withLock { $0.append(line) }
            })
    }

    @Test func `with a directory in place of the file the cache works in memory`() {
        mkdir(directory.path + "/" + DiskCacheStore.fileName, 0o700)
        expectLifeWithoutTheDisk(cache())
    }

    @Test func `the first store finds the reason and warns`() {
        directory.write([1], to: "file")
        let cache = cache("/file/below")
        #expect(cache.failure == nil)
        cache.store(entry(), for: "a")
        #expect(cache.failure?.description.hasSuffix("the directory cannot be created: Not a directory") == true)
        #expect(lines == [cache.failure?.description])
    }

    @Test func `a failure ends once the directory can be created`() {
        let file = directory.write([1], to: "file")
        let cache = cache("/file/below")
        cache.store(entry(), for: "b")
        #expect(cache.failure != nil)
        unlink(file)
        cache.remove("b")
        cache.store(.init(bytes: [1]), for: "a")
        #expect(cache.failure == nil && cache.read("a")?.bytes == [1])
    }

    @Test func `missing parents are created, and a cache that works has no failure`() {
        let cache = cache("/a/b/c")
        cache.store(entry(), for: "a")
        #expect(cache.failure == nil && FileIdentity(path: cache.path) != nil)
        #expect(self.cache("/a/b/c").read("a") == entry() && cache.failure == nil && lines.isEmpty)
    }

    @Test func `a warning has no escape sequences`() {
        directory.write([1], to: "file")
        cache("/file/\u{1b}[2J").store(entry(), for: "a")
        #expect(lines.count == 1 && lines.first?.contains("\u{1b}") == false)
    }

    // MARK: - While it runs

    @Test func `a file that is deleted while it is open is created anew`() {
        let cache = cache()
        cache.store(entry(), for: "a")
        #expect(cache.totals().count == 1)
        for end in ["", "-wal", "-shm"] { unlink(cache.path + end) }
        cache.store(entry("two"), for: "b")
        #expect(cache.read("b") == entry("two") && cache.read("a") == nil)
        #expect(self.cache().read("b") == entry("two") && lines.isEmpty)
    }

    @Test func `a directory that is deleted while it is in use is created anew`() {
        let cache = cache("/sub")
        cache.store(entry(), for: "a")
        for end in ["", "-wal", "-shm"] { unlink(cache.path + end) }
        rmdir(cache.directory)
        cache.store(entry("two"), for: "b")
        #expect(self.cache("/sub").read("b") == entry("two") && lines.isEmpty)
    }

    @Test func `damage that happens while it is in use is found by a reader`() {
        let cache = cache()
        for number in 0..<50 { cache.store(.init(bytes: [UInt8](repeating: 1, count: 3000)), for: "\(number)") }
        // another connection moves the log into the file, whose pages are then overwritten
        try? DiskCacheStore.openForWriting(in: directory.path).database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        let descriptor = open(cache.path, O_WRONLY)
        let junk = [UInt8](repeating: 0x55, count: 150_000)
        pwrite(descriptor, junk, junk.count, 0)
        close(descriptor)
        let fresh = self.cache()
        #expect(fresh.read("3") == nil)
        fresh.store(entry(), for: "a")
        #expect(fresh.read("a") == entry() && lines.count == 1)
    }

    /// Regression: the removal was lost, and nothing was written any more.
    @Test(arguments: [false, true]) func `a disk that fails for a while is used again, and keeps no removed entry`(
        isOfPicture: Bool
    ) {
        for source in ["a", "b"] { cache().store(entry(), for: source) }
        let time = ManualTime()
        let cache = DiskCache(directory: directory.path, time: time, executor: InlineExecutor())
        // given a directory in place of the file
        rename(cache.path, cache.path + ".kept")
        mkdir(cache.path, 0o700)
        if isOfPicture { cache.removeAll(of: "a") } else { cache.remove("a") }
        cache.store(entry("two"), for: "c")
        #expect(cache.failure != nil)
        // when the file is back
        rmdir(cache.path)
        rename(cache.path + ".kept", cache.path)
        #expect(cache.read("a") == nil && cache.read("b") == entry() && self.cache().read("a") == entry())
        // then the removal is written at once
        cache.flush()
        #expect(self.cache().read("a") == nil && self.cache().read("b") == entry() && cache.failure == nil)
    }

    @Test func `a disk that failed is tried again after a while, and removed from whatever it holds`() throws {
        for source in ["a", "b"] { cache().store(entry(), for: source) }
        let time = ManualTime()
        let cache = DiskCache(directory: directory.path, time: time, executor: InlineExecutor())
        rename(cache.path, cache.path + ".kept")
        mkdir(cache.path, 0o700)
        cache.store(entry("two"), for: "c")
        rmdir(cache.path)
        rename(cache.path + ".kept", cache.path)
        // given a disk that is left alone at first
        cache.store(entry("two"), for: "c")
        #expect(self.cache().read("c") == nil)
        time.advance(by: .seconds(10))
        cache.store(entry("two"), for: "c")
        #expect(self.cache().read("c") == entry("two"))
        // when it refuses to remove everything, and to store something after that
        rename(cache.path, cache.path + ".kept")
        mkdir(cache.path, 0o700)
        #expect(throws: DiskCacheError.self) { try cache.removeAll() }
        cache.store(entry("lost"), for: "d")
        rmdir(cache.path)
        rename(cache.path + ".kept", cache.path)
        // then that is done before the next change is written
        #expect(cache.read("a") == nil && self.cache().read("a") == entry())
        cache.store(entry("new"), for: "e")
        #expect(self.cache().read("a") == nil && self.cache().read("e") == entry("new"))
    }

    /// Regression: the removal in place of the entry made the disk try again at once, as that of a caller does.
    @Test func `an entry without room leaves a failed disk alone`() {
        var limits = DiskCache.Limits()
        limits.bytes = 10
        let time = ManualTime()
        let cache = DiskCache(directory: directory.path, limits: limits, time: time, executor: InlineExecutor())
        // given a disk that has failed and works again
        mkdir(cache.path, 0o700)
        cache.store(entry(), for: "a")
        rmdir(cache.path)
        // when an entry is too large
        cache.store(entry("larger than the limit"), for: "b")
        // then nothing is written before the disk has rested
        #expect(FileIdentity(path: cache.path) == nil && cache.failure != nil)
        time.advance(by: .seconds(10))
        cache.store(entry("larger than the limit"), for: "b")
        #expect(FileIdentity(path: cache.path) != nil && cache.failure == nil)
    }

    /// Regression: the older entry was found again, and images of other bytes than the current ones.
    @Test func `a refused entry leaves no older one in its place`() {
        let small = DiskKey(source: "b", variant: "small")
        cache().store(entry("old"), for: "a")
        cache().store(.init(bytes: [1], fetchedDigest: 1), for: small)
        let time = ManualTime()
        let cache = DiskCache(directory: directory.path, time: time, executor: InlineExecutor())
        rename(cache.path, cache.path + ".kept")
        mkdir(cache.path, 0o700)
        cache.store(entry("new"), for: "a")
        cache.removeAll(of: "b", but: Revision(digest: 2))
        #expect(cache.failure != nil)
        // when the file is back
        rmdir(cache.path)
        rename(cache.path + ".kept", cache.path)
        #expect(cache.read("a") == nil && cache.read(small) == nil && self.cache().read("a") == entry("old"))
        // then the next write removes what is out of date
        time.advance(by: .seconds(10))
        cache.store(entry(), for: "c")
        #expect(self.cache().read("a") == nil && self.cache().read(small) == nil)
        #expect(self.cache().read("c") == entry())
    }

    @Test func `a disk that refuses for ever is to remove everything in the end`() {
        var pending = PendingWrites(limits: DiskCache.Limits())
        for number in 0...PendingWrites.maxRefused { pending.put(entry(), DiskKey(source: "\(number)")) }
        pending.didRefuse(pending.pending)
        let next = pending.pending
        #expect(next.removesAll != nil && next.items.isEmpty && pending.bytes == 0)
    }

    @Test func `a locked file is awaited and then skipped for now`() throws {
        let cache = cache()
        cache.store(entry(), for: "a")
        do {
            let other = try SQLiteDatabase(path: cache.path)
            try other.execute("BEGIN IMMEDIATE")
            cache.store(entry(), for: "b")
            #expect(cache.read("a") == entry())
            try other.execute("ROLLBACK")
        }
        cache.store(entry(), for: "c")
        #expect(cache.read("c") == entry() && lines.count == 1)
        #expect(self.cache().read("c") == entry())
    }
}
