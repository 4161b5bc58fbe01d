import Pixels

/// A coder for QOI, the "Quite OK Image Format", with and without alpha.
///
/// Memory is a row beside the result, which is copied only if its colors are linear; the bytes are read piece by piece.
public struct QOICoder: ProgressiveImageCoder {
    /// Creates the coder, which has no settings.
    public init() {}

    public var format: ImageFormat { .qoi }

    public func header(of bytes: [UInt8], limits: DecodeLimits) throws(ImageCodingError) -> ImageHeader {
        let (picture, rows) = try started(ByteSource(bytes), limits)
        var header = ImageHeader(format: .qoi, pixelSize: picture.size, hasAlpha: rows.layout.hasAlpha)
        header.sourceColor = picture.color
        return header
    }
}

extension QOICoder: RowCoder {
    /// Seven zero bytes and a one.
    var endMark: [UInt8] { [0, 0, 0, 0, 0, 0, 0, 1] }

    func resultCopies(_ header: ImageHeader) -> Int { header.sourceColor == .sRGB ? 1 : 2 }

    /// Reads the 14 bytes of the header: the signature, the sides, the number of channels and the color space.
    func begin(
        _ source: ByteSource, isWhole: Bool, limits: DecodeLimits
    ) throws(ImageCodingError) -> (RowPicture, QOIRows)? {
        var reader = ByteReader(source.read(at: 0, count: Self.headerBytes))
        let hasSignature = reader.skip("qoif")
        guard let width = reader.big(4), let height = reader.big(4), let channels = reader.byte(),
            let space = reader.byte()
        else { return nil }
        guard hasSignature else { throw .damaged(.qoi, "it does not begin with its signature") }
        let size = PixelSize(width: width, height: height)
        guard !size.isEmpty else { throw .damaged(.qoi, "a picture of \(size) pixels") }
        guard channels == 3 || channels == 4 else { throw .damaged(.qoi, "\(channels) channels") }
        guard space <= 1 else { throw .damaged(.qoi, "an unknown color space") }
        var picture = RowPicture(format: .qoi, size: size, pixels: Self.headerBytes)
        picture.color = space == 1 ? .gamma(1, nil) : .sRGB
        // The end mark consists of valid chunks, which are no pixels.
        let end = source.count - endMark.count
        if isWhole, end >= Self.headerBytes, source.read(at: end, count: endMark.count) == endMark { picture.end = end }
        return (picture, QOIRows(size: size, hasAlpha: channels == 4))
    }

    private static let headerBytes = 14
}
