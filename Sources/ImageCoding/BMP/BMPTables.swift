import Pixels

/// The masks and the palette behind the headers of a BMP, and the place of its pixels.
struct BMPTables {
    /// The offset of the pixels: as the file states it, unless that is inside the headers.
    var pixels: Int
    /// The offset of pixels that follow the palette without a gap.
    let pixelsBehindColors: Int

    private let fields: BMPFields
    private let compression: BMPHeader.Compression
    /// The offset of the masks, if they are not part of the header.
    private let masksStart: Int
    private let colorsStart: Int
    private let bytesPerColor: Int
    private let statedColors: Int

    init(_ fields: BMPFields, _ compression: BMPHeader.Compression) {
        self.fields = fields
        self.compression = compression
        masksStart = BMPFields.fileHeader + fields.length
        let maskBytes = fields.length == 40 ? Self.maskBytes(compression) : 0
        colorsStart = masksStart + maskBytes
        bytesPerColor = fields.isShort ? 3 : 4
        let used = fields.number(32, 4)
        let possible = fields.bitsPerPixel <= 8 ? 1 << fields.bitsPerPixel : 0
        statedColors = (1...256).contains(used) ? used : possible
        pixelsBehindColors = colorsStart + statedColors * bytesPerColor
        pixels = fields.statedPixels >= colorsStart ? fields.statedPixels : pixelsBehindColors
    }

    private static func maskBytes(_ compression: BMPHeader.Compression) -> Int {
        switch compression {
        case .masks: 12
        case .masksWithAlpha: 16
        case .none, .runs8, .runs4: 0
        }
    }

    /// Returns the masks of red, green, blue and alpha; none for pixels of up to 8 or of 24 bits, `nil` if they are
    /// incomplete.
    func masks() throws(ImageCodingError) -> [UInt32]? {
        guard compression.hasMasks else { return usualMasks }
        var masks: [UInt32]
        if fields.length == 40 {
            var reader = ByteReader(fields.bytes, at: masksStart)
            masks = []
            for _ in 0..<(Self.maskBytes(compression) / 4) {
                guard let mask = reader.little(4) else { return nil }
                masks.append(UInt32(mask))
            }
        } else {
            masks = [40, 44, 48, 52].map { UInt32(fields.number($0, 4)) }
        }
        if masks.count == 3 { masks.append(0) }
        let all = fields.bitsPerPixel == 16 ? 0xFFFF : UInt32.max
        let isValid = masks.allSatisfy { mask in
            let bits = mask >> UInt32(mask.trailingZeroBitCount)
            return mask & ~all == 0 && bits & (bits &+ 1) == 0  // no gap between the bits of a channel
        }
        guard isValid, masks.prefix(3).contains(where: { $0 != 0 }) else { throw .damaged(.bmp, "impossible masks") }
        return masks
    }

    /// The masks of a picture that states none. Its fourth byte is alpha only if the header has a mask that says so:
    /// programs that write the shorter headers leave anything in it.
    private var usualMasks: [UInt32] {
        switch fields.bitsPerPixel {
        case 16: [0x7C00, 0x3E0, 0x1F, 0]
        case 32: [0xFF0000, 0xFF00, 0xFF, fields.number(52, 4) == 0xFF00_0000 ? 0xFF00_0000 : 0]
        default: []
        }
    }

    /// Returns a color for every possible index, black for those that are missing; none if pixels are not indices,
    /// `nil` if the palette is incomplete.
    func palette() throws(ImageCodingError) -> [RGB]? {
        guard fields.bitsPerPixel <= 8 else { return [] }
        let possible = 1 << fields.bitsPerPixel
        // A palette is shorter than stated if the pixels begin before its end.
        let count = min(statedColors, possible, (pixels - colorsStart) / bytesPerColor)
        guard count > 0 else { throw .damaged(.bmp, "its palette is missing") }
        guard fields.bytes.count >= colorsStart + count * bytesPerColor else { return nil }
        let colors = (0..<count).map { index in
            let place = colorsStart + index * bytesPerColor
            return RGB(fields.bytes[place + 2], fields.bytes[place + 1], fields.bytes[place])
        }
        return colors + [RGB](repeating: RGB(0, 0, 0), count: possible - count)
    }
}
