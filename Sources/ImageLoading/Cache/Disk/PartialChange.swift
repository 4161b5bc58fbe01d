import HalftoneCore

/// The pending changes of one partial download. A value.
///
/// Each part has the number of the change that brought it, so that a write drops exactly what it wrote.
struct PartialChange {
    /// A piece of a download, to be appended to the stored bytes.
    struct Piece {
        let bytes: [UInt8]
        let start: Int
        let validators: Validators
        let total: Int?
        /// Seconds since 1970.
        let time: Double

        var end: Int { start + bytes.count }
    }

    /// The number of the change that removed the bytes on disk; `nil` if the pieces are appended to them.
    private(set) var dropped: Int?
    private var numbered: [(piece: Piece, number: Int)] = []

    init(dropped: Int? = nil) { self.dropped = dropped }

    var pieces: [Piece] { numbered.map(\.piece) }
    var bytes: Int { numbered.reduce(0) { $0 + $1.piece.bytes.count } }
    var isEmpty: Bool { dropped == nil && numbered.isEmpty }

    /// The number of the first change, by which changes of several downloads are ordered; 0 if it is empty.
    var number: Int { dropped ?? numbered.first?.number ?? 0 }

    mutating func append(_ piece: Piece, number: Int) { numbered.append((piece, number)) }

    /// Drops the written parts. Returns the number of bytes of their pieces.
    mutating func forget(upTo number: Int) -> Int {
        let before = bytes
        if let dropped, dropped <= number { self.dropped = nil }
        numbered.removeAll { $0.number <= number }
        return before - bytes
    }

    /// Returns the partial download after this change, or `nil` if nothing is left. `stored` is what the disk has.
    ///
    /// A piece that does not continue the bytes invalidates the whole, as it does on disk; so do bytes that neither
    /// memory nor a temporary file takes. Blocking.
    func applied(to stored: PartialDownload?, _ allowance: MemoryAllowance) -> PartialDownload? {
        let stored = dropped == nil ? stored : nil
        var (validators, total) = (stored?.validators, stored?.total)
        var buffer = SpillBuffer(continuing: stored?.body ?? StoredBytes([]), allowance)
        for piece in pieces where stored?.holds(piece) != true {
            guard piece.start == buffer.count, validators == nil || validators == piece.validators,
                buffer.appendAndSpill(piece.bytes)
            else { return nil }
            (validators, total) = (piece.validators, piece.total)
        }
        return validators.map { PartialDownload(body: buffer.stored, validators: $0, total: total) }
    }
}

extension PartialDownload {
    /// Returns whether a piece is on disk already: a write may end between the lookups of pending changes and of the
    /// disk.
    fileprivate func holds(_ piece: PartialChange.Piece) -> Bool {
        piece.end <= body.count && piece.validators == validators
            && body.bytes(in: piece.start..<piece.end) == piece.bytes
    }
}
