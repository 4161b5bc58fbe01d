import Pixels

/// The rows of a BMP without compression: all of one length, filled to a multiple of four bytes.
struct BMPPlainRows: RowDecoder {
    private enum Storage {
        /// Indices of so many bits each.
        case indices(bits: Int, BMPColors)
        /// Blue, green and red.
        case colors
        /// Blue, green, red, and a fourth byte, which is alpha if `hasAlpha`.
        case colorsWithAlpha
        /// Numbers of a length in bytes; masks select the bits of red, green, blue and alpha.
        case masked(bytes: Int, [BMPChannel])
    }

    private let hasAlpha: Bool
    private let storage: Storage
    private let width: Int
    private let rowBytes: Int
    private let padding: Int
    /// Bytes to be skipped before the next row.
    private var skipped = 0

    init(_ header: BMPHeader) {
        width = header.size.width
        rowBytes = header.rowBytes
        padding = (4 - rowBytes % 4) % 4
        hasAlpha = header.masks.count == 4 && header.masks[3] != 0
        let hasUsualMasks =
            header.masks.prefix(3) == [0xFF0000, 0xFF00, 0xFF]
            && (header.masks[3] == 0 || header.masks[3] == 0xFF00_0000)
        switch header.bitsPerPixel {
        case ...8: storage = .indices(bits: header.bitsPerPixel, BMPColors(header.palette))
        case 24: storage = .colors
        case 32 where hasUsualMasks: storage = .colorsWithAlpha
        case let bits: storage = .masked(bytes: bits / 8, header.masks.map(BMPChannel.init))
        }
    }

    var layout: PixelLayout {
        switch storage {
        case .indices(_, let colors): colors.layout
        case .colors: .rgb8
        case .colorsWithAlpha, .masked: hasAlpha ? .rgba8 : .rgb8
        }
    }

    var isBlueFirst: Bool {
        switch storage {
        case .indices, .masked: false
        case .colors, .colorsWithAlpha: true
        }
    }

    var maxPieceBytes: Int { padding + rowBytes }

    mutating func decodeRow(from bytes: Span<UInt8>, at place: inout Int, into row: inout [UInt8]) -> Bool {
        let passed = min(skipped, bytes.count - place)
        skipped -= passed
        place += passed
        guard bytes.count - place >= rowBytes else { return false }
        let stored = bytes.extracting(place..<place + rowBytes)
        place += rowBytes
        skipped = padding  // may be missing behind the last row
        switch storage {
        case .indices(let bits, let colors): lookUp(stored, bits, colors, into: &row)
        case .colors: Self.copy(stored, into: &row)
        case .colorsWithAlpha: copyWithAlpha(stored, into: &row)
        case .masked(let bytes, let channels): unpack(stored, bytes, channels, into: &row)
        }
        return true
    }

    // MARK: -

    private func lookUp(_ stored: Span<UInt8>, _ bits: Int, _ colors: BMPColors, into row: inout [UInt8]) {
        var row = row.mutableSpan
        guard bits < 8 else {
            colors.write(width, to: &row, from: 0) { stored[$0] }
            return
        }
        let (perByte, mask) = (8 / bits, UInt8(1 << bits - 1))
        colors.write(width, to: &row, from: 0) { column in
            stored[column / perByte] >> UInt8(8 - bits * (column % perByte + 1)) & mask
        }
    }

    private static func copy(_ stored: Span<UInt8>, into row: inout [UInt8]) {
        stored.withUnsafeBufferPointer { stored in
            row.withUnsafeMutableBufferPointer { _ = $0.update(fromContentsOf: stored) }  // checks the count
        }
    }

    private func copyWithAlpha(_ stored: Span<UInt8>, into row: inout [UInt8]) {
        guard !hasAlpha else { return Self.copy(stored, into: &row) }
        var row = row.mutableSpan
        for column in 0..<width {
            row[3 * column] = stored[4 * column]
            row[3 * column + 1] = stored[4 * column + 1]
            row[3 * column + 2] = stored[4 * column + 2]
        }
    }

    private func unpack(_ stored: Span<UInt8>, _ bytes: Int, _ channels: [BMPChannel], into row: inout [UInt8]) {
        var row = row.mutableSpan
        let count = hasAlpha ? 4 : 3
        for column in 0..<width {
            var pixel = UInt32(stored[bytes * column]) | UInt32(stored[bytes * column + 1]) << 8
            if bytes == 4 {
                pixel |= UInt32(stored[4 * column + 2]) << 16 | UInt32(stored[4 * column + 3]) << 24
            }
            for channel in 0..<count { row[count * column + channel] = channels[channel].value(of: pixel) }
        }
    }
}

/// The bits of a pixel that belong to one channel.
struct BMPChannel {
    private let shift: UInt32
    private let maximum: UInt32
    /// The bytes of all values; empty if they have more than 8 bits.
    private let table: [UInt8]

    init(mask: UInt32) {
        shift = mask == 0 ? 0 : UInt32(mask.trailingZeroBitCount)
        let maximum = mask >> shift
        self.maximum = maximum
        table = maximum > 255 ? [] : (0...maximum).map { Self.scaled($0, maximum) }
    }

    @inline(__always)
    func value(of pixel: UInt32) -> UInt8 {
        let value = pixel >> shift & maximum
        return table.isEmpty ? Self.scaled(value, maximum) : table[Int(value)]
    }

    /// Returns the value, from 0 to `maximum`, spread over a byte and rounded; 0 if there are no bits.
    private static func scaled(_ value: UInt32, _ maximum: UInt32) -> UInt8 {
        maximum == 0 ? 0 : UInt8((UInt64(value) * 255 + UInt64(maximum) / 2) / UInt64(maximum))
    }
}
