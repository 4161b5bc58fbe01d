import Dispatch
import EngineTestSupport
import Glibc
import HalftoneCore
import TestSupport
import Testing

@testable import ImageLoading

/// Obstacles in the directory of a disk cache where its files should be.
@Suite(.endsInTime) struct DiskCacheFilesTests {
    private let directory = TemporaryDirectory()
    private let warnings = Lock<[String]>([])

    private func cache() -> DiskCache {
        DiskCache(directory: directory.path, executor: InlineExecutor()) { [warnings] line in
            warnings.withLock { $0.append(line) }
        }
    }

    private var lines: [String] { warnings.withLock(\.self) }
    private var path: String { directory.path + "/" + DiskCacheStore.fileName }
    private func entry(_ text: String = "one") -> DiskCache.Entry { .init(bytes: Array(text.utf8)) }

    private func bytes(_ path: String) -> [UInt8] {
        guard case .success(let payload) = FileReader(limit: 10_000_000).read(path) else { return [] }
        return payload.bytes
    }

    private func rights(_ path: String) -> mode_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
    }

    // MARK: - New files

    /// Regression: a file that another process completed between two looks at it was set aside as foreign.
    @Test func `a new file that several open at once is ours for each of them`() async throws {
        let failures = try await blocking { [directory] in
            let failures = Lock<[String]>([])
            for round in 0..<100 {
                let place = directory.path + "/\(round)"
                mkdir(place, 0o700)
                DispatchQueue.concurrentPerform(iterations: 4) { _ in
                    do throws(SQLiteError) {
                        _ = try DiskCacheStore.openForWriting(in: place)
                    } catch {
                        if !error.isBusy { failures.withLock { $0.append("\(error)") } }
                    }
                }
            }
            return failures.withLock(\.self)
        }
        #expect(failures == [])
    }

    /// A database without our application ID would be set aside as foreign.
    @Test func `a database that could not be created completely is left empty`() throws {
        DiskCacheFiles(directory: directory.path).create()
        let database = try SQLiteDatabase(path: path, access: .readWrite)
        try database.execute("PRAGMA max_page_count = 2")
        #expect(throws: SQLiteError.self) { try DiskCacheSchema.prepare(database) }
        #expect(try database.header(100).isEmpty)
        let cache = cache()
        cache.store(entry(), for: "a")
        #expect(cache.read("a") == entry() && lines == [])
    }

    // MARK: - Other names

    @Test func `a database that has another name is not used, and keeps its permissions`() throws {
        cache().store(entry(), for: "a")
        let other = directory.path + "/other"
        #expect(link(path, other) == 0 && chmod(other, 0o644) == 0)
        let before = bytes(other)
        let cache = cache()
        #expect(cache.read("a") == nil)
        cache.store(entry("two"), for: "b")
        #expect(rights(other) == 0o644 && bytes(other) == before)
        #expect(lines.count == 1 && lines.first?.contains("images.sqlite is a hard link") == true, "\(lines)")
        unlink(other)
        #expect(self.cache().read("a") == entry() && rights(path) == 0o600)
    }

    @Test func `a new database has one name from its first moment`() {
        DiskCacheFiles(directory: directory.path).create()
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_nlink == 1 && rights(path) == 0o600)
    }

    /// Regression: the last connection removed the shared memory between two steps of another's look at it.
    @Test(arguments: [(0, false), (1, false), (2, true)])
    func `a file is refused for another name, and not for having none`(names: UInt, refused: Bool) {
        var status = stat()
        status.st_mode = S_IFREG | 0o600
        status.st_nlink = names
        #expect((DiskCacheFiles.objection(to: status) != nil) == refused)
    }

    // MARK: - Not files

    enum Obstacle: String, CaseIterable {
        case fifo = "a FIFO"
        case socket = "a socket"
        case directory = "a directory"
        case link = "a symbolic link"

        func put(at path: String) {
            switch self {
            case .fifo: mkfifo(path, 0o600)
            case .directory: mkdir(path, 0o700)
            case .link: symlink("/nonexistent/target", path)
            case .socket:
                let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
                var address = sockaddr_un()
                address.sun_family = sa_family_t(AF_UNIX)
                withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(100)) }
                withUnsafePointer(to: &address) { pointer in
                    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                        _ = bind(descriptor, address, socklen_t(MemoryLayout<sockaddr_un>.size))
                    }
                }
                close(descriptor)
            }
        }
    }

    @Test(arguments: Obstacle.allCases, ["", "-wal", "-shm", "-journal"])
    func `a path that is no file is reported once and not used`(obstacle: Obstacle, end: String) async throws {
        obstacle.put(at: path + end)
        try await blocking { [self] in
            let cache = cache()
            if end != "" { directory.write([], to: DiskCacheStore.fileName) }
            #expect(cache.read("a") == nil)
            cache.store(entry(), for: "a")
            cache.store(entry(), for: "b")
            #expect(cache.read("a") == nil && cache.totals() == (0, 0))
        }
        #expect(lines.count == 1)
        #expect(lines.first?.hasSuffix("is not used: images.sqlite\(end) is \(obstacle.rawValue), not a file") == true)
        var status = stat()
        #expect(lstat(path + end, &status) == 0 && status.st_mode & S_IFMT != S_IFREG, "it is left where it was")
    }

    @Test func `a cache that is only read reports it too`() {
        Obstacle.fifo.put(at: path)
        #expect(cache().read("a") == nil)
        #expect(lines.count == 1)
    }

    // MARK: - Foreign databases

    /// Puts a database of another program there in the state of a killed process: its last changes are in its log.
    private func leaveForeign(at target: String) throws {
        let folder = TemporaryDirectory()
        let source = folder.path + "/notes"
        let database = try SQLiteDatabase(path: source)
        try database.execute("CREATE TABLE notes (text); INSERT INTO notes VALUES ('a'); PRAGMA journal_mode = WAL")
        try database.execute("INSERT INTO notes VALUES ('b')")
        for end in ["", "-wal"] { rename(source + end, target + end) }
        // The connection closes files without a name, so its final writes are lost.
        withExtendedLifetime(database) {}
    }

    @Test func `a link to a foreign database is refused, and the database is not changed`() throws {
        let other = TemporaryDirectory()
        let target = other.path + "/notes.sqlite"
        do {
            let database = try SQLiteDatabase(path: target)
            try database.execute("PRAGMA user_version = 0; CREATE TABLE notes (text)")
        }
        chmod(target, 0o644)
        let before = bytes(target)
        symlink(target, path)
        let cache = cache()
        cache.store(entry(), for: "a")
        #expect(cache.read("a") == nil)
        #expect(throws: DiskCacheError.self) { try cache.removeAll() }
        #expect(lines.count == 1)
        #expect(bytes(target) == before && rights(target) == 0o644)
    }

    @Test func `a foreign database is set aside with its log, and neither is changed`() throws {
        try leaveForeign(at: path)
        let (main, log) = (bytes(path), bytes(path + "-wal"))
        #expect(main.count > 100 && log.count > 100)
        let cache = cache()
        cache.store(entry(), for: "a")
        #expect(cache.read("a") == entry() && lines.count == 1)
        #expect(lines.first?.contains("begins anew (not made by this version of this program)") == true)
        #expect(bytes(cache.setAsidePath) == main && bytes(cache.setAsidePath + "-wal") == log)
        #expect(rights(cache.setAsidePath) == 0o600)
        // and its content is complete
        let aside = try SQLiteDatabase(path: cache.setAsidePath)
        #expect(try aside.number("SELECT count(*) FROM notes") == 2)
    }

    @Test func `a database that was set aside leaves no log to the next one`() throws {
        directory.write([1], to: DiskCacheStore.fileName + ".damaged-wal")
        directory.write(Array(repeating: 7, count: 5000), to: DiskCacheStore.fileName)
        let cache = cache()
        cache.store(entry(), for: "a")
        #expect(rights(cache.setAsidePath) != nil && rights(cache.setAsidePath + "-wal") == nil)
        try cache.removeAll()
        #expect(rights(cache.setAsidePath) == nil)
    }

    // MARK: - Permissions

    @Test func `all files are readable for their user alone in a folder that others can read`() throws {
        chmod(directory.path, 0o755)
        let cache = cache()
        cache.store(entry(), for: "a")
        #expect(cache.read("a") == entry())
        for end in ["", "-wal", "-shm"] { #expect(rights(path + end) == 0o600, "\(end)") }
        let names = try #require(opendir(directory.path))
        defer { closedir(names) }
        var count = 0
        while readdir(names) != nil { count += 1 }
        #expect(count == 5, "the directory has other entries than these three, . and ..")
    }

    @Test(arguments: [true, false])
    func `files that others could read lose those permissions`(byReading: Bool) {
        do {
            let first = cache()
            first.store(entry(), for: "a")
        }
        directory.write([], to: DiskCacheStore.fileName + "-wal")
        for end in ["", "-wal"] { chmod(path + end, 0o666) }
        let cache = cache()
        if byReading { #expect(cache.read("a") == entry()) } else { cache.store(entry(), for: "b") }
        for end in ["", "-wal", "-shm"] { #expect(rights(path + end).map { $0 == 0o600 } != false, "\(end)") }
    }

    @Test func `a link in the path of the folder is followed`() {
        let other = TemporaryDirectory()
        symlink(directory.path, other.path + "/here")
        let cache = DiskCache(directory: other.path + "/here", executor: InlineExecutor()) { [warnings] line in
            warnings.withLock { $0.append(line) }
        }
        cache.store(entry(), for: "a")
        #expect(self.cache().read("a") == entry() && lines.isEmpty)
    }

    /// Closing a descriptor of a file drops every lock of the process on it, those of SQLite too.
    @Test func `checking the files releases no lock of a connection`() async throws {
        cache().store(entry(), for: "a")
        let store = try DiskCacheStore.openForWriting(in: directory.path)
        try store.database.execute("BEGIN IMMEDIATE")
        let files = DiskCacheFiles(directory: directory.path)
        try files.check()
        files.create()
        for end in ["", "-wal", "-shm"] { chmod(path + end, 0o644) }
        files.makePrivate()
        // A process does not conflict with its own locks, so another process tests them.
        await #expect(processExitsWith: .exitCode(9)) { [path = path as String] in
            do throws(SQLiteError) {
                try SQLiteDatabase(path: path).execute("BEGIN IMMEDIATE")
            } catch {
                exit(error.isBusy ? 9 : 1)
            }
        }
        try store.database.execute("ROLLBACK")
    }
}
