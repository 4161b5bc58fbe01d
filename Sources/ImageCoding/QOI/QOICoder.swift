import Pixels

/// A coder for QOI, the "Quite OK Image Format", with and without alpha.
///
/// Memory is a row beside the result; the bytes are read piece by piece.
public struct QOICoder: ImageCoder {
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

    var resultCopies: Int { 1 }

    /// Reads the 14 bytes of the header: the signature, the sides, the number of channels and the color space. The last
    /// is not heeded: programs that write "linear" there mean the same samples.
    func begin(
        _ source: ByteSource, limits: DecodeLimits
    ) throws(ImageCodingError) -> (RowPicture, any RowDecoder)? {
        var reader = ByteReader(source.read(at: 0, count: Self.headerBytes))
        let hasSignature = reader.skip("qoif")
        guard let width = reader.big(4), let height = reader.big(4), let channels = reader.byte(),
            reader.skip(1) != nil
        else { return nil }
        guard hasSignature else { throw .damaged(.qoi, "it does not begin with its signature") }
        let size = PixelSize(width: width, height: height)
        guard !size.isEmpty else { throw .damaged(.qoi, "a picture of \(size) pixels") }
        guard channels == 3 || channels == 4 else { throw .damaged(.qoi, "\(channels) channels") }
        var picture = RowPicture(format: .qoi, size: size, pixels: Self.headerBytes)
        picture.color = .sRGB
        // The end mark consists of valid chunks, which are no pixels.
        let end = source.count - endMark.count
        if end >= Self.headerBytes, source.read(at: end, count: endMark.count) == endMark { picture.end = end }
        return (picture, QOIRows(size: size, hasAlpha: channels == 4))
    }

    private static let headerBytes = 14
}
