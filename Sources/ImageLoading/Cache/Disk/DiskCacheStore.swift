import HalftoneCore
import CSQLite
import Glibc
import ImageCoding

/// The database file of a disk cache and its operations. Blocking; each instance is one connection.
struct DiskCacheStore {
    static let fileName = "images.sqlite"

    let database: SQLiteDatabase

    /// Bytes of an entry that a statement takes in one piece. Nearly every thumbnail is smaller.
    private static let shortLength = MemoryAllowance.free

    /// Opens the writing connection, and creates the tables in a new file.
    static func openForWriting(
        in directory: String, fileSystem: String? = nil
    ) throws(SQLiteError) -> DiskCacheStore {
        let files = DiskCacheFiles(directory: directory)
        files.create()
        let database = try open(files, .readWrite, fileSystem)
        try DiskCacheSchema.prepare(database)
        try beginJournal(database)
        // Deleted images need not be overwritten with zeros, as Debian's SQLite does by default.
        try database.execute(
            "PRAGMA secure_delete = OFF; PRAGMA wal_autocheckpoint = 128; PRAGMA journal_size_limit = 4000000")
        return DiskCacheStore(database: database)
    }

    /// Begins write-ahead logging, which lets readers go on while a write runs. It needs shared memory; a file system
    /// without it gets a rollback journal, synchronized in full because only that makes it safe there.
    private static func beginJournal(_ database: SQLiteDatabase) throws(SQLiteError) {
        var mode: String?
        do throws(SQLiteError) {
            mode = try database.text("PRAGMA journal_mode = WAL")
        } catch {
            guard error.mayBeUnsupported else { throw error }
            mode = try database.text("PRAGMA journal_mode = DELETE")
        }
        try database.execute("PRAGMA synchronous = \(mode == "wal" ? "NORMAL" : "FULL")")
    }

    static func openForReading(
        in directory: String, fileSystem: String? = nil
    ) throws(SQLiteError) -> DiskCacheStore {
        let access: SQLiteDatabase.Access = isOnReadOnlyFileSystem(directory) ? .readUnchanging : .read
        let database = try open(DiskCacheFiles(directory: directory), access, fileSystem)
        guard try DiskCacheSchema.isCurrent(database) else { throw .otherVersion }
        return DiskCacheStore(database: database)
    }

    /// Opens a database that is only read, and whose files need not be private. Without a log nothing is locked: the
    /// directory may be one in which no file can be created.
    static func openShared(in directory: String) throws(SQLiteError) -> DiskCacheStore {
        let files = DiskCacheFiles(directory: directory)
        let database = try SQLiteDatabase(path: files.path, access: files.hasLog ? .read : .readUnchanging)
        try DiskCacheSchema.checkHeader(of: database)
        guard try DiskCacheSchema.isCurrent(database) else { throw .otherVersion }
        return DiskCacheStore(database: database)
    }

    /// Opens the database if it is a regular file and ours, and makes it private to its owner.
    private static func open(
        _ files: DiskCacheFiles, _ access: SQLiteDatabase.Access, _ fileSystem: String?
    ) throws(SQLiteError) -> SQLiteDatabase {
        try files.check()
        let database = try SQLiteDatabase(path: files.path, access: access, fileSystem: fileSystem)
        try DiskCacheSchema.checkHeader(of: database)
        files.makePrivate()
        return database
    }

    private static func isOnReadOnlyFileSystem(_ path: String) -> Bool {
        var status = statvfs()
        return statvfs(path, &status) == 0 && status.f_flag & UInt(ST_RDONLY) != 0
    }

    // MARK: - Entries

    /// Returns an entry, and the row number under which a use of it is recorded; `nil` too if its bytes have changed on
    /// the disk: they are fetched or made again then, and no damage is shown as the picture's own. The bytes of a large
    /// entry go to a temporary file if the allowance has no memory for them.
    func entry(
        for key: DiskKey, _ allowance: MemoryAllowance
    ) throws(SQLiteError) -> (entry: DiskCache.Entry, id: Int)? {
        var found: (id: Int, digest: UInt64?, isShort: Bool, entry: DiskCache.Entry)?
        try database.query(Self.reading, key.values) { row in
            let short = row.optionalBytes(2)
            let entry = DiskCache.Entry(
                bytes: short ?? [], validators: Validators(entityTag: row.text(3), lastModified: row.text(4)),
                response: row.optionalBytes(5).flatMap(ResponseMetadata.init(encoded:)),
                extended: row.optionalBytes(6), fetchedDigest: row.digest(7))
            found = (row.int(0), row.digest(1), short != nil, entry)
        }
        guard let found else { return nil }
        var entry = found.entry
        if !found.isShort { entry.body = try database.read("bytes", of: "content", row: found.id, allowance) }
        return entry.body.digest == found.digest ? (entry, found.id) : nil
    }

    private static let reading =
        """
        SELECT id, digest, CASE WHEN length(bytes) <= \(shortLength) THEN bytes END,
            etag, modified, response, extended, revision
        FROM entry JOIN content USING (id)
        WHERE source = ? AND variant = ?
        """

