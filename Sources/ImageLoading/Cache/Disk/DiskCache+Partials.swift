import HalftoneCore

/// Partial downloads, stored beside the entries so that they can be resumed, even after a restart.
extension DiskCache: PartialStore {
    /// Returns a partial download, or `nil` if there is none or it is too old. Blocking, but never waits for a write.
    public func partial(for key: String) -> PartialDownload? {
        let (change, isGone) = staging.withLock { state in
            let change = state.pending.partials[key]
            return (change, state.pending.removesAll != nil || change?.dropped != nil)
        }
        if isGone { return change?.applied(to: nil, allowance) }
        let oldest = time.secondsSince1970 - limits.partialAge
        var partial: PartialDownload?
        withReader(longReader) { store throws(SQLiteError) in
            partial = try store.partial(for: key, since: oldest, allowance)
        }
        return change.map { $0.applied(to: partial, allowance) } ?? partial
    }

    /// Appends bytes to a partial download; only these are written. Returns at once.
    ///
    /// `offset` is where they begin; 0 starts anew. The partial download is removed if `offset` is not its end or the
    /// validators differ, because another download has changed it, and if it outgrows the limit of all partial
    /// downloads.
    public func storePartial(
        _ bytes: [UInt8], at offset: Int, of key: String, validators: Validators, total: Int?
    ) {
        change { state, now in
            if offset == 0 { state.dropPartial(key) }
            let piece = PartialChange.Piece(
                bytes: bytes, start: offset, validators: validators, total: total, time: now)
            // A quarter: complete images take precedence where the disk is slower than the network.
            let fits = piece.end <= limits.partialBytes
            if !fits || !state.append(piece, to: key, limit: limits.pendingBytes / 4) { state.dropPartial(key) }
        }
    }

    /// Removes a partial download that has ended or cannot be resumed.
    public func removePartial(for key: String) { change { state, _ in state.dropPartial(key) } }
}

extension DiskCacheStore {
    func partial(
        for key: String, since oldest: Double, _ allowance: MemoryAllowance
    ) throws(SQLiteError) -> PartialDownload? {
        var head: (id: Int, size: Int, validators: Validators, total: Int?)?
        try database.query(
            "SELECT id, size, etag, modified, total FROM partial WHERE key = ? AND changed >= ?",
            [.text(key), .real(oldest)]
        ) { row in
            let validators = Validators(entityTag: row.text(2), lastModified: row.text(3))
            head = (row.int(0), row.int(1), validators, row.isNull(4) ? nil : row.int(4))
        }
        guard let head else { return nil }
        var buffer = SpillBuffer(allowance)
        try database.query("SELECT start, bytes FROM piece WHERE partial = ? ORDER BY start", [.int(head.id)]) { row in
            if row.int(0) == buffer.count { _ = buffer.appendAndSpill(row.bytes(1)) }
        }
        // Another process may have changed the download between the two statements.
        guard buffer.count == head.size, buffer.failure == nil else { return nil }
        return PartialDownload(body: buffer.stored, validators: head.validators, total: head.total)
    }

    func apply(_ change: PartialChange, to key: String) throws(SQLiteError) {
        if change.dropped != nil { try removePartial(key) }
        for piece in change.pieces { try append(piece, to: key) }
    }

    /// Appends a piece if it continues the stored bytes; otherwise removes the partial download.
    private func append(_ piece: PartialChange.Piece, to key: String) throws(SQLiteError) {
        let (tag, date) = (piece.validators.entityTag, piece.validators.lastModified)
        if piece.start == 0 {
            try removePartial(key)
            try database.query(
                "INSERT INTO partial (key, size, total, changed, etag, modified) VALUES (?, 0, ?, ?, ?, ?)",
                [.text(key), .int(piece.total), .real(piece.time), .text(tag), .text(date)])
        }
        try database.query(
            """
            UPDATE partial SET size = size + ?, changed = ?, total = ?
            WHERE key = ? AND size = ? AND etag IS ? AND modified IS ?
            """,
            [
                .int(piece.bytes.count), .real(piece.time), .int(piece.total), .text(key), .int(piece.start),
                .text(tag), .text(date),
            ])
        guard database.changes == 1 else { return try removePartial(key) }
        try database.query(
            "INSERT INTO piece (partial, start, bytes) SELECT id, ?, ? FROM partial WHERE key = ?",
            [.int(piece.start), .blob(piece.bytes), .text(key)])
    }

    func removePartial(_ key: String) throws(SQLiteError) {
        try database.query("DELETE FROM partial WHERE key = ?", [.text(key)])
    }

    /// Removes partial downloads unchanged since `oldest`, then the oldest until at most `limit` bytes are left.
    func trimPartials(olderThan oldest: Double, limit: Int) throws(SQLiteError) {
        try database.query("DELETE FROM partial WHERE changed < ?", [.real(oldest)])
        while try database.number("SELECT coalesce(sum(size), 0) FROM partial") ?? 0 > limit {
            try database.query("DELETE FROM partial WHERE id = (SELECT id FROM partial ORDER BY changed, id LIMIT 1)")
            guard database.changes > 0 else { return }
        }
    }
}
