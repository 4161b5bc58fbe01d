import CSQLite
import Glibc

/// What SQLite said went wrong.
struct SQLiteError: Error, CustomStringConvertible {
    let code: Int32
    let message: String
    /// What lies in the place of the file is not opened.
    var isRefusal = false

    /// The file is no database, or a broken one: it can only be set aside.
    var isDamage: Bool { [SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT].contains(code & 0xFF) }
    /// Another process holds the file; the same call may work a moment later.
    var isBusy: Bool { [SQLITE_BUSY, SQLITE_LOCKED].contains(code & 0xFF) }
    /// The file system lacks something: locks, or memory that processes share.
    var isLackOfTheFileSystem: Bool { [SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_PROTOCOL].contains(code & 0xFF) }
    var description: String { message }

    static let cannotOpen = SQLiteError(code: SQLITE_CANTOPEN, message: "unable to open database file")
    static func directory(_ reason: String) -> SQLiteError {
        SQLiteError(code: SQLITE_CANTOPEN, message: "the directory cannot be created: \(reason)")
    }
    static func damaged(_ what: String) -> SQLiteError { SQLiteError(code: SQLITE_CORRUPT, message: what) }
    static func format(_ what: String) -> SQLiteError { SQLiteError(code: SQLITE_FORMAT, message: what) }
    static func refused(_ what: String) -> SQLiteError {
        SQLiteError(code: SQLITE_CANTOPEN, message: what, isRefusal: true)
    }
}

extension SQLiteError {
    /// What SQLite says of a call that failed, with the system's reason where it was the file that failed.
    init(code: Int32, message: String, of handle: OpaquePointer?) {
        let isOfFile = [SQLITE_IOERR, SQLITE_CANTOPEN].contains(code & 0xFF)
        let reason = isOfFile && handle != nil ? csqlite_system_error(handle) : 0
        self.init(code: code, message: message + (reason == 0 ? "" : ": \(String(cString: strerror(reason)))"))
    }
}

/// One connection. Not safe across threads by itself: its owner keeps it behind a lock.
final class SQLiteDatabase {
    enum Access {
        /// Creates the file if there is none.
        case readWrite
        case read
        /// Of a file that nobody can change, since it lies on a read-only file system: without locks.
        case readUnchanging
    }

    let handle: OpaquePointer
    private var statements: [String: SQLiteStatement] = [:]

    /// Opens or creates a database file, without following a link anywhere in its path. `fileSystem` is the name of SQLite's
    /// way to the file system; `nil`: the usual.
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
        for statement in statements.values { statement.finalize() }
        sqlite3_close_v2(handle)
    }

    private static func unchangingURI(_ path: String) -> String {
        let isPlain: (UInt8) -> Bool = { $0 != UInt8(ascii: "%") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let escaped = path.utf8.map { byte in
            isPlain(byte) ? [byte] : Array("%\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8)
        }
        return "file:" + String(decoding: escaped.joined(), as: UTF8.self) + "?immutable=1"
    }

    /// The first bytes of the file as it is on the disk; empty if the file is. Neither reads nor writes a log or a journal,
    /// as any statement may.
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

    /// Runs one statement, which stays prepared, and gives each row to `row`.
    func query(
        _ sql: String, _ values: [SQLiteValue] = [], row: (SQLiteRow) -> Void = { _ in }
    ) throws(SQLiteError) {
        let statement = try statement(sql)
        defer { statement.reset() }
        for (index, value) in values.enumerated() { try check(statement.bind(value, at: Int32(index + 1))) }
        while try step(statement) { row(SQLiteRow(statement: statement.handle)) }
    }

    /// Goes to the next row; `false` at the end.
    func step(_ statement: SQLiteStatement) throws(SQLiteError) -> Bool {
        let code = sqlite3_step(statement.handle)
        if code == SQLITE_DONE { return false }
        guard code == SQLITE_ROW else { throw error(code) }
        return true
    }

    /// The first column of the first row as a number; `nil` without a row.
    func number(_ sql: String) throws(SQLiteError) -> Int? {
        var result: Int?
        try query(sql) { result = result ?? $0.int(0) }
        return result
    }

    /// The first column of the first row as text.
    func text(_ sql: String) throws(SQLiteError) -> String? {
        var result: String?
        try query(sql) { result = result ?? $0.text(0) }
        return result
    }

    /// The number of the row that was inserted last.
    var lastInsertedID: Int { Int(sqlite3_last_insert_rowid(handle)) }

    /// Rows that the last statement changed.
    var changes: Int { Int(sqlite3_changes(handle)) }

    /// A statement that stays prepared as long as this connection is open.
    func statement(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
        if let statement = statements[sql] { return statement }
        var prepared: OpaquePointer?
        try check(sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil))
        guard let prepared else { throw SQLiteError(code: SQLITE_MISUSE, message: "a statement without words") }
        let statement = SQLiteStatement(handle: prepared)
        statements[sql] = statement
        return statement
    }

    func check(_ code: Int32) throws(SQLiteError) {
        guard code == SQLITE_OK else { throw error(code) }
    }

    func error(_ code: Int32) -> SQLiteError {
        SQLiteError(code: code, message: String(cString: sqlite3_errmsg(handle)), of: handle)
    }
}
