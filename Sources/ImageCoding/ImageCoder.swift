import Basis

/// Turns the bytes of one format into pictures. Its calls may come from any thread, several at a time.
public protocol ImageCoder: Sendable {
    var format: ImageFormat { get }

    /// `true` if the bytes begin with the whole signature of the format.
    func canDecode(_ bytes: [UInt8]) -> Bool

    /// What the header says, without decoding a pixel. Fails with ``ImageCodingError/tooLarge(_:limit:)`` if the size
    /// is over the limits.
    func header(of bytes: [UInt8], limits: DecodeLimits) throws(ImageCodingError) -> ImageHeader

    /// The picture, upright, reduced to what the options ask for. A picture that ends early or is damaged in places
    /// comes with a ``Image/warning``; it is an error only if not one row of it can be shown.
    func decode(_ bytes: [UInt8], options: DecodeOptions) throws(ImageCodingError) -> Image

    /// The same for bytes that are read while they are decoded. By default they are read first, all of them.
    func decode(_ source: ByteSource, options: DecodeOptions) throws(ImageCodingError) -> Image

    /// The small picture of itself that a large one brings with it, upright and no larger than the options ask, with
    /// ``Image/isIncremental`` set: to be shown until the large one is decoded. `nil` if it brings none, or is decoded as
    /// soon. By default there is none.
    func thumbnail(of bytes: [UInt8], options: DecodeOptions) -> Image?

    /// Bytes that a decode of such a picture holds at most, the result included, so that an engine can bound what all
    /// decodes in flight take together.
    func workingBytes(for header: ImageHeader, options: DecodeOptions) -> Int
}

extension ImageCoder {
    public func decode(_ source: ByteSource, options: DecodeOptions) throws(ImageCodingError) -> Image {
        try decode(try source.allBytes(of: format), options: options)
    }

    public func thumbnail(of bytes: [UInt8], options: DecodeOptions) -> Image? { nil }

    /// The result, and the whole picture beside it.
    public func workingBytes(for header: ImageHeader, options: DecodeOptions) -> Int {
        DecodeMemory(header, options).result + 4 * header.pixelSize.area
    }
}

extension ByteSource {
    /// All bytes in memory, for a coder that can do nothing with less.
    func allBytes(of format: ImageFormat) throws(ImageCodingError) -> [UInt8] {
        guard let bytes = readAll() else { throw .unsupported(format, "\(ByteSize(count)) do not fit into memory") }
        return bytes
    }
}
