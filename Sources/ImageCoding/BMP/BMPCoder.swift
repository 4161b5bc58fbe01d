import Pixels

/// A coder for BMP of every version: 1 to 32 bits a pixel, palettes, masks, alpha, and run-length codes.
///
/// Memory is a row beside the result, and a copy of the result if it is stored from bottom to top, as usual, or its
/// colors are changed; the bytes are read piece by piece. Pictures inside of a BMP (JPEG, PNG) and the compressions of
/// OS/2 that no other system reads are errors.
public struct BMPCoder: ImageCoder {
    /// Creates the coder, which has no settings.
    public init() {}

    public var format: ImageFormat { .bmp }

    public func header(of bytes: [UInt8], limits: DecodeLimits) throws(ImageCodingError) -> ImageHeader {
        guard !bytes.isEmpty else { throw .empty }
        // Not whole: a profile behind the pixels is unknown if these bytes are only the first of the file.
        guard let bitmap = try BMPHeader(ByteSource(bytes), isWhole: false, limits: limits) else {
            throw .damaged(.bmp, "the header ends early")
        }
        var header = ImageHeader(format: .bmp, pixelSize: bitmap.size, hasAlpha: bitmap.mayHaveAlpha)
        header.bitDepth = bitmap.bitDepth
        header.sourceColor = bitmap.color
        return header
    }
}

extension BMPCoder: RowCoder {
    var endMark: [UInt8] { [] }

    var resultCopies: Int { 3 }

    func begin(
        _ source: ByteSource, limits: DecodeLimits
    ) throws(ImageCodingError) -> (RowPicture, any RowDecoder)? {
        guard let header = try BMPHeader(source, isWhole: true, limits: limits) else { return nil }
        // No memory for a result is allocated before there is a row of it.
        guard header.compression.isRuns || header.pixels + header.rowBytes <= source.count else {
            throw .damaged(.bmp, "no row can be read")
        }
        var picture = RowPicture(format: .bmp, size: header.size, pixels: header.pixels)
        picture.orientation = header.isTopDown ? .up : .downMirrored
        picture.color = header.color
        let rows: any RowDecoder = header.compression.isRuns ? BMPRunRows(header) : BMPPlainRows(header)
        return (picture, rows)
    }
}

extension BMPHeader {
    /// Whether pixels may be transparent.
    fileprivate var mayHaveAlpha: Bool { !masks.isEmpty && masks[3] != 0 }

    /// Bits of the channel that has most of them.
    fileprivate var bitDepth: Int { masks.isEmpty ? 8 : masks.prefix(3).map(\.nonzeroBitCount).max() ?? 8 }
}
