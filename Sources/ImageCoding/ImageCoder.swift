import HalftoneCore

/// A decoder for one image format. Methods may be called from any thread, concurrently.
public protocol ImageCoder: Sendable {
    /// The format, which may be one of the coder's own.
    var format: ImageFormat { get }

    /// Returns whether the bytes begin with the complete signature of the format. The default implementation compares
    /// them with ``ImageFormat/signatures``.
    func canDecode(_ bytes: [UInt8]) -> Bool

    /// Reads the header without decoding a pixel. Throws ``ImageCodingError/tooLarge(_:limit:)`` if the size exceeds
    /// the limits.
    func header(of bytes: [UInt8], limits: DecodeLimits) throws(ImageCodingError) -> ImageHeader

    /// Reads the header of bytes that are read on demand. The default implementation reads the first four million of
    /// them, of which a header takes a few thousand, seldom a million.
    func header(of source: ByteSource, limits: DecodeLimits) throws(ImageCodingError) -> ImageHeader

    /// Decodes the image, upright, reduced according to the options. An image that ends early or is partly damaged is
    /// returned with a ``Image/warning``; it is an error only if no row of it can be decoded.
    func decode(_ bytes: [UInt8], options: DecodeOptions) throws(ImageCodingError) -> Image

    /// Decodes bytes that are read on demand. The default implementation reads all of them first.
    func decode(_ source: ByteSource, options: DecodeOptions) throws(ImageCodingError) -> Image

    /// Whether a still that is read on demand is decoded piece by piece, so that its encoded bytes are never in memory
    /// as a whole. `false` by default.
    var readsInPieces: Bool { get }

    /// Returns the thumbnail embedded in an image, upright and no larger than the options ask, with
    /// ``Image/isIncremental`` set: to be shown until the image is decoded. `nil` if there is none, or the image
    /// decodes as fast. The default implementation returns `nil`.
    func thumbnail(of bytes: [UInt8], options: DecodeOptions) -> Image?

    /// Returns an upper bound of a decode's memory in bytes, the result included, so that an engine can bound all
    /// concurrent decodes together.
    func workingBytes(for header: ImageHeader, options: DecodeOptions) -> Int

    /// Frees what is kept so that the next image decodes faster. Called when memory is low; it waits for no decode. The
    /// default implementation has nothing to free.
    func freeMemory()
}

extension ImageCoder {
    public func canDecode(_ bytes: [UInt8]) -> Bool { format.matches(bytes) }

    public func header(of source: ByteSource, limits: DecodeLimits) throws(ImageCodingError) -> ImageHeader {
        try header(of: source.bytes ?? source.read(at: 0, count: 1 << 22), limits: limits)
    }

    public func decode(_ source: ByteSource, options: DecodeOptions) throws(ImageCodingError) -> Image {
        try decode(try source.allBytes(of: format), options: options)
    }

    public var readsInPieces: Bool { false }

    public func thumbnail(of bytes: [UInt8], options: DecodeOptions) -> Image? { nil }

    /// Returns the size of the result plus the full-size image.
    public func workingBytes(for header: ImageHeader, options: DecodeOptions) -> Int {
        DecodeMemory(header, options).result + 4 * header.pixelSize.area
    }

    public func freeMemory() {}
}

extension ByteSource {
    /// Reads all bytes into memory, for a coder that cannot work with fewer. Throws if they do not fit.
    func allBytes(of format: ImageFormat) throws(ImageCodingError) -> [UInt8] {
        guard let bytes = readAll() else { throw .unsupported(format, "\(ByteSize(count)) do not fit into memory") }
        return bytes
    }
}
