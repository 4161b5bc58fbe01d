import CSQLite

/// The tables of the disk cache's database, and the migration of earlier versions.
///
/// `entry` describes what is stored, `content` holds the bytes and `usage` when they were last used: a use then changes
/// a few small pages and not the bytes. `partial` and `piece` hold partial downloads. Triggers maintain the totals, so
/// they are exact whichever process wrote.
enum DiskCacheSchema {
    /// The schema version, raised when the tables change. An older file is migrated, a newer one set aside.
    static let version = 3
    /// The application ID of our files (`HTim`); the database of another program may have any version.
    static let applicationID = 0x4854_696D
    /// Bytes of a page. A thumbnail is a few pages long, and a read costs by the page: 36 KB took 6 times as long with
    /// pages of 4 KB (measured). Larger pages are rewritten for every small change.
    static let pageSize = 32_768

    /// The kind of content found in a file.
    enum Content: Equatable {
        /// No tables yet.
        case nothing
        /// A version of ours, possibly a future one.
        case version(Int)
        case foreign
    }

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

    static func content(of database: SQLiteDatabase) throws(SQLiteError) -> Content {
        let mark = try database.number("PRAGMA application_id")
        let version = try database.number("PRAGMA user_version") ?? 0
        if mark == applicationID { return .version(version) }
        let tables = try database.number("SELECT count(*) FROM sqlite_master")
        return mark == 0 && version == 0 && tables == 0 ? .nothing : .foreign
    }

    /// Brings a file to this version; throws if it is not ours, or of a future version. One transaction: if the process
    /// is killed meanwhile, the file stays as it was.
    static func prepare(_ database: SQLiteDatabase) throws(SQLiteError) {
        let found = try content(of: database)
        if found == .version(version) { return }
        // SQLite takes the page size and the vacuum mode only before the first table exists. Setting the vacuum mode
        // writes page 1 without our application ID: committed alone, it would make another process take the file for
        // foreign.
        let beginning =
            found == .nothing
            ? "BEGIN; PRAGMA page_size = \(pageSize); PRAGMA auto_vacuum = INCREMENTAL" : "BEGIN IMMEDIATE"
        try database.transaction(beginning) { () throws(SQLiteError) in
            // Checked again now that no other process can write: another one may have been first.
            switch try content(of: database) {
            case .version(version): return
            case .version(1): try migrateFromVersion1(database)
            case .version(2): try migrateFromVersion2(database)
            case .nothing: try create(database)
            case .version, .foreign: throw notOurs
            }
            try database.execute("PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)")
        }
    }

    // MARK: - Version 3

    private static func create(_ database: SQLiteDatabase) throws(SQLiteError) {
        try createEntries(database)
        try database.execute("CREATE TABLE content (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL)")
        try createTriggers(database)
    }

    private static func createEntries(_ database: SQLiteDatabase) throws(SQLiteError) {
        try database.execute(
            """
            CREATE TABLE entry (
                id INTEGER PRIMARY KEY, source TEXT NOT NULL, variant TEXT NOT NULL, size INTEGER NOT NULL,
                stored REAL NOT NULL, etag TEXT, modified TEXT, response BLOB, extended BLOB,
                revision INTEGER, UNIQUE (source, variant));
            CREATE TABLE usage (id INTEGER PRIMARY KEY, accessed REAL NOT NULL, size INTEGER NOT NULL);
            CREATE INDEX usage_by_access ON usage (accessed);
            CREATE TABLE total (id INTEGER PRIMARY KEY CHECK (id = 1), count INTEGER, bytes INTEGER);
            INSERT INTO total VALUES (1, 0, 0);
            CREATE TABLE partial (
                id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, total INTEGER,
                changed REAL NOT NULL, etag TEXT, modified TEXT);
            CREATE TABLE piece (
                id INTEGER PRIMARY KEY, partial INTEGER NOT NULL, start INTEGER NOT NULL, bytes BLOB NOT NULL);
            CREATE INDEX piece_by_start ON piece (partial, start);
            CREATE TRIGGER partial_removed AFTER DELETE ON partial BEGIN
                DELETE FROM piece WHERE partial = old.id;
            END;
            """)
    }

    private static func createTriggers(_ database: SQLiteDatabase) throws(SQLiteError) {
        try database.execute(
            """
            CREATE TRIGGER entry_added AFTER INSERT ON entry BEGIN
                UPDATE total SET count = count + 1, bytes = bytes + new.size;
            END;
            CREATE TRIGGER entry_resized AFTER UPDATE OF size ON entry BEGIN
                UPDATE total SET bytes = bytes - old.size + new.size;
                UPDATE usage SET size = new.size WHERE id = new.id;
            END;
            CREATE TRIGGER entry_removed AFTER DELETE ON entry BEGIN
                UPDATE total SET count = count - 1, bytes = bytes - old.size;
                DELETE FROM content WHERE id = old.id;
                DELETE FROM usage WHERE id = old.id;
            END;
            """)
    }

    // MARK: - Earlier versions

    /// Version 2 did not record which bytes a variant was made of, so variants go. Originals are identified by their
    /// own bytes.
    private static func migrateFromVersion2(_ database: SQLiteDatabase) throws(SQLiteError) {
        try database.execute(
            "DELETE FROM entry WHERE variant <> ''; ALTER TABLE entry ADD COLUMN revision INTEGER")
    }

    /// Version 1 had the last use in `entry`, and neither variants nor metadata. The bytes stay where they are: only
    /// the small tables are rewritten.
    private static func migrateFromVersion1(_ database: SQLiteDatabase) throws(SQLiteError) {
        try database.execute(
            """
            DROP TRIGGER entry_added; DROP TRIGGER entry_removed; DROP INDEX entry_by_access; DROP TABLE total;
            ALTER TABLE entry RENAME TO entry_1;
            """)
        try createEntries(database)
        try database.execute(
            """
            INSERT INTO entry (id, source, variant, size, stored, etag, modified)
                SELECT id, key, '', size, stored, etag, modified FROM entry_1;
            INSERT INTO usage SELECT id, accessed, size FROM entry_1;
            UPDATE total SET count = (SELECT count(*) FROM entry), bytes = (SELECT coalesce(sum(size), 0) FROM entry);
            DROP TABLE entry_1;
            """)
        try createTriggers(database)
    }
}
