import CSQLite

/// A value for a parameter of a statement.
enum SQLiteValue {
    case text(String?)
    case int(Int)
    case real(Double)
    case blob([UInt8]?)
    /// A blob of a number of zeros, to be overwritten.
    case zeros(Int)

    static func int(_ number: Int?) -> SQLiteValue { number.map { .int($0) } ?? .text(nil) }
    /// Returns a digest as a signed number: SQLite has no unsigned ones.
    static func digest(_ digest: UInt64?) -> SQLiteValue { .int(digest.map { Int(truncatingIfNeeded: $0) }) }

    /// Sets a parameter of a statement, counted from 1. Returns SQLite's code.
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        switch self {
        case .text(nil), .blob(nil): sqlite3_bind_null(statement, index)
        case .text(let text?):
            // With its length: a text that holds a NUL must not be taken for another that ends there.
            sqlite3_bind_text64(statement, index, text, UInt64(text.utf8.count), Self.copies, UInt8(SQLITE_UTF8))
        case .int(let number): sqlite3_bind_int64(statement, index, Int64(number))
        case .real(let number): sqlite3_bind_double(statement, index, number)
        case .zeros(let count): sqlite3_bind_zeroblob64(statement, index, UInt64(count))
        case .blob(let bytes?):
            bytes.isEmpty
                ? sqlite3_bind_zeroblob(statement, index, 0)
                : sqlite3_bind_blob64(statement, index, bytes, UInt64(bytes.count), Self.copies)
        }
    }

    // SQLite copies the value, which may be gone before the statement runs.
    private static let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}

/// The current row of a statement, valid until the next step.
struct SQLiteRow {
    let statement: OpaquePointer

    func int(_ column: Int32) -> Int { Int(sqlite3_column_int64(statement, column)) }
    func digest(_ column: Int32) -> UInt64? { isNull(column) ? nil : UInt64(truncatingIfNeeded: int(column)) }

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

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

    /// Returns the bytes of a column, or `nil` for NULL, which an empty blob is not.
    func optionalBytes(_ column: Int32) -> [UInt8]? { isNull(column) ? nil : bytes(column) }
}
