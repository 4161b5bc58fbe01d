import CSQLite
import Glibc

/// The database file of a disk cache: its schema, and what it is asked to do. Blocking; each instance is one
/// connection.
///
/// Totals are kept by triggers, so they are exact whichever process wrote.
struct DiskCacheStore {
    /// Raised when the schema changes. A file with another number is set aside, not migrated: it is only a cache.
    static let version = 1
    /// Marks a file as ours (`HTim`), for a database of another program may have any version.
    static let applicationID = 0x4854_696D
    static let fileName = "images.sqlite"

    let database: SQLiteDatabase

    /// Opens the connection that writes, and creates the schema in a new file.
    ///
    /// Write-ahead logging lets readers go on while a write runs; where the file system cannot have it (no shared
    /// memory), SQLite stays with a rollback journal.
    static func openForWriting(in directory: String) throws(SQLiteError) -> DiskCacheStore {
        let store = DiskCacheStore(database: try SQLiteDatabase(path: directory + "/" + fileName))
        if try !store.isOurs() {
            try store.database.execute("PRAGMA auto_vacuum = INCREMENTAL")  // only before the first table
            try store.transaction { () throws(SQLiteError) in
                // Once more, now that nobody else can write: another process may have been first.
                guard try !store.isOurs() else { return }
                guard try store.isNew() else {
                    throw SQLiteError(code: SQLITE_FORMAT, message: "not made by this version of this program")
                }
                try store.createSchema()
            }
        }
        _ = try store.database.text("PRAGMA journal_mode = WAL")
        try store.database.execute("PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 4000000")
        return store
    }

    private func isOurs() throws(SQLiteError) -> Bool {
        guard try database.number("PRAGMA application_id") == Self.applicationID else { return false }
        return try database.number("PRAGMA user_version") == Self.version
    }

    /// Whether nobody has put anything into the file.
    private func isNew() throws(SQLiteError) -> Bool {
        for question in ["PRAGMA application_id", "PRAGMA user_version", "SELECT count(*) FROM sqlite_master"] {
            guard try database.number(question) == 0 else { return false }
        }
        return true
    }

    static func openForReading(in directory: String) throws(SQLiteError) -> DiskCacheStore {
        DiskCacheStore(database: try SQLiteDatabase(path: directory + "/" + fileName, readOnly: true))
    }

    private func createSchema() throws(SQLiteError) {
        try database.execute(
            """
            CREATE TABLE entry (
                id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, size INTEGER NOT NULL,
                stored REAL NOT NULL, accessed REAL NOT NULL, etag TEXT, modified TEXT);
            CREATE TABLE content (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
            CREATE INDEX entry_by_access ON entry (accessed);
            CREATE TABLE total (id INTEGER PRIMARY KEY CHECK (id = 1), count INTEGER, bytes INTEGER);
            INSERT INTO total VALUES (1, 0, 0);
            CREATE TRIGGER entry_added AFTER INSERT ON entry BEGIN
                UPDATE total SET count = count + 1, bytes = bytes + new.size;
            END;
            CREATE TRIGGER entry_removed AFTER DELETE ON entry BEGIN
                UPDATE total SET count = count - 1, bytes = bytes - old.size;
                DELETE FROM content WHERE id = old.id;
            END;
            PRAGMA application_id = \(Self.applicationID);
            PRAGMA user_version = \(Self.version);
            """)
    }

    func entry(for key: String) throws(SQLiteError) -> DiskCache.Entry? {
        var entry: DiskCache.Entry?
        try database.query(
            "SELECT bytes, etag, modified FROM entry JOIN content USING (id) WHERE key = ?", [.text(key)]
        ) { row in
            entry = DiskCache.Entry(
                bytes: row.bytes(0), validators: Validators(entityTag: row.text(1), lastModified: row.text(2)))
        }
        return entry
    }

    func contains(_ key: String) throws(SQLiteError) -> Bool {
        var isThere = false
        try database.query("SELECT 1 FROM entry WHERE key = ?", [.text(key)]) { _ in isThere = true }
        return isThere
    }

    func put(_ entry: DiskCache.Entry, for key: String, at now: Double) throws(SQLiteError) {
        try remove(key)
        try database.query(
            "INSERT INTO entry (key, size, stored, accessed, etag, modified) VALUES (?, ?, ?, ?, ?, ?)",
            [
                .text(key), .int(entry.bytes.count), .real(now), .real(now), .text(entry.validators.entityTag),
                .text(entry.validators.lastModified),
            ])
        try database.query("INSERT INTO content VALUES (last_insert_rowid(), ?)", [.blob(entry.bytes)])
    }

    func remove(_ key: String) throws(SQLiteError) {
        try database.query("DELETE FROM entry WHERE key = ?", [.text(key)])
    }

    func touch(_ key: String, at now: Double) throws(SQLiteError) {
        try database.query("UPDATE entry SET accessed = ? WHERE key = ?", [.real(now), .text(key)])
    }

    /// Removes what was not used since `oldest`, then the least recently used until at most `limit` bytes are left.
    func trim(unusedSince oldest: Double, limit: Int) throws(SQLiteError) {
        try database.query("DELETE FROM entry WHERE accessed < ?", [.real(oldest)])
        // The numbers come from a file that may be damaged: below zero they mean nothing, and would overflow.
        var excess = max(0, try totals().bytes) - limit
        while excess > 0 {
            var victims: [Int] = []
            try database.query("SELECT id, size FROM entry ORDER BY accessed, id LIMIT 64") { row in
                guard excess > 0 else { return }
                victims.append(row.int(0))
                excess -= max(0, row.int(1))
            }
            guard !victims.isEmpty else { return }
            for id in victims { try database.query("DELETE FROM entry WHERE id = ?", [.int(id)]) }
        }
    }

    func removeAll() throws(SQLiteError) {
        try database.query("DELETE FROM entry")
    }

    /// Gives the pages that deletions left empty back to the file system.
    func releaseEmptyPages() throws(SQLiteError) {
        try database.query("PRAGMA incremental_vacuum")
    }

    /// Moves what the log holds into the file, and cuts both to what they need. A reader may hold the log as it is.
    func shortenLog() throws(SQLiteError) {
        try database.query("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    func totals() throws(SQLiteError) -> (count: Int, bytes: Int) {
        var result = (count: 0, bytes: 0)
        try database.query("SELECT count, bytes FROM total") { result = ($0.int(0), $0.int(1)) }
        return result
    }

    /// Runs `body` as one transaction: all of it happens or none.
    func transaction(_ body: () throws(SQLiteError) -> Void) throws(SQLiteError) {
        try database.execute("BEGIN IMMEDIATE")
        do throws(SQLiteError) {
            try body()
            try database.execute("COMMIT")
        } catch {
            try? database.execute("ROLLBACK")  // the first error is the one to report
            throw error
        }
    }
}
