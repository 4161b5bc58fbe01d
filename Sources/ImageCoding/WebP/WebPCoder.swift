import Basis
import CWebP
import Pixels

/// Decodes WebP: lossy, lossless and with alpha. Of an animation it shows the first frame on its canvas.
///
/// A lossy picture is decoded a few rows at a time, whose memory is given back once they are reduced; only a picture
/// that is nearly empty comes in one piece. A lossless one is held by the library whole, four bytes a pixel, and so is
/// the alpha of a lossy one. All are admitted by what they may take at most, against ``DecodeLimits/workingBytes``.
public struct WebPCoder: ImageCoder {
    public init() {}

    public var format: ImageFormat { .webp }

    public func canDecode(_ bytes: [UInt8]) -> Bool { ImageFormat.detect(bytes) == .webp }

    public func header(of bytes: [UInt8], limits: DecodeLimits) throws(ImageCodingError) -> ImageHeader {
        guard !bytes.isEmpty else { throw .empty }
        return try bytes.withUnsafeBufferPointer { (buffer) throws(ImageCodingError) in
            let decoder = try WebPDecoder(buffer)
            try limits.check(decoder.size)
            let orientation = ExifOrientation.inWebP(bytes)
            return ImageHeader(
                format: .webp, pixelSize: orientation.applied(to: decoder.size), orientation: orientation,
                hasAlpha: decoder.header.has_alpha)
        }
    }

    public func decode(_ bytes: [UInt8], options: DecodeOptions) throws(ImageCodingError) -> Image {
        guard !bytes.isEmpty else { throw .empty }
        let orientation = ExifOrientation.inWebP(bytes)
        return try bytes.withUnsafeBufferPointer { (buffer) throws(ImageCodingError) in
            if let image = try Self.attempt(buffer, orientation, options) { return image }
            var exactly = options
            exactly.fidelity = .exact
            guard let image = try Self.attempt(buffer, orientation, exactly) else {
                throw .damaged(.webp, "not one row can be read")
            }
            return image
        }
    }

    // MARK: - How much the library scales

    /// The size to which the library scales the picture before the rest is reduced in linear light; `nil` if it does
    /// not.
    ///
    /// Always `nil` for `exact`. For `fast` it is four pixels for each pixel of the target on both axes, as for JPEG, if
    /// the source has at least eight: the library averages encoded bytes, not light, and that is enough for photos. For
    /// the others a ``ContrastProbe`` looks at the result, and if it is too far from exact the picture is decoded again
    /// without. A lossless picture is never scaled, because the library decodes every pixel of it first anyway and the
    /// drawings kept in it suffer most; and one with alpha is not, because the hidden colours of its transparent pixels
    /// would be mixed in.
    static func scaledSize(
        of source: PixelSize, to target: PixelSize, isPlain: Bool, _ fidelity: DecodeOptions.Fidelity
    ) -> PixelSize? {
        guard fidelity == .fast, isPlain else { return nil }
        let scaled = PixelSize(width: 4 * target.width, height: 4 * target.height)
        guard 2 * scaled.width <= source.width, 2 * scaled.height <= source.height else { return nil }
        return scaled
    }

    /// In dB, as the probe estimates it: below that the fast way is not good enough. 40 is promised for photos.
    private static let leastLikeness = 40.5

    // MARK: - Memory

    /// Bytes that the library may hold while it decodes: the rows that come out, and what it keeps of the whole picture.
    static func workingBytes(of header: cwebp_header, scaledTo scaled: PixelSize?) -> Int {
        let area = Int(header.frame_width) * Int(header.frame_height)
        let rows = (scaled?.area ?? area) * (header.has_alpha ? 4 : 3)
        // Alpha is a plane of its own in a lossy picture, compressed as a lossless picture is.
        return rows + area * (header.is_lossless ? 4 : header.has_alpha ? 5 : 0)
    }

    // MARK: - Decoding

    /// The picture; `nil` if the library scaled it and it came out too far from exact. Never `nil` for `exact`.
    private static func attempt(
        _ bytes: UnsafeBufferPointer<UInt8>, _ orientation: Orientation, _ options: DecodeOptions
    ) throws(ImageCodingError) -> Image? {
        let decoder = try WebPDecoder(bytes)
        try options.limits.check(decoder.size)
        let plan = try DecodePlan(stored: decoder.size, orientation: orientation, options: options)
        let header = decoder.header
        let scaled = scaledSize(
            of: decoder.size, to: plan.target,
            isPlain: !header.is_lossless && !header.has_alpha && !header.is_animated, options.fidelity)
        let admits = { workingBytes(of: header, scaledTo: $0) <= options.limits.workingBytes }
        guard admits(scaled) else {
            throw .tooLarge(plan.uprightSize, limit: "\(ByteSize(options.limits.workingBytes)) of memory to decode it")
        }
        // Where there is no memory for the exact way, the fast one is good enough.
        let judges = scaled != nil && admits(nil)
        guard let (bitmap, shown) = try reduce(decoder, plan: plan, scaled: scaled, judges: judges, options: options)
        else { return nil }
        return Image(
            bitmap: bitmap.oriented(orientation), format: .webp, sourceSize: plan.uprightSize,
            sourceBytes: bytes.count,
            warning: shown < 1 ? DecodeWarning.cut(shown: shown, isEnd: decoder.status == cwebp_ended) : nil)
    }

    /// The bitmap as it is stored, and how much of its height could be read, 0...1; `nil` if it is too far from exact.
    private static func reduce(
        _ decoder: WebPDecoder, plan: DecodePlan, scaled: PixelSize?, judges: Bool, options: DecodeOptions
    ) throws(ImageCodingError) -> (Bitmap, shown: Double)? {
        // Blocks with unsmoothed edges are seen only where a target pixel holds few source pixels.
        try decoder.start(scaledTo: scaled, filters: scaled == nil)
        let layout = decoder.layout
        let arriving = scaled.map { PixelRect($0) } ?? decoder.frame
        var reducer = AreaReducer(
            source: scaled ?? decoder.size, target: plan.target, layout: layout, window: plan.window)
        var canvas = CanvasRow(size: scaled ?? decoder.size, frame: arriving, layout: layout)
        var probe = judges ? ContrastProbe(size: arriving.size, channels: layout.bytesPerPixel, plan: plan) : nil
        // What is too far off after an eighth of the rows will not get better: the rest need not be read.
        let rowsBetweenLooks = max(32, arriving.size.height / 8)
        var isClose = true
        canvas.addEmptyRows(0..<arriving.y, to: &reducer)
        let rows = try decoder.forEachRow(width: arriving.size.width * layout.bytesPerPixel, options: options) { row in
            canvas.add(row, at: reducer.nextRow, to: &reducer)
            probe?.add(row: row)
            if reducer.nextRow % rowsBetweenLooks == 0, let probe {
                isClose = probe.likeness(of: reducer.finish()) >= leastLikeness
            }
            return isClose
        }
        guard isClose else { return nil }
        guard rows > 0 else {
            if scaled != nil { return nil }  // the data may hold rows, but none of the scaled ones
            throw decoder.error
        }
        if rows == arriving.size.height { canvas.addEmptyRows(reducer.nextRow..<reducer.arriving.height, to: &reducer) }
        let bitmap = reducer.finish()
        if let probe, probe.likeness(of: bitmap) < leastLikeness { return nil }
        return (bitmap, Double(rows) / Double(arriving.size.height))
    }
}
