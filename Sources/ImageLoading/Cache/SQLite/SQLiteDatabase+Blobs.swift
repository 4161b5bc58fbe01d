import HalftoneCore
import CSQLite

/// Reading and writing blobs a piece at a time: a statement would hold all bytes, twice.
extension SQLiteDatabase {
    /// Overwrites the bytes of a row with as many others.
    func write(_ body: StoredBytes, to column: String, of table: String, row: Int) throws(SQLiteError) {
        let blob = try open(column, table, row, isWritable: true)
        defer { sqlite3_blob_close(blob) }
        let isWhole = try body.forEachPiece { piece, offset throws(SQLiteError) in
            try check(sqlite3_blob_write(blob, piece, Int32(piece.count), Int32(offset)))
        }
        guard isWhole else { throw SQLiteError(code: SQLITE_IOERR, message: "a temporary file cannot be read") }
    }

    /// Reads the bytes of a row, into a temporary file if they are too many for memory.
    func read(
        _ column: String, of table: String, row: Int, _ allowance: MemoryAllowance
    ) throws(SQLiteError) -> StoredBytes {
        let blob = try open(column, table, row, isWritable: false)
        defer { sqlite3_blob_close(blob) }
        let count = Int(sqlite3_blob_bytes(blob))
        var buffer = SpillBuffer(allowance)
        buffer.reserve(count)
        while buffer.count < count {
            var code = SQLITE_OK
            let start = buffer.count
            let length = min(count - start, 1 << 20)
            let piece = [UInt8](unsafeUninitializedCapacity: length) { target, filled in
                code = sqlite3_blob_read(blob, target.baseAddress, Int32(length), Int32(start))
                filled = code == SQLITE_OK ? length : 0
            }
            try check(code)
            _ = buffer.appendAndSpill(piece)
            if let failure = buffer.failure { throw SQLiteError(code: SQLITE_FULL, message: failure.description) }
        }
        return buffer.stored
    }

    private func open(
        _ column: String, _ table: String, _ row: Int, isWritable: Bool
    ) throws(SQLiteError) -> OpaquePointer {
        var blob: OpaquePointer?
        try check(sqlite3_blob_open(handle, "main", table, column, Int64(row), isWritable ? 1 : 0, &blob))
        guard let blob else { throw error(SQLITE_MISUSE) }
        return blob
    }
}