    func contains(_ key: DiskKey) throws(SQLiteError) -> Bool {
        try database.number("SELECT 1 FROM entry WHERE source = ? AND variant = ?", key.values) != nil
    }

    /// Stores an entry. The variants of a picture are made of its original: a new original removes variants of other
    /// bytes, and such variants are not stored beside it, whichever process wrote it.
    func put(_ entry: DiskCache.Entry, for key: DiskKey, at now: Double) throws(SQLiteError) {
        var digest = entry.fetchedDigest
        if key.variant == nil {
            let revision = entry.revision
            digest = revision.digest
            try removeAll(of: key.source, but: revision)
        } else if digest != nil, try !mayStay(besideOriginalOf: key.source, entry.revision) {
            return
        }
        try remove(key)
        let short = entry.body.count <= Self.shortLength ? entry.body.all : nil
        let bytes = short.map { SQLiteValue.blob($0) } ?? .zeros(entry.body.count)
        try database.query(
            "INSERT INTO content (digest, bytes) VALUES (?, ?)", [.digest(entry.body.digest), bytes])
        let row = database.lastInsertedID
        if short == nil { try database.write(entry.body, to: "bytes", of: "content", row: row) }
        let id = SQLiteValue.int(row)
        try database.query(
            """
            INSERT INTO entry (id, source, variant, size, stored, etag, modified, response, extended, revision)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [id] + key.values + [
                .int(entry.size), .real(now), .text(entry.validators.entityTag),
                .text(entry.validators.lastModified), .blob(entry.response?.encoded), .blob(entry.extended),
                .digest(digest),
            ])
        try database.query("INSERT INTO usage VALUES (?, ?, ?)", [id, .real(now), .int(entry.size)])
    }

    /// Removes entries of a picture that were made of other bytes. Variants without a recorded revision stay, because a
    /// program stored them.
    func removeAll(of source: String, but revision: Revision) throws(SQLiteError) {
        let tag = SQLiteValue.text(revision.entityTag)
        try database.query(
            """
            DELETE FROM entry
            WHERE source = ? AND revision <> ? AND (? IS NULL OR etag IS NOT ?)
            """,
            [.text(source), .digest(revision.digest), tag, tag])
    }

    /// Returns whether the stored original, if any, has this revision.
    private func mayStay(besideOriginalOf source: String, _ revision: Revision) throws(SQLiteError) -> Bool {
        var isSame = true
        try database.query(
            "SELECT revision, etag FROM entry WHERE source = ? AND variant = ''", [.text(source)]
        ) { row in
            let digest = row.digest(0)
            isSame = digest.map { Revision(digest: $0, entityTag: row.text(1)).isSame(as: revision) } ?? false
        }
        return isSame
    }

    /// Changes the HTTP metadata of an entry that the server confirmed. Counts as a use.
    func renew(_ key: DiskKey, with metadata: ResponseMetadata, at now: Double) throws(SQLiteError) {
        var found: (id: Int, entry: DiskCache.Entry)?
        try database.query(
            "SELECT id, etag, modified, response FROM entry WHERE source = ? AND variant = ?", key.values
        ) { row in
            let entry = DiskCache.Entry(
                bytes: [], validators: Validators(entityTag: row.text(1), lastModified: row.text(2)),
                response: row.optionalBytes(3).flatMap(ResponseMetadata.init(encoded:)))
            found = (row.int(0), entry)
        }
        guard let found else { return }
        let entry = found.entry.renewed(with: metadata)
        try touch(found.id, at: now)
        try database.query(
            "UPDATE entry SET etag = ?, modified = ?, response = ? WHERE id = ?",
            [
                .text(entry.validators.entityTag), .text(entry.validators.lastModified), .blob(entry.response?.encoded),
                .int(found.id),
            ])
    }

    func remove(_ key: DiskKey) throws(SQLiteError) {
        try database.query("DELETE FROM entry WHERE source = ? AND variant = ?", key.values)
    }

    /// Removes the original of a picture and all its variants.
    func removeAll(of source: String) throws(SQLiteError) {
        try database.query("DELETE FROM entry WHERE source = ?", [.text(source)])
    }

    /// Records a use. Does nothing for an entry that is gone.
    func touch(_ id: Int, at now: Double) throws(SQLiteError) {
        try database.query("UPDATE usage SET accessed = ? WHERE id = ?", [.real(now), .int(id)])
    }
}

extension DiskKey {
    /// The values of the columns `source` and `variant`.
    fileprivate var values: [SQLiteValue] { [.text(source), .text(variant ?? "")] }
}

extension SQLiteDatabase {
    /// Runs `body` as one transaction, opened by `beginning`: all of it takes effect or nothing.
    func transaction(
        _ beginning: String = "BEGIN IMMEDIATE", _ body: () throws(SQLiteError) -> Void
    ) throws(SQLiteError) {
        do throws(SQLiteError) {
            try execute(beginning)
            try body()
            try execute("COMMIT")
        } catch {
            try? execute("ROLLBACK")  // the first error is the one to report
            throw error
        }
    }
}
