/// A reader of a source's bytes in order, in pieces of which the unused end stays for the next one. Bytes in memory are
/// not copied.
struct PieceReader {
    /// Bytes that are read at a time, unless a row has more.
    private static let usualBytes = 1 << 18
    /// Bytes of the buffer for that.
    static let bufferBytes = 2 * usualBytes

    private let source: ByteSource
    private let end: Int
    private let pieceBytes: Int
    /// All bytes of the source if they are in memory, else the buffer that is read into.
    private var buffer: [UInt8]
    /// The offset of the buffer in the source.
    private var start: Int
    /// The number of bytes in the buffer that may be used.
    private var count: Int
    /// The first byte in the buffer that has not been used.
    private var place: Int

    /// Creates a reader of the bytes from `offset` to `end`, of which `maxPieceBytes` must be there at once.
    init(_ source: ByteSource, from offset: Int, to end: Int, maxPieceBytes: Int) {
        self.source = source
        self.end = end
        let offset = min(offset, end)
        pieceBytes = max(Self.usualBytes, maxPieceBytes)
        if let bytes = source.bytes {
            (buffer, start, count, place) = (bytes, 0, offset, offset)
        } else {
            (start, count, place) = (offset, 0, 0)
            buffer = [UInt8](repeating: 0, count: min(2 * pieceBytes, end - offset))
        }
    }

    /// The offset in the source of the first byte that has not been used.
    var offset: Int { start + place }

    /// Decodes rows of the next piece. Returns `false` if there are no more bytes.
    mutating func draw(_ drawing: inout RowDrawing, options: DecodeOptions) throws(ImageCodingError) -> Bool {
        guard fill() else { return false }
        var next = place
        defer { place = next }
        try drawing.draw(buffer.span.extracting(..<count), at: &next, options: options)
        return true
    }

    /// Reads bytes behind those that have not been used. Returns `false` if there are none.
    private mutating func fill() -> Bool {
        guard start + count < end else { return false }
        if source.bytes != nil {
            count = min(end, count + pieceBytes)
            return true
        }
        let unused = place..<count
        buffer.withUnsafeMutableBytes { bytes in
            bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[unused]))
        }
        (start, place, count) = (start + place, 0, unused.count)
        let room = unused.count..<min(unused.count + pieceBytes, buffer.count, end - start)
        let offset = start + unused.count
        let read = buffer.withUnsafeMutableBytes { bytes in
            source.read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: bytes[room]))
        }
        count += read
        return read > 0
    }
}
