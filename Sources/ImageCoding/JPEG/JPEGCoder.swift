import Basis
import CJPEG
import Pixels

/// Decodes JPEG: baseline, progressive and arithmetic; gray, colour and CMYK; 8 bits a sample.
///
/// Memory is a few rows for a picture of one scan. One of several scans keeps its coefficients, and is admitted only
/// if they fit ``DecodeLimits/workingBytes``.
public struct JPEGCoder: ImageCoder {
    public init() {}

    public var format: ImageFormat { .jpeg }

    public func canDecode(_ bytes: [UInt8]) -> Bool { ImageFormat.detect(bytes) == .jpeg }

    public func header(of bytes: [UInt8], limits: DecodeLimits) throws(ImageCodingError) -> ImageHeader {
        guard !bytes.isEmpty else { throw .empty }
        return try bytes.withUnsafeBufferPointer { (buffer) throws(ImageCodingError) in
            let decoder = try JPEGDecoder(buffer)
            try limits.check(decoder.storedSize)
            let orientation = ExifOrientation.inJPEG(bytes)
            return ImageHeader(
                format: .jpeg, pixelSize: orientation.applied(to: decoder.storedSize), orientation: orientation,
                isProgressive: decoder.header.is_progressive)
        }
    }

    public func decode(_ bytes: [UInt8], options: DecodeOptions) throws(ImageCodingError) -> Image {
        guard !bytes.isEmpty else { throw .empty }
        return try bytes.withUnsafeBufferPointer { (buffer) throws(ImageCodingError) in
            let decoder = try JPEGDecoder(buffer)
            try Self.admit(decoder, limits: options.limits)
            let plan = try DecodePlan(
                stored: decoder.storedSize, orientation: ExifOrientation.inJPEG(bytes), options: options)
            let shrink = Self.shrink(decoder.storedSize, bytes: bytes.count, to: plan.target, options.fidelity)
            var result = try Self.reduce(decoder, plan: plan, shrink: shrink, options: options)
            if result.likeness < Self.leastLikeness {
                result = try Self.reduce(JPEGDecoder(buffer), plan: plan, shrink: 1, options: options)
            }
            return Image(
                bitmap: result.bitmap.oriented(plan.orientation), format: .jpeg, sourceSize: plan.uprightSize,
                sourceBytes: bytes.count, warning: result.warning)
        }
    }

    // MARK: - How much the decoder averages

    /// How many pixels the decoder averages into one, in each direction, before the rest is reduced in linear light.
    ///
    /// Always 1 for `exact`. For `fast` the largest of 8, 4 and 2 that leaves at least four pixels for each pixel of
    /// the target on both axes, else 1. The decoder averages bytes, not light, so what it averages comes out too dark
    /// where contrast is high: four are enough for photos. For the others a ``ContrastProbe`` looks at the result, and
    /// if it is too far from exact the picture is decoded again without. With more than four bits a pixel there is
    /// detail everywhere, and reading it takes most of the time anyway: such a picture is not averaged at all.
    /// Thirds and fifths are left out because the library has no fast code for them.
    static func shrink(
        _ source: PixelSize, bytes: Int, to target: PixelSize, _ fidelity: DecodeOptions.Fidelity
    ) -> Int {
        guard fidelity == .fast, bytes * 8 <= 4 * source.area else { return 1 }
        let ratio = min(source.width / target.width, source.height / target.height) / 4
        return [8, 4, 2].first { $0 <= ratio } ?? 1
    }

    /// In dB, as the probe estimates it: below that the fast way is not good enough. 40 is promised for photos.
    private static let leastLikeness = 40.5

    // MARK: - Decoding

    private struct Reduced {
        /// As it is stored, not yet upright.
        var bitmap: Bitmap
        var warning: String?
        /// To an exact reduction, in dB.
        var likeness: Double
    }

    private static func admit(_ decoder: JPEGDecoder, limits: DecodeLimits) throws(ImageCodingError) {
        try limits.check(decoder.storedSize)
        guard decoder.header.coefficient_bytes <= UInt64(limits.workingBytes) else {
            let limit = ByteSize(limits.workingBytes)
            throw .tooLarge(decoder.storedSize, limit: "\(limit) of memory for a picture of several scans")
        }
    }

    private static func reduce(
        _ decoder: JPEGDecoder, plan: DecodePlan, shrink: Int, options: DecodeOptions
    ) throws(ImageCodingError) -> Reduced {
        let source = decoder.storedSize
        guard let layout = PixelLayout(bytesPerPixel: Int(decoder.header.channels)) else {
            throw .unsupported(.jpeg, "\(decoder.header.channels) channels")
        }
        // Interpolated chroma is seen only where a target pixel holds few source pixels.
        let isNearFullSize = source.width < 2 * plan.target.width || source.height < 2 * plan.target.height
        try decoder.start(shrink: shrink, fancy: options.fidelity == .exact || isNearFullSize, limits: options.limits)
        try decoder.readScans(limit: options.limits.scans) { () throws(ImageCodingError) in
            try options.checkCancelled()
        }
        var reducer = AreaReducer(
            source: source, target: plan.target, layout: layout, shrink: shrink, window: plan.window)
        var probe =
            shrink > 1 ? ContrastProbe(size: reducer.arriving, channels: layout.bytesPerPixel, plan: plan) : nil
        try decoder.forEachRow(width: reducer.arriving.width * layout.bytesPerPixel, options: options) { row in
            reducer.add(row: row)
            probe?.add(row: row)
        }
        guard reducer.nextRow > 0 else { throw .damaged(.jpeg, decoder.message) }
        let shown = Double(reducer.nextRow) / Double(reducer.arriving.height)
        let bitmap = reducer.finish()
        return Reduced(
            bitmap: bitmap, warning: warning(decoder, shown: shown),
            likeness: probe?.likeness(of: bitmap) ?? .infinity)
    }

    private static func warning(_ decoder: JPEGDecoder, shown: Double) -> String? {
        let outcome = decoder.outcome
        if shown < 1 { return DecodeWarning.cut(shown: shown, isEnd: outcome.ends_early) }
        if outcome.ends_early || outcome.has_too_many_scans { return DecodeWarning.lessDetail }
        return outcome.damage_warnings > 0 ? DecodeWarning.damagedInPlaces : nil
    }
}
