import Glibc

/// The entropy-coded bytes of a scan without byte stuffing (ITU-T T.81, F.1.2.3), buffered piece by piece.
///
/// Owns the memory that ``bytes`` points at. One thread at a time.
final class ScanBytes {
    /// Maximum bytes of an MCU, ten blocks of 64 codes of 16 bits with 15 bits each, plus the bit reader's lookahead.
    /// They can be read beyond ``end``, where they are zero.
    static let margin = 10 * 64 * 31 / 8 + 32

    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + margin)
    /// Number of bytes in the buffer.
    private(set) var end = 0
    /// Whether no more bytes follow before ``marker``, or at all.
    private(set) var isComplete = false
    private(set) var marker: UInt8?

    private let source: ByteSource
    /// Bytes as they are in the file: those read from `offset`, and how many of them have been consumed.
    private let raw = UnsafeMutablePointer<UInt8>.allocate(capacity: rawCapacity)
    private var offset: Int
    private var rawCount = 0
    private var taken = 0

    private static let capacity = 1 << 15
    private static let rawCapacity = 1 << 15

    init(_ source: ByteSource, from offset: Int) {
        self.source = source
        self.offset = offset
        fill(from: 0)
    }

    deinit {
        bytes.deallocate()
        raw.deallocate()
    }

    /// Removes the bytes before `place`, which then becomes 0, and reads more.
    func fill(from place: Int) {
        let rest = max(0, end - place)
        memmove(bytes, bytes + min(place, end), rest)
        end = rest
        while !isComplete, end < Self.capacity { takeMore() }
        memset(bytes + end, 0, Self.margin)
    }

    /// Continues after the marker.
    func passMarker() {
        (marker, isComplete, end) = (nil, false, 0)
        fill(from: 0)
    }

    // MARK: -

    private func takeMore() {
        guard taken < rawCount || readMore() else { return isComplete = true }
        let room = min(rawCount - taken, Self.capacity - end)
        let start = raw + taken
        let found = memchr(start, 0xFF, room)
        let count = found.map { UnsafeMutableRawPointer(start).distance(to: $0) } ?? room
        memcpy(bytes + end, start, count)
        end += count
        taken += count
        if found != nil { takeMarked() }
    }

    /// Handles a byte 0xFF and the byte after it: a stuffed zero, or a marker, which may be preceded by fill bytes
    /// (B.1.1.2).
    private func takeMarked() {
        var next = taken + 1
        while true {
            while next < rawCount, raw[next] == 0xFF { next += 1 }
            if next < rawCount { break }
            // Fill bytes that occupy the whole buffer are not followed by a marker.
            guard taken > 0, readMore() else { return isComplete = true }
            next = 1
        }
        taken = next + 1
        if raw[next] == 0 {
            bytes[end] = 0xFF
            end += 1
        } else {
            marker = raw[next]
            isComplete = true
        }
    }

    /// Reads on, starting with the bytes not consumed yet. Returns `false` if there are no more.
    private func readMore() -> Bool {
        let rest = rawCount - taken
        offset += taken
        taken = 0
        rawCount = source.read(at: offset, into: UnsafeMutableRawBufferPointer(start: raw, count: Self.rawCapacity))
        return rawCount > rest
    }
}
