import CSQLite

/// The tables of the disk cache's database.
///
/// `entry` describes what is stored, `content` holds the bytes with their digest and `usage` when they were last used:
/// a use then changes a few small pages and not the bytes. Triggers maintain the totals, so they are exact whichever
/// process wrote.
enum DiskCacheSchema {
    /// The schema version, raised when the tables change. A file of another version is set aside.
    static let version = 5
    /// The application ID of our files (`HTim`); the database of another program may have any version.
    static let applicationID = 0x4854_696D
    /// Bytes of a page. A thumbnail is a few pages long, and a read costs by the page: 36 KB took 6 times as long with
    /// pages of 4 KB (measured). Larger pages are rewritten for every small change.
    static let pageSize = 32_768

    /// Throws if a file is not ours, judged by its first bytes alone: even a query of a file that another program left
    /// unfinished makes SQLite write to it. An empty file counts as new.
    static func checkHeader(of database: SQLiteDatabase) throws(SQLiteError) {
        let header = try database.header(100)
        guard !header.isEmpty else { return }
        guard header.count == 100, header.starts(with: Array("SQLite format 3\0".utf8)) else {
            throw SQLiteError(code: SQLITE_NOTADB, message: "file is not a database")
        }
        let mark = header[68..<72].reduce(0) { $0 << 8 | Int($1) }
        guard mark == applicationID else { throw notOurs }
    }

    private static let notOurs = SQLiteError.format("not made by this version of this program")

    /// Returns the marks of the file and the number of its tables, all as of one moment: between two reads another
    /// process may create the tables.
    private static func content(
        of database: SQLiteDatabase
    ) throws(SQLiteError) -> (mark: Int, version: Int, tables: Int) {
        var content = (mark: 0, version: 0, tables: 0)
        try database.query(
            """
            SELECT application_id, user_version, (SELECT count(*) FROM sqlite_master)
            FROM pragma_application_id, pragma_user_version
            """
        ) { content = ($0.int(0), $0.int(1), $0.int(2)) }
        return content
    }

    /// Returns whether the file has the tables of this version.
    static func isCurrent(_ database: SQLiteDatabase) throws(SQLiteError) -> Bool {
        let content = try content(of: database)
        return content.mark == applicationID && content.version == version
    }

    /// Creates the tables in a new file; throws if it is not ours, or of another version. One transaction: if the process
    /// is killed meanwhile, the file stays as it was.
    static func prepare(_ database: SQLiteDatabase) throws(SQLiteError) {
        guard try isNew(database) else { return }
        // SQLite takes the page size and the vacuum mode only before the first table exists. Setting the vacuum mode
        // writes page 1 without our application ID: committed alone, it would make another process take the file for
        // foreign.
        let beginning = "BEGIN; PRAGMA page_size = \(pageSize); PRAGMA auto_vacuum = INCREMENTAL"
        try database.transaction(beginning) { () throws(SQLiteError) in
            // Checked again now that no other process can write: another one may have been first.
            guard try isNew(database) else { return }
            try create(database)
            try database.execute("PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)")
        }
    }

    private static func isNew(_ database: SQLiteDatabase) throws(SQLiteError) -> Bool {
        let content = try content(of: database)
        if content.mark == applicationID, content.version == version { return false }
        guard content == (0, 0, 0) else { throw notOurs }
        return true
    }

    private static func create(_ database: SQLiteDatabase) throws(SQLiteError) {
        try database.execute(
            """
            CREATE TABLE entry (
                id INTEGER PRIMARY KEY, source TEXT NOT NULL, variant TEXT NOT NULL, size INTEGER NOT NULL,
                stored REAL NOT NULL, etag TEXT, modified TEXT, response BLOB, extended BLOB,
                revision INTEGER, UNIQUE (source, variant));
            CREATE TABLE content (id INTEGER PRIMARY KEY, digest INTEGER NOT NULL, bytes BLOB NOT NULL);
            CREATE TABLE usage (id INTEGER PRIMARY KEY, accessed REAL NOT NULL, size INTEGER NOT NULL);
            CREATE INDEX usage_by_access ON usage (accessed);
            CREATE TABLE total (id INTEGER PRIMARY KEY CHECK (id = 1), count INTEGER, bytes INTEGER);
            INSERT INTO total VALUES (1, 0, 0);
            CREATE TRIGGER entry_added AFTER INSERT ON entry BEGIN
                UPDATE total SET count = count + 1, bytes = bytes + new.size;
            END;
            CREATE TRIGGER entry_removed AFTER DELETE ON entry BEGIN
                UPDATE total SET count = count - 1, bytes = bytes - old.size;
                DELETE FROM content WHERE id = old.id;
                DELETE FROM usage WHERE id = old.id;
            END;
            """)
    }
}
