/// The pixels of a GIF's frame: codes of up to 12 bits in blocks of up to 255 bytes. A code stands for a string of
/// indices into the palette; each one adds a string to the table, that of the code before and one index more (GIF89a,
/// appendix F).
struct GIFPixels {
    /// Whether the bytes end before the pixels do.
    private(set) var endsEarly = false

    /// The offset of the next byte, and that behind its block.
    private var place: Int
    private var blockEnd: Int
    /// Bits that have been read and not used, the next one lowest, and their number.
    private var bits = 0
    private var bitCount = 0

    /// The code that empties the table, behind those of one index each; the next one ends the pixels.
    private let clear: Int
    /// The bits of the next code.
    private var width = 0
    /// The code of the next string that is added; all below have one.
    private var next = 0
    /// The code before; `nil` behind an emptied table.
    private var previous: Int?
    /// The table: for each string, the code of all but its last index, and that index.
    private var heads = InlineArray<4096, UInt16>(repeating: 0)
    private var lasts = InlineArray<4096, UInt16>(repeating: 0)
    /// The indices of the current string, the first one last, and the number of those that have not been used.
    private var string = InlineArray<4097, UInt16>(repeating: 0)
    private var length = 0

    private static let maxCodes = 1 << 12

    /// Prepares to decode pixels from an offset on. An index has 1 to 11 bits.
    init(at offset: Int, bits: Int) {
        (place, blockEnd, clear) = (offset, offset, 1 << bits)
        empty()
    }

    /// Decodes the next indices, as many as `row` has. Returns `false` if the pixels end before.
    mutating func decode(_ bytes: Span<UInt8>, into row: inout [UInt16]) -> Bool {
        var row = row.mutableSpan
        for column in 0..<row.count {
            while length == 0 {
                guard decodeCode(bytes) else { return false }
            }
            length -= 1
            row[column] = string[length]
        }
        return true
    }

    // MARK: -

    private mutating func empty() {
        next = clear + 2
        width = clear.trailingZeroBitCount + 1
        previous = nil
    }

    /// Decodes a code to its string, empty for that of an emptied table. Returns `false` at the end of the pixels.
    private mutating func decodeCode(_ bytes: Span<UInt8>) -> Bool {
        guard let code = nextCode(bytes), code != clear + 1 else { return false }
        guard code != clear else {
            empty()
            return true
        }
        guard let previous else {
            guard code < clear else { return false }
            push(UInt16(code))
            self.previous = code
            return true
        }
        // The string that is added now is known already: that of the code before and its own first index.
        let isNew = code == next && next < Self.maxCodes
        guard isNew || code < next else { return false }
        if isNew { push(0) }
        var rest = isNew ? previous : code
        while rest > clear {
            push(lasts[rest])
            rest = Int(heads[rest])
        }
        let first = UInt16(rest)
        push(first)
        if isNew { string[0] = first }
        if next < Self.maxCodes {
            (heads[next], lasts[next]) = (UInt16(previous), first)
            next += 1
        }
        if next >> width > 0, next < Self.maxCodes { width += 1 }
        self.previous = code
        return true
    }

    @inline(__always)
    private mutating func push(_ index: UInt16) {
        string[length] = index
        length += 1
    }

    /// Reads a code, the lowest bits first; `nil` at the end of the blocks.
    @inline(__always)
    private mutating func nextCode(_ bytes: Span<UInt8>) -> Int? {
        while bitCount < width {
            if place == blockEnd, place < bytes.count {
                guard bytes[place] > 0 else { return nil }
                (place, blockEnd) = (place + 1, place + 1 + Int(bytes[place]))
            }
            guard place < bytes.count else {
                endsEarly = true
                return nil
            }
            bits |= Int(bytes[place]) << bitCount
            place += 1
            bitCount += 8
        }
        defer {
            bits >>= width
            bitCount -= width
        }
        return bits & (1 << width - 1)
    }
}
