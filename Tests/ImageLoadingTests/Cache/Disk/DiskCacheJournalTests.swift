import CSQLite
import EngineTestSupport
import Glibc
import HalftoneCore
import TestSupport
import Testing

@testable import ImageLoading

/// File systems without locks, shared memory or write access.
@Suite(.endsInTime) struct DiskCacheJournalTests {
    private let directory = TemporaryDirectory()
    private let warnings = Lock<[String]>([])

    /// SQLite's `unix-dotfile` VFS is for a file system without locks and without memory that processes share.
    private func cache(on fileSystem: String?) -> DiskCache {
        DiskCache(
            directory: directory.path, limits: .init(), time: SystemTime(), executor: InlineExecutor(),
            fileSystem: fileSystem
        ) { [warnings] line in warnings.withLock { $0.append(line) } }
    }

    private func entry(_ text: String) -> DiskCache.Entry { .init(bytes: Array(text.utf8)) }

    @Test func `where the file system supports it there is a write-ahead log`() throws {
        cache(on: nil).store(entry("one"), for: "a")
        let database = try DiskCacheStore.openForWriting(in: directory.path).database
        #expect(try database.text("PRAGMA journal_mode") == "wal")
        #expect(try database.number("PRAGMA synchronous") == 1)
    }

    @Test func `where it does not there is a rollback journal`() throws {
        let cache = cache(on: "unix-dotfile")
        for number in 0..<20 { cache.store(entry("\(number)"), for: "\(number % 7)") }
        #expect(cache.read("5") == entry("19") && cache.totals().count == 7)
        #expect(self.cache(on: "unix-dotfile").read("6") == entry("13"))
        #expect(FileIdentity(path: cache.path + "-wal") == nil && warnings.withLock { $0 } == [])
        let database = try DiskCacheStore.openForWriting(in: directory.path, fileSystem: "unix-dotfile").database
        #expect(try database.text("PRAGMA journal_mode") == "delete")
        #expect(try database.number("PRAGMA synchronous") == 2)
    }

    @Test func `two caches on a file system without a log do not disturb each other`() {
        let (first, second) = (cache(on: "unix-dotfile"), cache(on: "unix-dotfile"))
        for number in 0..<30 {
            let (writer, reader) = number % 2 == 0 ? (first, second) : (second, first)
            writer.store(entry("\(number)"), for: "a")
            #expect(reader.read("a") == entry("\(number)"))
        }
        #expect(warnings.withLock { $0 } == [])
    }

    @Test func `a file system that does not exist is one warning`() {
        let cache = cache(on: "no such thing")
        cache.store(entry("one"), for: "a")
        cache.store(entry("two"), for: "b")
        #expect(cache.read("a") == nil && warnings.withLock { $0.count } == 1)
    }

    @Test func `a read-only file is read without locks`() throws {
        let path = directory.path + "/odd %41?#name"
        do {
            let database = try SQLiteDatabase(path: path)
            try database.execute("CREATE TABLE t (a); INSERT INTO t VALUES (7)")
        }
        let database = try SQLiteDatabase(path: path, access: .readUnchanging)
        #expect(try database.number("SELECT a FROM t") == 7)
        #expect(throws: SQLiteError.self) { try database.execute("INSERT INTO t VALUES (8)") }
    }

    @Test func `empty pages are released only in large numbers`() throws {
        let cache = cache(on: nil)
        let picture = DiskCache.Entry(bytes: .init(repeating: 1, count: 500_000))
        for number in 0..<40 { cache.store(picture, for: "\(number)") }
        // a few free pages are kept for later entries
        for number in 0..<4 { cache.remove("\(number)") }
        let store = try DiskCacheStore.openForWriting(in: directory.path)
        #expect(try store.database.number("PRAGMA freelist_count") ?? 0 > 10)
        // many free pages are given back
        for number in 4..<36 { cache.remove("\(number)") }
        let pages = try store.database.number("PRAGMA page_count") ?? .max
        #expect(pages * DiskCacheSchema.pageSize < 10_000_000)
        #expect(cache.totals() == (4, 2_000_000) && cache.read("39") == picture)
    }

    /// Regression: a pragma with a number in it was a new cached statement for every number.
    @Test func `releasing pages keeps no statement open`() throws {
        let store = try DiskCacheStore.openForWriting(in: directory.path)
        let picture = DiskCache.Entry(bytes: .init(repeating: 1, count: 500_000))
        var statements: Set<Int> = []
        for round in 1...4 {
            for number in 0..<(20 + 10 * round) {
                try store.put(picture, for: DiskKey(source: "\(number)"), at: 0)
            }
            for number in 0..<(20 + 10 * round) { try store.remove(DiskKey(source: "\(number)")) }
            let before = try store.database.number("PRAGMA page_count") ?? 0
            try store.releaseEmptyPages()
            #expect(try store.database.number("PRAGMA page_count") ?? .max < before)
            var (count, statement) = (0, sqlite3_next_stmt(store.database.handle, nil))
            while statement != nil {
                count += 1
                statement = sqlite3_next_stmt(store.database.handle, statement)
            }
            statements.insert(count)
        }
        #expect(statements.count == 1)
    }
}
