import HalftoneCore
import CSQLite
import Glibc

struct SQLiteError: Error, CustomStringConvertible {
    let code: Int32
    let message: String
    /// Whether the file was refused, because it is not a regular file, or its tables are missing or of another version.
    var isRefusal = false

    /// Whether the file is damaged or not a database: it can only be set aside.
    var isDamage: Bool { [SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT].contains(code & 0xFF) }
    /// Whether another process holds the file; the same call may succeed a moment later.
    var isBusy: Bool { [SQLITE_BUSY, SQLITE_LOCKED].contains(code & 0xFF) }
    /// Whether the file system may lack what was needed: locks, or memory shared by processes.
    var mayBeUnsupported: Bool { [SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_PROTOCOL].contains(code & 0xFF) }
    var description: String { message }

    static let cannotOpen = SQLiteError(code: SQLITE_CANTOPEN, message: "unable to open database file")
    static func directory(_ reason: String) -> SQLiteError {
        SQLiteError(code: SQLITE_CANTOPEN, message: "the directory cannot be created: \(reason)")
    }
    static func damaged(_ what: String) -> SQLiteError { SQLiteError(code: SQLITE_CORRUPT, message: what) }
    static func format(_ what: String) -> SQLiteError { SQLiteError(code: SQLITE_FORMAT, message: what) }
    static let otherVersion = refused("its tables are missing or of another version")
    static func refused(_ what: String) -> SQLiteError {
        SQLiteError(code: SQLITE_CANTOPEN, message: what, isRefusal: true)
    }
}

extension SQLiteError {
    /// Creates the error of a failed call, with the system's reason if it was the file that failed.
    init(code: Int32, message: String, of handle: OpaquePointer?) {
        let isOfFile = [SQLITE_IOERR, SQLITE_CANTOPEN].contains(code & 0xFF)
        let reason = isOfFile && handle != nil ? csqlite_system_error(handle) : 0
        self.init(code: code, message: message + (reason == 0 ? "" : ": \(String(cString: strerror(reason)))"))
    }
}

/// A database connection. Not thread-safe: its owner keeps it behind a lock.
final class SQLiteDatabase {
    enum Access {
        /// Creates the file if there is none.
        case readWrite
        case read
        /// Opens the file without locks: it cannot change, or is opened anew once it has.
        case readUnchanging
    }

    let handle: OpaquePointer
    private var statements: [String: OpaquePointer] = [:]

    /// Opens or creates a database file, without following a symbolic link anywhere in its path. `fileSystem` is the
    /// name of the SQLite VFS; `nil`: the default.
    init(path: String, access: Access = .readWrite, fileSystem: String? = nil) throws(SQLiteError) {
        var handle: OpaquePointer?
        let flags =
            (access == .readWrite ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY)
            | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW | (access == .readUnchanging ? SQLITE_OPEN_URI : 0)
        let name = access == .readUnchanging ? Self.unchangingURI(path) : path
        let code = sqlite3_open_v2(name, &handle, flags, fileSystem)
        guard code == SQLITE_OK, let handle else {
            let error = SQLiteError(code: code, message: String(cString: sqlite3_errstr(code)), of: handle)
            sqlite3_close_v2(handle)
            throw error
        }
        self.handle = handle
        sqlite3_extended_result_codes(handle, 1)
        sqlite3_busy_timeout(handle, 2000)
    }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close_v2(handle)
    }

    private static func unchangingURI(_ path: String) -> String {
        "file:" + PercentEscapes.encode(path.utf8, keeping: "/") + "?immutable=1"
    }

    /// Returns the first bytes of the file as they are on disk; none if the file is empty. Unlike a statement, it never
    /// reads or writes a log or a journal.
    func header(_ count: Int) throws(SQLiteError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var size: sqlite3_int64 = 0
        try check(csqlite_read_header(handle, &bytes, Int32(count), &size))
        return Array(bytes.prefix(Int(min(Int64(count), max(0, size)))))
    }

    /// Runs statements that return nothing.
    func execute(_ sql: String) throws(SQLiteError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code) }
    }

    /// Runs one statement, which stays prepared, and passes each row to `row`.
    func query(
        _ sql: String, _ values: [SQLiteValue] = [], row: (SQLiteRow) -> Void = { _ in }
    ) throws(SQLiteError) {
        let statement = try statement(sql)
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        for (index, value) in values.enumerated() { try check(value.bind(to: statement, at: Int32(index + 1))) }
        var code = sqlite3_step(statement)
        while code == SQLITE_ROW {
            row(SQLiteRow(statement: statement))
            code = sqlite3_step(statement)
        }
        guard code == SQLITE_DONE else { throw error(code) }
    }

    /// Returns the first column of the first row as a number, or `nil` without a row.
    func number(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteError) -> Int? {
        var result: Int?
        try query(sql, values) { result = result ?? $0.int(0) }
        return result
    }

    /// Returns the first column of the first row as text, or `nil` without a row.
    func text(_ sql: String) throws(SQLiteError) -> String? {
        var result: String?
        try query(sql) { result = result ?? $0.text(0) }
        return result
    }

    /// The row number of the last insertion.
    var lastInsertedID: Int { Int(sqlite3_last_insert_rowid(handle)) }

    /// Returns a statement that stays prepared as long as this connection is open.
    private func statement(_ sql: String) throws(SQLiteError) -> OpaquePointer {
        if let statement = statements[sql] { return statement }
        var prepared: OpaquePointer?
        try check(sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil))
        guard let prepared else { throw SQLiteError(code: SQLITE_MISUSE, message: "a statement without words") }
        statements[sql] = prepared
        return prepared
    }

    func check(_ code: Int32) throws(SQLiteError) {
        guard code == SQLITE_OK else { throw error(code) }
    }

    func error(_ code: Int32) -> SQLiteError {
        SQLiteError(code: code, message: String(cString: sqlite3_errmsg(handle)), of: handle)
    }
}
