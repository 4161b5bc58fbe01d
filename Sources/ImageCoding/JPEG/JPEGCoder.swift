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
            let (bitmap, rows) = try Self.reduce(decoder, plan: plan, options: options)
            return Image(
                bitmap: bitmap.oriented(plan.orientation), format: .jpeg, sourceSize: plan.uprightSize,
                sourceBytes: bytes.count, warning: Self.warning(decoder, rows: rows))
        }
    }

    /// How many pixels the decoder averages into one, in each direction, before the rest is reduced in linear light:
    /// the largest of 8, 4 and 2 that leaves at least ``sourcePixelsPerTargetPixel`` pixels for each pixel of the
    /// target on both axes; else 1, and always 1 for `exact`.
    ///
    /// The decoder averages bytes, not light, so what it averages comes out too dark where contrast is high; only
    /// what it leaves is averaged right. Thirds and fifths are left out: the library has no fast code for them.
    static func shrink(from source: PixelSize, to target: PixelSize, fidelity: DecodeOptions.Fidelity) -> Int {
        guard fidelity == .fast else { return 1 }
        let ratio = min(source.width / target.width, source.height / target.height) / sourcePixelsPerTargetPixel
        return [8, 4, 2].first { $0 <= ratio } ?? 1
    }

    /// Chosen by measurement; see ``shrink(from:to:fidelity:)``.
    static let sourcePixelsPerTargetPixel = 2

    // MARK: -

    private static func admit(_ decoder: JPEGDecoder, limits: DecodeLimits) throws(ImageCodingError) {
        try limits.check(decoder.storedSize)
        guard decoder.header.coefficient_bytes <= UInt64(limits.workingBytes) else {
            let limit = ByteSize(limits.workingBytes)
            throw .tooLarge(decoder.storedSize, limit: "\(limit) of memory for a picture of several scans")
        }
    }

    /// Returns the bitmap as it is stored, and how much of its height arrived, 0...1.
    private static func reduce(
        _ decoder: JPEGDecoder, plan: DecodePlan, options: DecodeOptions
    ) throws(ImageCodingError) -> (Bitmap, shown: Double) {
        let source = decoder.storedSize
        let shrink = shrink(from: source, to: plan.target, fidelity: options.fidelity)
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
        let stride = reducer.arriving.width * layout.bytesPerPixel
        var rows = [UInt8](repeating: 0, count: stride * rowsAtATime)
        while reducer.nextRow < reducer.arriving.height {
            try options.checkCancelled()
            let count = rows.withUnsafeMutableBufferPointer { decoder.readRows($0, stride: stride) }
            guard count > 0 else { break }
            rows.withUnsafeBufferPointer { rows in
                for row in 0..<count {
                    reducer.add(row: UnsafeBufferPointer(rebasing: rows[row * stride..<(row + 1) * stride]))
                }
            }
        }
        guard reducer.nextRow > 0 else { throw .damaged(.jpeg, decoder.message) }
        let shown = Double(reducer.nextRow) / Double(reducer.arriving.height)
        return (reducer.finish(), shown)
    }

    /// As many as the decoder has ready at once, for the usual chroma sampling.
    private static let rowsAtATime = 16

    private static func warning(_ decoder: JPEGDecoder, rows shown: Double) -> String? {
        let outcome = decoder.outcome
        if shown < 1 { return DecodeWarning.cut(shown: shown, isEnd: outcome.ends_early) }
        if outcome.ends_early || outcome.has_too_many_scans { return DecodeWarning.lessDetail }
        return outcome.damage_warnings > 0 ? DecodeWarning.damagedInPlaces : nil
    }
}
