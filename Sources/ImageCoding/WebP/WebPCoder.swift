import HalftoneCore
import CWebP
import Pixels

/// A coder for WebP: lossy, lossless and with alpha. For an animation it decodes the first frame on its canvas.
///
/// A lossy image is decoded a few rows at a time. The memory of reduced rows is released if it is more than 16 MB; only
/// an image that is nearly empty is decoded in one piece. The library keeps a lossless image completely, four bytes a
/// pixel, and so it does the alpha of a lossy one. All images are checked against ``DecodeLimits/workingBytes`` by
/// their maximum memory.
public struct WebPCoder: ImageCoder {
    /// Creates the coder, which has no settings.
    public init() {}

    public var format: ImageFormat { .webp }

    public func header(of bytes: [UInt8], limits: DecodeLimits) throws(ImageCodingError) -> ImageHeader {
        guard !bytes.isEmpty else { throw .empty }
        return try bytes.withUnsafeBufferPointer { (buffer) throws(ImageCodingError) in
            let decoder = try WebPDecoder(buffer)
            try limits.check(decoder.size)
            let bytes = EncodedBytes(bytes)
            let orientation = ExifOrientation.inWebP(bytes)
            var header = ImageHeader(
                format: .webp, pixelSize: orientation.applied(to: decoder.size), orientation: orientation,
                hasAlpha: decoder.header.has_alpha)
            header.sourceColor = SourceColor.inWebP(bytes)
            header.storedBytes = Self.workingBytes(of: decoder.header)
            if decoder.header.is_animated { header.count(try index(of: bytes, limits: limits)) }
            return header
        }
    }

    func decodeStill(_ bytes: EncodedBytes, options: DecodeOptions) throws(ImageCodingError) -> Image {
        guard !bytes.isEmpty else { throw .empty }
        return try bytes.withUnsafeBufferPointer { (buffer) throws(ImageCodingError) in
            let decoder = try WebPDecoder(buffer)
            var drawing = try WebPDrawing(decoder, bytes, options: options)
            let rows = try decoder.forEachRow(width: drawing.rowBytes, options: options) { drawing.add($0) }
            guard rows > 0 else { throw decoder.error }
            let shown = Double(rows) / Double(drawing.frame.size.height)
            if shown == 1 { drawing.addRowsBelow() }
            let cut = shown < 1 ? DecodeWarning.cut(shown: shown, isEnd: decoder.status == cwebp_ended) : nil
            return drawing.image(sourceBytes: bytes.count, warning: cut)
        }
    }

    public func workingBytes(for header: ImageHeader, options: DecodeOptions) -> Int {
        let memory = DecodeMemory(header, options)
        let rows = memory.rows(64, bytesPerPixel: 4)
        return DecodeMemory.fixed + memory.result + rows + header.storedBytes + memory.animation
    }

    // MARK: - Shortcuts for `fast`

    /// Whether the library smooths its output: block edges, and chroma, which is subsampled.
    ///
    /// `fast` omits that if a target pixel contains at least four source pixels on both axes, so that both are averaged
    /// anyway. It does not let the library scale: that saves 2 % of the time (26.3 ms of 26.8 for 2048x1365 to 320x212,
    /// because a WebP has to be fully decoded first), and it averages encoded bytes instead of light.
    private static func smooths(_ source: PixelSize, to target: PixelSize, _ fidelity: DecodeOptions.Fidelity) -> Bool {
        fidelity == .exact || source.width < 4 * target.width || source.height < 4 * target.height
    }

    // MARK: - Memory

    /// Returns the maximum bytes that the library uses while decoding: the output rows, and its buffers of the whole
    /// image.
    static func workingBytes(of header: cwebp_header) -> Int {
        // The alpha of a lossy image is a separate plane, compressed like a lossless image.
        let bytesPerPixel = (header.has_alpha ? 4 : 3) + (header.is_lossless ? 4 : header.has_alpha ? 5 : 0)
        return Int(header.frame_width) * Int(header.frame_height) * bytesPerPixel
    }

    /// Prepares to decode the first frame. Throws if that may take too much memory.
    static func start(
        _ decoder: WebPDecoder, plan: DecodePlan, options: DecodeOptions
    ) throws(ImageCodingError) {
        let limit = options.limits.workingBytes
        guard workingBytes(of: decoder.header) <= limit else {
            throw .tooLarge(plan.uprightSize, limit: "\(ByteSize(limit)) of memory to decode it")
        }
        try decoder.start(smooths: smooths(decoder.size, to: plan.target, options.fidelity))
    }
}
