/// Keeping the file within its limits, and shrinking it.
extension DiskCacheStore {
    func totals() throws(SQLiteError) -> (count: Int, bytes: Int) {
        var result = (count: 0, bytes: 0)
        try database.query("SELECT count, bytes FROM total") { result = ($0.int(0), $0.int(1)) }
        return result
    }

    /// Changes times after `now`, which a wrong clock left, to `now`: such entries would never expire, and newer ones
    /// would be evicted before them.
    func correctTimes(after now: Double) throws(SQLiteError) {
        let latest = SQLiteValue.real(now + Self.clockTolerance)
        guard try database.number("SELECT 1 FROM usage WHERE accessed > ? LIMIT 1", [latest]) != nil else { return }
        try database.query("UPDATE usage SET accessed = ? WHERE accessed > ?", [.real(now), .real(now)])
        try database.query("UPDATE entry SET stored = ? WHERE stored > ?", [.real(now), .real(now)])
    }

    /// Seconds. Smaller clock corrections are common, and two processes need not agree on the time.
    private static let clockTolerance = 60.0

    /// Removes entries older than `oldest`, then the least recently used until at most `limit` bytes are left.
    func trim(olderThan oldest: Double, by expiry: DiskCache.Limits.Expiry, limit: Int) throws(SQLiteError) {
        switch expiry {
        case .lastUse:
            try database.query(
                "DELETE FROM entry WHERE id IN (SELECT id FROM usage WHERE accessed < ?)", [.real(oldest)])
        case .storing: try database.query("DELETE FROM entry WHERE stored < ?", [.real(oldest)])
        case .never: break
        }
        // A damaged file may hold negative numbers, which mean nothing and would overflow.
        var excess = max(0, try totals().bytes) - limit
        while excess > 0 {
            var victims: [Int] = []
            try database.query("SELECT id, size FROM usage ORDER BY accessed, id LIMIT 64") { row in
                guard excess > 0 else { return }
                victims.append(row.int(0))
                excess -= max(0, row.int(1))
            }
            guard !victims.isEmpty else { return }
            for id in victims {
                try database.query("DELETE FROM entry WHERE id = ?", [.int(id)])
                // A damaged file may have a use without an entry.
                try database.query("DELETE FROM usage WHERE id = ?", [.int(id)])
            }
        }
    }

    func removeAll() throws(SQLiteError) {
        try database.execute("DELETE FROM entry; UPDATE total SET count = 0, bytes = 0")
    }

    /// Gives empty pages back to the file system once they are worth the work of moving others into their place; until
    /// then new entries fill them.
    func releaseEmptyPages() throws(SQLiteError) {
        let empty = try database.number("PRAGMA freelist_count") ?? 0
        let all = try database.number("PRAGMA page_count") ?? 0
        guard empty * DiskCacheSchema.pageSize > Self.toleratedEmptyBytes, empty > all / 8 else { return }
        // Not a prepared statement, of which the connection would keep one for every number.
        try database.execute("PRAGMA incremental_vacuum(\(empty - all / 16))")
    }

    private static let toleratedEmptyBytes = 4_000_000

    /// Makes the file as small as possible.
    func shrink() throws(SQLiteError) {
        try database.query("PRAGMA incremental_vacuum")
        // Moves the log into the file and truncates both. A reader may hold the log as it is.
        try database.query("PRAGMA wal_checkpoint(TRUNCATE)")
    }
}
