import Pixels

/// The checked headers of a BMP: of the file, of the picture in one of eight versions, masks and a palette (Microsoft,
/// "Bitmap Storage"; IBM, "OS/2 2.0 Presentation Manager").
struct BMPHeader {
    /// How the pixels are stored, as far as it is supported.
    enum Compression: Int {
        case none = 0
        case runs8 = 1
        case runs4 = 2
        case masks = 3
        case masksWithAlpha = 6

        var isRuns: Bool { self == .runs8 || self == .runs4 }
        var hasMasks: Bool { self == .masks || self == .masksWithAlpha }
    }

    let size: PixelSize
    /// Whether the first row is stored first.
    let isTopDown: Bool
    let bitsPerPixel: Int
    let compression: Compression
    /// The bits of red, green, blue and alpha in a pixel of 16 or 32 bits; a mask of 0 for alpha if pixels are opaque.
    /// Empty if a pixel has other bits.
    let masks: [UInt32]
    /// The colors that indices stand for, one for every possible index; empty if pixels are not indices.
    let palette: [RGB]
    let color: SourceColor
    /// The offset of the first byte of the pixels.
    let pixels: Int
    /// Bytes of a row without compression, before it is filled to a multiple of four.
    var rowBytes: Int { (size.width * bitsPerPixel + 7) / 8 }

    /// Reads the headers.
    ///
    /// - Parameters:
    ///   - source: all bytes, or the first of them.
    ///   - isWhole: whether `source` has all bytes.
    /// - Returns: `nil` if the headers are incomplete.
    init?(_ source: ByteSource, isWhole: Bool, limits: DecodeLimits) throws(ImageCodingError) {
        guard let fields = try BMPFields(source.read(at: 0, count: BMPFields.maxBytes)) else { return nil }
        (size, isTopDown) = try fields.size()
        try limits.check(size)  // also so that no product overflows
        bitsPerPixel = fields.bitsPerPixel
        compression = try Self.compression(fields)
        var tables = BMPTables(fields, compression)
        guard let masks = try tables.masks() else { return nil }
        self.masks = masks
        let stored = (size.width * bitsPerPixel + 31) / 32 * 4 * size.height
        // Where no pixel is at the stated place, but the file has exactly as many bytes behind the palette.
        if isWhole, !compression.isRuns, tables.pixels >= source.count,
            abs(tables.pixelsBehindColors + stored - source.count) < 4
        {
            tables.pixels = tables.pixelsBehindColors
        }
        pixels = tables.pixels
        guard let palette = try tables.palette() else { return nil }
        self.palette = palette
        color = SourceColor.inBMP(fields, source, limits: limits) ?? (isWhole ? .icc([]) : .unknown)
    }

    /// Returns the compression; throws if it does not fit the bits of a pixel, or is not supported.
    private static func compression(_ fields: BMPFields) throws(ImageCodingError) -> Compression {
        let (number, bits) = (fields.compression, fields.bitsPerPixel)
        switch (number, fields.length) {
        case (3..., 64): throw .unsupported(.bmp, "compression \(number) of OS/2")
        case (4, _): throw .unsupported(.bmp, "an embedded JPEG")
        case (5, _): throw .unsupported(.bmp, "an embedded PNG")
        default: break
        }
        guard let compression = Compression(rawValue: number) else { throw .unsupported(.bmp, "compression \(number)") }
        let allowed =
            switch compression {
            case .none: [1, 2, 4, 8, 16, 24, 32]
            case .runs8: [8]
            case .runs4: [4]
            case .masks, .masksWithAlpha: [16, 32]
            }
        guard bits != 64 else { throw .unsupported(.bmp, "64 bits per pixel") }
        guard allowed.contains(bits) else { throw .damaged(.bmp, "\(bits) bits per pixel with compression \(number)") }
        return compression
    }
}
