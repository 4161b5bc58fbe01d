/// The encoder of bands of up to six rows of pixels, with memory that is reused from band to band.
///
/// Each column of a band is split into one entry a color, and the entries are sorted by color; so the work depends on
/// the number of pixels and not on the number of colors.
struct SixelBands {
    private let width: Int
    /// The number of entries of each color, and then the position after its last one.
    private var ends: [Int]
    /// Entries in the order of columns and, in `sorted`, by color first: the color above bit 24, the column above bit 6,
    /// the pixels in the lowest six bits.
    private var entries: [UInt32]
    private var sorted: [UInt32]
    private var text: [UInt8]

    init(width: Int, colors: Int) {
        self.width = width
        ends = [Int](repeating: 0, count: colors)
        entries = [UInt32](repeating: 0, count: 6 * width)
        sorted = entries
        // for each entry a run of blanks and one of its own; for each color its number and the return to the left
        text = [UInt8](repeating: 0, count: 6 * width * 16 + colors * 5)
    }

    /// Appends a band, given by the color of each pixel, row by row.
    mutating func append(_ pixels: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        let count = collect(pixels)
        sort(count)
        let length = write(count)
        bytes += text[..<length]
    }

    /// Stores the entries of all columns, counts them by color, and returns their number.
    private mutating func collect(_ pixels: UnsafeBufferPointer<UInt8>) -> Int {
        let (width, rows) = (width, pixels.count / width)
        let all = (UInt32(1) << UInt32(rows)) - 1
        return ends.withUnsafeMutableBufferPointer { ends in
            entries.withUnsafeMutableBufferPointer { entries in
                for color in ends.indices { ends[color] = 0 }
                var count = 0
                for x in 0..<width {
                    var left = all
                    while left != 0 {
                        let first = left.trailingZeroBitCount
                        let color = pixels[first * width + x]
                        var bits = UInt32(0)
                        for row in first..<rows where pixels[row * width + x] == color { bits |= 1 << UInt32(row) }
                        left &= ~bits
                        entries[count] = UInt32(color) << 24 | UInt32(x) << 6 | bits
                        ends[Int(color)] += 1
                        count += 1
                    }
                }
                return count
            }
        }
    }

    /// Sorts the entries by color; those of a color stay in the order of columns.
    private mutating func sort(_ count: Int) {
        ends.withUnsafeMutableBufferPointer { ends in
            entries.withUnsafeBufferPointer { entries in
                sorted.withUnsafeMutableBufferPointer { sorted in
                    var start = 0
                    for color in ends.indices {
                        let next = start + ends[color]
                        ends[color] = start
                        start = next
                    }
                    for entry in entries[..<count] {
                        let color = Int(entry >> 24)
                        sorted[ends[color]] = entry
                        ends[color] += 1
                    }
                }
            }
        }
    }

    /// Writes the sorted entries as text and returns its length.
    private mutating func write(_ count: Int) -> Int {
        sorted.withUnsafeBufferPointer { sorted in
            text.withUnsafeMutableBufferPointer { text in
                var out = SixelText(text)
                var color = UInt32.max
                var column = 0
                for entry in sorted[..<count] {
                    if entry >> 24 != color {
                        out.endRun()
                        if color != .max { out.put(UInt8(ascii: "$")) }
                        color = entry >> 24
                        out.put(UInt8(ascii: "#"))
                        out.putNumber(Int(color))
                        column = 0
                    }
                    let x = Int(entry >> 6 & 0x3FFFF)
                    if x > column { out.append(0, count: x - column) }
                    out.append(UInt8(truncatingIfNeeded: entry & 63), count: 1)
                    column = x + 1
                }
                out.endRun()
                return out.count
            }
        }
    }
}

/// The text of a band: runs of columns with equal pixels.
private struct SixelText {
    private let text: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0
    private var pixels: UInt8 = 0
    private var length = 0

    init(_ text: UnsafeMutableBufferPointer<UInt8>) { self.text = text }

    mutating func append(_ pixels: UInt8, count: Int) {
        if pixels != self.pixels {
            endRun()
            self.pixels = pixels
        }
        length += count
    }

    /// Writes the unfinished run. A repetition takes at least three bytes, so shorter runs are written out.
    mutating func endRun() {
        if length > 3 {
            put(UInt8(ascii: "!"))
            putNumber(length)
            length = 1
        }
        for _ in 0..<length { put(63 + pixels) }
        length = 0
    }

    mutating func putNumber(_ value: Int) {
        if value >= 10 { putNumber(value / 10) }
        put(UInt8(truncatingIfNeeded: 0x30 + value % 10))
    }

    mutating func put(_ byte: UInt8) {
        text[count] = byte
        count += 1
    }
}
