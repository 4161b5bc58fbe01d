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
            try options.limits.check(decoder.size)
            let plan = try DecodePlan(
                stored: decoder.size, orientation: ExifOrientation.inWebP(bytes), options: options)
            let colors = ColorConversion(
                SourceColor.inWebP(bytes), layout: decoder.layout, fidelity: options.fidelity, limits: options.limits)
            let (bitmap, shown) = try Self.reduce(decoder, plan: plan, colors: colors, options: options)
            let cut = shown < 1 ? DecodeWarning.cut(shown: shown, isEnd: decoder.status == cwebp_ended) : nil
            return Image(
                bitmap: colors.finished(bitmap).oriented(plan.orientation), format: .webp,
                sourceSize: plan.uprightSize, sourceBytes: bytes.count, warning: cut ?? colors.warning)
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
    static func smooths(_ source: PixelSize, to target: PixelSize, _ fidelity: DecodeOptions.Fidelity) -> Bool {
        fidelity == .exact || source.width < 4 * target.width || source.height < 4 * target.height
    }

    // MARK: - Memory

    /// Returns the maximum bytes that the library uses while decoding: the output rows, and its buffers of the whole
    /// image.
    static func workingBytes(of header: cwebp_header, scaledTo scaled: PixelSize? = nil) -> Int {
        let area = Int(header.frame_width) * Int(header.frame_height)
        let rows = (scaled?.area ?? area) * (header.has_alpha ? 4 : 3)
        // The alpha of a lossy image is a separate plane, compressed like a lossless image.
        return rows + area * (header.is_lossless ? 4 : header.has_alpha ? 5 : 0)
    }

    /// Returns the size to which the library scales the image first, or `nil` if the image can be decoded as it is.
    /// Scaling is used only if decoding may take too much memory, and only where it helps and is allowed: to four
    /// pixels for each pixel of the target on both axes, which is close enough for photos.
    static func scaledSize(
        _ decoder: WebPDecoder, plan: DecodePlan, options: DecodeOptions
    ) throws(ImageCodingError) -> PixelSize? {
        let (header, limit) = (decoder.header, options.limits.workingBytes)
        guard workingBytes(of: header) > limit else { return nil }
        let scaled = PixelSize(width: 4 * plan.target.width, height: 4 * plan.target.height)
        // The outside of a frame smaller than the canvas, and hidden colors under alpha, must not be mixed in.
        guard options.fidelity == .fast, !header.has_alpha, scaled.width <= decoder.size.width,
            scaled.height <= decoder.size.height, workingBytes(of: header, scaledTo: scaled) <= limit
        else { throw .tooLarge(plan.uprightSize, limit: "\(ByteSize(limit)) of memory to decode it") }
        return scaled
    }

    // MARK: - Decoding

    /// Returns the bitmap as stored, and the fraction of its height that could be decoded, 0...1.
    private static func reduce(
        _ decoder: WebPDecoder, plan: DecodePlan, colors: ColorConversion, options: DecodeOptions
    ) throws(ImageCodingError) -> (Bitmap, shown: Double) {
        let scaled = try scaledSize(decoder, plan: plan, options: options)
        try decoder.start(
            scaledTo: scaled, smooths: smooths(decoder.size, to: plan.target, options.fidelity))
        let size = scaled ?? decoder.size
        let frame = scaled.map { PixelRect($0) } ?? decoder.frame
        let layout = decoder.layout
        var reducer = AreaReducer(source: size, target: plan.target, layout: layout, window: plan.window)
        var canvas = CanvasRow(size: size, frame: frame, layout: layout)
        canvas.addEmptyRows(0..<frame.y, to: &reducer)
        let rows = try decoder.forEachRow(width: frame.size.width * layout.bytesPerPixel, options: options) { row in
            add(row, to: &canvas, &reducer, colors)
        }
        guard rows > 0 else { throw decoder.error }
        if rows == frame.size.height { canvas.addEmptyRows(reducer.nextRow..<size.height, to: &reducer) }
        return (reducer.finish(), Double(rows) / Double(frame.size.height))
    }

    /// Adds the next row of the frame, with converted colors.
    static func add(
        _ row: UnsafeBufferPointer<UInt8>, to canvas: inout CanvasRow, _ reducer: inout AreaReducer,
        _ colors: ColorConversion
    ) {
        guard let conversion = colors.rows else { return canvas.add(row, at: reducer.nextRow, to: &reducer) }
        var converted = Array(row)  // the decoder may still need its own row
        converted.withUnsafeMutableBufferPointer { converted in
            conversion.apply(to: converted)
            canvas.add(.init(converted), at: reducer.nextRow, to: &reducer)
        }
    }
}
