import CJPEG
import Pixels

/// A coder for JPEG: baseline, progressive and arithmetic; gray, color and CMYK; 8 bits a sample.
///
/// Memory is a few rows for an image with one scan, whose bytes are read piece by piece. An image with several scans
/// keeps its coefficients, and is accepted only if they fit ``DecodeLimits/workingBytes``.
public struct JPEGCoder: ImageCoder {
    /// Creates the coder, which has no settings.
    public init() {}

    public var format: ImageFormat { .jpeg }
    public var readsInPieces: Bool { true }

    public func header(of bytes: [UInt8], limits: DecodeLimits) throws(ImageCodingError) -> ImageHeader {
        guard !bytes.isEmpty else { throw .empty }
        let decoder = try JPEGDecoder(ByteSource(bytes))
        try limits.check(decoder.storedSize)
        let orientation = ExifOrientation.inJPEG(bytes)
        var header = ImageHeader(
            format: .jpeg, pixelSize: orientation.applied(to: decoder.storedSize), orientation: orientation,
            isProgressive: decoder.header.is_progressive)
        header.sourceColor = SourceColor.inJPEG(bytes)
        header.thumbnail = ExifBlock(inJPEG: bytes)?.thumbnail
        header.storedBytes = Int(clamping: decoder.header.coefficient_bytes)
        return header
    }

    public func decode(_ bytes: [UInt8], options: DecodeOptions) throws(ImageCodingError) -> Image {
        try decode(ByteSource(bytes), options: options)
    }

    public func decode(_ source: ByteSource, options: DecodeOptions) throws(ImageCodingError) -> Image {
        let head = JPEGSegments.head(of: source)
        return try decode(source, head: head, orientation: ExifOrientation.inJPEG(head), options: options)
    }

    public func workingBytes(for header: ImageHeader, options: DecodeOptions) -> Int {
        let memory = DecodeMemory(header, options)
        let rows = memory.rows(64, bytesPerPixel: 3)  // the library's rows for two rows of blocks and ours
        return DecodeMemory.fixed + memory.result + rows + header.storedBytes
    }

    static func warning(_ decoder: JPEGDecoder, shown: Double) -> DecodeWarning? {
        let outcome = decoder.outcome
        if shown < 1 { return DecodeWarning.cut(shown: shown, isEnd: outcome.ends_early) }
        if outcome.ends_early || outcome.has_too_many_scans { return DecodeWarning.lessDetail }
        return outcome.damage_warnings > 0 ? DecodeWarning.damagedInPlaces : nil
    }
}
