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
            var header = ImageHeader(
                format: .jpeg, pixelSize: orientation.applied(to: decoder.storedSize), orientation: orientation,
                isProgressive: decoder.header.is_progressive)
            header.sourceColor = SourceColor.inJPEG(bytes)
            header.thumbnail = ExifBlock(inJPEG: bytes)?.thumbnail
            header.storedBytes = Int(clamping: decoder.header.coefficient_bytes)
            return header
        }
    }

    public func decode(_ bytes: [UInt8], options: DecodeOptions) throws(ImageCodingError) -> Image {
        try decode(bytes, orientation: ExifOrientation.inJPEG(bytes), options: options)
    }

    func decode(
        _ bytes: [UInt8], orientation: Orientation, options: DecodeOptions
    ) throws(ImageCodingError) -> Image {
        guard !bytes.isEmpty else { throw .empty }
        let color = SourceColor.inJPEG(bytes)
        return try bytes.withUnsafeBufferPointer { (buffer) throws(ImageCodingError) in
            if let image = try Self.attempt(buffer, orientation, color, options) { return image }
            var exactly = options
            exactly.fidelity = .exact
            guard let image = try Self.attempt(buffer, orientation, color, exactly) else {
                throw .damaged(.jpeg, "not one row can be read")
            }
            return image
        }
    }

    public func workingBytes(for header: ImageHeader, options: DecodeOptions) -> Int {
        let memory = DecodeMemory(header, options)
        // The rows of two rows of blocks in the library and one here; the contrast probe's four rows and its cells.
        let rows = memory.rows(64, bytesPerPixel: 3) + memory.rows(4, bytesPerPixel: 4)
        return DecodeMemory.fixed + memory.result + rows + 16 * memory.resultSize.area + header.storedBytes
    }

    // MARK: - How much the decoder averages

    /// How many pixels the decoder averages into one, in each direction, before the rest is reduced in linear light.
    ///
    /// Always 1 for `exact`. For `fast` the largest of 8, 4 and 2 that leaves at least three pixels for each pixel of
    /// the target on both axes, else 1. The decoder averages bytes, not light, so what it averages comes out too dark
    /// where contrast is high: three are enough for photos. For the others a ``ContrastProbe`` looks at the result, and
    /// if it is too far from exact the picture is decoded again without. With more than four bits a pixel there is
    /// detail everywhere, and reading it takes most of the time anyway: such a picture is not averaged at all.
    /// Thirds and fifths are left out because the library has no fast code for them.
    static func shrink(
        _ source: PixelSize, bytes: Int, to target: PixelSize, _ fidelity: DecodeOptions.Fidelity
    ) -> Int {
        guard fidelity == .fast, bytes * 8 <= 4 * source.area else { return 1 }
        let ratio = min(source.width / target.width, source.height / target.height) / 3
        return [8, 4, 2].first { $0 <= ratio } ?? 1
    }

    /// In dB, as the probe estimates it: below that the fast way is not good enough. 40 is promised for photos.
    private static let leastLikeness = 40.5

    // MARK: - Decoding

    /// The picture; `nil` if the decoder reduced it and it came out too far from exact. Never `nil` for `exact`.
    private static func attempt(
        _ bytes: UnsafeBufferPointer<UInt8>, _ orientation: Orientation, _ color: SourceColor, _ options: DecodeOptions
    ) throws(ImageCodingError) -> Image? {
        let decoder = try JPEGDecoder(bytes)
        try admit(decoder, limits: options.limits)
        let plan = try DecodePlan(stored: decoder.storedSize, orientation: orientation, options: options)
        let shrink = shrink(decoder.storedSize, bytes: bytes.count, to: plan.target, options.fidelity)
        let conversion = try conversion(of: color, decoder, options)
        try start(decoder, plan: plan, shrink: shrink, options: options)
        try decoder.readScans(limit: options.limits.scans(of: decoder.storedSize)) { () throws(ImageCodingError) in
            try options.checkCancelled()
        }
        let reduced = try reduce(decoder, plan: plan, shrink: shrink, colors: conversion, options: options)
        guard let (bitmap, shown) = reduced else { return nil }
        return Image(
            bitmap: conversion.finished(bitmap).oriented(orientation), format: .jpeg, sourceSize: plan.uprightSize,
            sourceBytes: bytes.count, warning: warning(decoder, shown: shown) ?? conversion.warning)
    }

    /// Of a CMYK picture, the decoder is told how to convert the inks, and its rows need nothing more.
    static func conversion(
        of color: SourceColor, _ decoder: JPEGDecoder, _ options: DecodeOptions
    ) throws(ImageCodingError) -> ColorConversion {
        guard let layout = PixelLayout(bytesPerPixel: Int(decoder.header.channels)) else {
            throw .unsupported(.jpeg, "\(decoder.header.channels) channels")
        }
        guard decoder.header.is_cmyk else {
            return ColorConversion(color, layout: layout, fidelity: options.fidelity, limits: options.limits)
        }
        guard case .icc(let profile) = color else { return .none }
        guard let transform = ICCTransform.ofInks(profile, limits: options.limits) else { return .unusable }
        decoder.convertInks(with: transform)
        return .none
    }

    static func admit(_ decoder: JPEGDecoder, limits: DecodeLimits) throws(ImageCodingError) {
        try limits.check(decoder.storedSize)
        guard decoder.header.coefficient_bytes <= UInt64(limits.workingBytes) else {
            let limit = ByteSize(limits.workingBytes)
            throw .tooLarge(decoder.storedSize, limit: "\(limit) of memory for a picture of several scans")
        }
    }

    static func start(
        _ decoder: JPEGDecoder, plan: DecodePlan, shrink: Int, options: DecodeOptions
    ) throws(ImageCodingError) {
        let source = decoder.storedSize
        // Interpolated chroma is seen only where a target pixel holds few source pixels.
        let isNearFullSize = source.width < 4 * plan.target.width || source.height < 4 * plan.target.height
        try decoder.start(shrink: shrink, fancy: options.fidelity == .exact || isNearFullSize, limits: options.limits)
    }

    /// The bitmap as it is stored, and how much of its height could be read, 0...1; `nil` if it is too far from exact.
    private static func reduce(
        _ decoder: JPEGDecoder, plan: DecodePlan, shrink: Int, colors: ColorConversion, options: DecodeOptions
    ) throws(ImageCodingError) -> (Bitmap, shown: Double)? {
        guard let layout = PixelLayout(bytesPerPixel: Int(decoder.header.channels)) else {
            throw .unsupported(.jpeg, "\(decoder.header.channels) channels")
        }
        var reducer = AreaReducer(
            source: decoder.storedSize, target: plan.target, layout: layout, shrink: shrink, window: plan.window)
        var probe =
            shrink > 1 ? ContrastProbe(size: reducer.arriving, channels: layout.bytesPerPixel, plan: plan) : nil
        // What is too far off after an eighth of the rows will not get better: the rest need not be read.
        let rowsBetweenLooks = max(32, reducer.arriving.height / 8)
        var isClose = true
        try decoder.forEachRow(width: reducer.arriving.width * layout.bytesPerPixel, options: options) { row in
            colors.rows?.apply(to: row)
            reducer.add(row: UnsafeBufferPointer(row))
            probe?.add(row: UnsafeBufferPointer(row))
            if reducer.nextRow % rowsBetweenLooks == 0, let probe {
                isClose = probe.likeness(of: reducer.finish()) >= leastLikeness
            }
            return isClose
        }
        guard reducer.nextRow > 0 else { throw .damaged(.jpeg, decoder.message) }
        let shown = Double(reducer.nextRow) / Double(reducer.arriving.height)
        let bitmap = reducer.finish()
        if let probe, isClose { isClose = probe.likeness(of: bitmap) >= leastLikeness }
        return isClose ? (bitmap, shown) : nil
    }

    private static func warning(_ decoder: JPEGDecoder, shown: Double) -> String? {
        let outcome = decoder.outcome
        if shown < 1 { return DecodeWarning.cut(shown: shown, isEnd: outcome.ends_early) }
        if outcome.ends_early || outcome.has_too_many_scans { return DecodeWarning.lessDetail }
        return outcome.damage_warnings > 0 ? DecodeWarning.damagedInPlaces : nil
    }
}
