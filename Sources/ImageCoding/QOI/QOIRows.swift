import Pixels

/// The rows of a QOI: a stream of chunks of one to five bytes, each for one pixel, or for a run of equal ones (QOI
/// specification 1.0).
struct QOIRows: RowDecoder {
    let layout: PixelLayout
    private(set) var isDamaged = false
    let maxPieceBytes = 5

    private let width: Int
    private var pixel = Color(0, 0, 0, 255)
    /// The color seen last of each hash.
    private var seen = InlineArray<64, Color>(repeating: Color(0, 0, 0, 0))
    /// Pixels that the current run still has.
    private var run = 0
    private var column = 0
    private var rowsLeft: Int

    /// Red, green, blue and alpha.
    private typealias Color = SIMD4<UInt8>

    init(size: PixelSize, hasAlpha: Bool) {
        (width, rowsLeft) = (size.width, size.height)
        layout = hasAlpha ? .rgba8 : .rgb8
    }

    mutating func decodeRow(from bytes: Span<UInt8>, at place: inout Int, into row: inout [UInt8]) -> Bool {
        var row = row.mutableSpan
        while column < width {
            if run == 0, !decodeChunk(bytes, &place) { return false }
            let count = min(run, width - column)
            write(count, to: &row)
            run -= count
            column += count
        }
        column = 0
        rowsLeft -= 1
        if rowsLeft == 0, run > 0 { isDamaged = true }  // the run goes beyond the last pixel
        return true
    }

    /// Writes the current pixel to the next columns.
    @inline(__always)
    private func write(_ count: Int, to row: inout MutableSpan<UInt8>) {
        if layout == .rgba8 {
            for place in stride(from: 4 * column, to: 4 * (column + count), by: 4) {
                row[place] = pixel.x
                row[place + 1] = pixel.y
                row[place + 2] = pixel.z
                row[place + 3] = pixel.w
            }
        } else {
            for place in stride(from: 3 * column, to: 3 * (column + count), by: 3) {
                row[place] = pixel.x
                row[place + 1] = pixel.y
                row[place + 2] = pixel.z
            }
        }
    }

    /// Decodes the next chunk to a color and the number of its pixels. Returns `false` if it is incomplete.
    @inline(__always)
    private mutating func decodeChunk(_ bytes: Span<UInt8>, _ place: inout Int) -> Bool {
        guard place < bytes.count else { return false }
        let tag = bytes[place]
        let count = Self.length(of: tag)
        guard count <= bytes.count - place else { return false }
        run = 1
        switch tag {
        case 0xFF: pixel = Color(bytes[place + 1], bytes[place + 2], bytes[place + 3], bytes[place + 4])
        case 0xFE: pixel = Color(bytes[place + 1], bytes[place + 2], bytes[place + 3], pixel.w)
        case 0xC0...: run = Int(tag & 63) + 1
        case 0x80...:
            let (green, others) = ((tag & 63) &- 32, bytes[place + 1])
            pixel &+= Color(green &- 8 &+ (others >> 4), green, green &- 8 &+ (others & 15), 0)
        case 0x40...: pixel &+= Color((tag >> 4 & 3) &- 2, (tag >> 2 & 3) &- 2, (tag & 3) &- 2, 0)
        default: pixel = seen[Int(tag)]
        }
        seen[Self.hash(pixel)] = pixel
        place += count
        return true
    }

    @inline(__always)
    private static func length(of tag: UInt8) -> Int {
        switch tag {
        case 0xFF: 5
        case 0xFE: 4
        case 0x80..<0xC0: 2
        default: 1
        }
    }

    @inline(__always)
    private static func hash(_ pixel: Color) -> Int {
        (Int(pixel.x) &* 3 &+ Int(pixel.y) &* 5 &+ Int(pixel.z) &* 7 &+ Int(pixel.w) &* 11) & 63
    }
}
