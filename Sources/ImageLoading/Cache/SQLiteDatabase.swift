import CSQLite

/// What SQLite said went wrong.
struct SQLiteError: Error, CustomStringConvertible {
    let code: Int32
    let message: String

    /// The file is no database, or a broken one: it can only be set aside.
    var isDamage: Bool { [SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT].contains(code & 0xFF) }
    /// Another process holds the file; the same call may work a moment later.
    var isBusy: Bool { [SQLITE_BUSY, SQLITE_LOCKED].contains(code & 0xFF) }
    var description: String { message }

    static let cannotOpen = SQLiteError(code: SQLITE_CANTOPEN, message: "unable to open database file")
    static func damaged(_ what: String) -> SQLiteError { SQLiteError(code: SQLITE_CORRUPT, message: what) }
}

/// One connection. Not safe across threads by itself: its owner keeps it behind a lock.
final class SQLiteDatabase {
    private let handle: OpaquePointer
    private var statements: [String: OpaquePointer] = [:]

    /// Opens or creates a database file.
    init(path: String, readOnly: Bool = false) throws(SQLiteError) {
        var handle: OpaquePointer?
        let flags = (readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE) | SQLITE_OPEN_NOMUTEX
        let code = sqlite3_open_v2(path, &handle, flags, nil)
        guard code == SQLITE_OK, let handle else {
            let message = String(cString: sqlite3_errstr(code))
            sqlite3_close_v2(handle)
            throw SQLiteError(code: code, message: message)
        }
        self.handle = handle
        sqlite3_extended_result_codes(handle, 1)
        sqlite3_busy_timeout(handle, 2000)
    }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close_v2(handle)
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
        let statement = try prepared(sql)
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        for (index, value) in values.enumerated() {
            let code = value.bind(to: statement, at: Int32(index + 1))
            guard code == SQLITE_OK else { throw error(code) }
        }
        while true {
            let code = sqlite3_step(statement)
            if code == SQLITE_DONE { return }
            guard code == SQLITE_ROW else { throw error(code) }
            row(SQLiteRow(statement: statement))
        }
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

    private func prepared(_ sql: String) throws(SQLiteError) -> OpaquePointer {
        if let statement = statements[sql] { return statement }
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        guard code == SQLITE_OK, let statement else { throw error(code) }
        statements[sql] = statement
        return statement
    }

    private func error(_ code: Int32) -> SQLiteError {
        SQLiteError(code: code, message: String(cString: sqlite3_errmsg(handle)))
    }
}

/// A value for a statement's parameter.
enum SQLiteValue {
    case text(String?)
    case int(Int)
    case real(Double)
    case blob([UInt8])

    // SQLite copies what it is given: the value may be gone before the statement runs.
    private static let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    fileprivate func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        switch self {
        case .text(nil): sqlite3_bind_null(statement, index)
        case .text(let text?):
            // With its length: a text may hold a NUL, and must not be taken for another that ends there.
            sqlite3_bind_text64(
                statement, index, text, UInt64(text.utf8.count), Self.copies, UInt8(SQLITE_UTF8))
        case .int(let number): sqlite3_bind_int64(statement, index, Int64(number))
        case .real(let number): sqlite3_bind_double(statement, index, number)
        case .blob(let bytes):
            bytes.isEmpty
                ? sqlite3_bind_zeroblob(statement, index, 0)
                : sqlite3_bind_blob64(statement, index, bytes, UInt64(bytes.count), Self.copies)
        }
    }
}

/// The current row of a statement. Valid only inside the closure that received it.
struct SQLiteRow {
    fileprivate let statement: OpaquePointer

    func int(_ column: Int32) -> Int { Int(sqlite3_column_int64(statement, column)) }

    func text(_ column: Int32) -> String? {
        guard let start = sqlite3_column_text(statement, column) else { return nil }
        let count = Int(sqlite3_column_bytes(statement, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    func bytes(_ column: Int32) -> [UInt8] {
        guard let start = sqlite3_column_blob(statement, column) else { return [] }
        let count = Int(sqlite3_column_bytes(statement, column))
        return [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }
}
