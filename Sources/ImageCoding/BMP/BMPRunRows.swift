import Pixels

/// The rows of a BMP in run-length codes of 4 or 8 bits a pixel (Microsoft, "Bitmap Compression"). Pixels that the codes
/// skip have the first color of the palette.
struct BMPRunRows: RowDecoder {
    /// A code with 255 literal pixels.
    let maxPieceBytes = 2 + 256

    var layout: PixelLayout { colors.layout }
    /// Whether codes set pixels beyond the end of a row.
    private(set) var isDamaged = false
    private(set) var repeatsRow = false

    private let colors: BMPColors
    private let width: Int
    /// The pixels of a row with its padding, which some programs encode too.
    private let paddedWidth: Int
    private let bits: Int
    private var column = 0
    /// Whether the row is being filled: its codes may go on in the next piece.
    private var hasBegun = false
    /// Whether the row before was complete without the code for its end, which may follow.
    private var mayEndAgain = false
    /// Rows without a pixel that precede the next one.
    private var emptyRows = 0
    /// Whether the last row was one without a pixel.
    private var wasEmpty = false
    /// Whether the code for the end of the picture was read: the remaining rows are empty.
    private var isAtEnd = false

    init(_ header: BMPHeader) {
        width = header.size.width
        bits = header.bitsPerPixel
        paddedWidth = (width * bits + 31) / 32 * 32 / bits
        colors = BMPColors(header.palette)
    }

    mutating func decodeRow(from bytes: Span<UInt8>, at place: inout Int, into row: inout [UInt8]) -> Bool {
        var row = row.mutableSpan
        let isEmpty = isAtEnd || emptyRows > 0
        repeatsRow = isEmpty && wasEmpty  // few codes may stand for millions of empty rows
        if !hasBegun, !repeatsRow { colors.write(width, to: &row, from: 0) { _ in 0 } }
        wasEmpty = isEmpty
        guard !isEmpty else {
            emptyRows = max(0, emptyRows - 1)
            return true
        }
        hasBegun = true
        while let isComplete = decodeCode(bytes, &place, &row) {
            guard isComplete else { continue }
            hasBegun = false
            return true
        }
        return false
    }

    /// Decodes the next code. Returns whether it completes the row; `nil` if its bytes are incomplete.
    private mutating func decodeCode(
        _ bytes: Span<UInt8>, _ place: inout Int, _ row: inout MutableSpan<UInt8>
    ) -> Bool? {
        guard bytes.count - place >= 2 else { return nil }
        let (count, value) = (bytes[place], bytes[place + 1])
        guard count == 0 else {
            place += 2
            let (even, odd) = bits == 8 ? (value, value) : (value >> 4, value & 15)
            set(Int(count), &row) { $0 & 1 == 0 ? even : odd }
            return completeIfFull()
        }
        switch value {
        case 0:
            place += 2
            column = 0
            return takeRowEnd()
        case 1:
            place += 2
            isAtEnd = true
            return true
        case 2:
            guard bytes.count - place >= 4 else { return nil }
            let (right, down) = (Int(bytes[place + 2]), Int(bytes[place + 3]))
            place += 4
            return move(right, down)
        default:
            let stored = (Int(value) * bits + 15) / 16 * 2
            guard bytes.count - place >= 2 + stored else { return nil }
            let literal = bytes.extracting(place + 2..<place + 2 + stored)
            if bits == 8 {
                set(Int(value), &row) { literal[$0] }
            } else {
                set(Int(value), &row) { literal[$0 / 2] >> ($0 & 1 == 0 ? 4 : 0) & 15 }
            }
            place += 2 + stored
            return completeIfFull()
        }
    }

    /// Sets the next pixels, without those beyond the end of the row.
    @inline(__always)
    private mutating func set(_ count: Int, _ row: inout MutableSpan<UInt8>, index: (Int) -> UInt8) {
        colors.write(max(0, min(count, width - column)), to: &row, from: column, index: index)
        column += count
        if column > paddedWidth { isDamaged = true }
    }

    /// Completes the row if its last column has been set for the first time. Returns whether it did.
    private mutating func completeIfFull() -> Bool {
        guard column >= width, !mayEndAgain else { return false }
        mayEndAgain = true
        return true
    }

    /// Takes note of an end of a row. Returns whether it ends the row that has begun, and not the row before, which was
    /// complete already.
    private mutating func takeRowEnd() -> Bool {
        defer { mayEndAgain = false }
        return !mayEndAgain
    }

    /// Moves to the right and down. Returns whether that ends the row.
    private mutating func move(_ right: Int, _ down: Int) -> Bool {
        column += right
        guard down > 0 else { return false }
        if takeRowEnd() {
            emptyRows = down - 1
            return true
        }
        emptyRows = max(0, down - 2)  // the row that has begun is the first
        return down > 1
    }
}
