import Basis

/// Which bytes a serializer has made the entries of the disks of: an entry itself does not say so. A value.
///
/// It is bounded, and forgets what was not asked for the longest; it ends with the process. Bytes whose entry is not in the
/// book count as others than those it was made of, so that one download more is the price.
struct SerializedBook {
    /// Stands for bytes. Everything depends on a number that each process draws anew, so that nobody can make two pictures
    /// that look alike here.
    struct Digest: Hashable {
        private let count: Int
        private let hash: Int

        init(_ body: StoredBytes) {
            var hasher = Hasher()
            // In pieces of one length, wherever the bytes are: a hasher need not see through other boundaries.
            let step = 1 << 20
            for start in stride(from: 0, to: body.count, by: step) {
                body.bytes(in: start..<start + step).withUnsafeBytes { hasher.combine(bytes: $0) }
            }
            (count, hash) = (body.count, hasher.finalize())
        }
    }

    /// What came, and what became of it.
    struct Line: Hashable {
        let fetched: Digest
        let written: Digest

        init(fetched: StoredBytes, written: StoredBytes) {
            (self.fetched, self.written) = (Digest(fetched), Digest(written))
        }
    }

    private let pageCapacity: Int
    /// What was written or asked for since the page was turned, and on the page before.
    private var page: [Shelf: Line] = [:]
    private var lastPage: [Shelf: Line] = [:]

    /// `capacity`: entries that are remembered at most.
    init(capacity: Int) { pageCapacity = max(1, capacity / 2) }

    var count: Int { page.count + lastPage.count }

    /// What is known of an entry.
    subscript(shelf: Shelf) -> Line? {
        mutating get {
            if let line = page[shelf] { return line }
            guard let line = lastPage[shelf] else { return nil }
            record(line, for: shelf)  // asked for: it moves to the page that stays
            return line
        }
    }

    mutating func record(_ line: Line, for shelf: Shelf) {
        lastPage[shelf] = nil
        page[shelf] = line
        if page.count >= pageCapacity { (lastPage, page) = (page, [:]) }
    }
}
