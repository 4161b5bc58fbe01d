import HalftoneCore
import CJPEG
import Pixels

extension JPEGCoder {
    /// Decodes an image. `head` is the part before the pixels. The default color applies to an image without a color
    /// description.
    func decode(
        _ source: ByteSource, head: [UInt8], orientation: Orientation, options: DecodeOptions,
        defaultColor: SourceColor = .unknown
    ) throws(ImageCodingError) -> Image {
        guard source.count > 0 else { throw .empty }
        let ownColor = SourceColor.inJPEG(head)
        let file = File(
            source: source, head: head, orientation: orientation, color: ownColor == .unknown ? defaultColor : ownColor)
        if let image = try Self.attempt(file, options) { return image }
        var exactly = options
        exactly.fidelity = .exact
        guard let image = try Self.attempt(file, exactly) else {
            throw .damaged(.jpeg, "no row can be read")
        }
        return image
    }

    private struct File {
        let source: ByteSource
        let head: [UInt8]
        let orientation: Orientation
        let color: SourceColor
    }

    // MARK: - How much the decoder averages

    /// Returns the most pixels, in each direction, that a decoder may average into one before the rest is reduced in
    /// linear light.
    ///
    /// Always 1 for `exact`. For `fast` the largest of 8, 4 and 2 that leaves at least three pixels for each pixel of
    /// the target on both axes, else 1. Above four bits a pixel there is detail everywhere, and reading it takes most
    /// of the time anyway: such an image is not averaged at all. Thirds and fifths are omitted because the library has
    /// no fast code for them.
    static func shrink(
        _ source: PixelSize, bytes: Int, to target: PixelSize, _ fidelity: DecodeOptions.Fidelity
    ) -> Int {
        guard fidelity == .fast, bytes * 8 <= 4 * source.area else { return 1 }
        let ratio = min(source.width / target.width, source.height / target.height) / leastPixels
        return [8, 4, 2].first { $0 <= ratio } ?? 1
    }

    /// Minimum decoded pixels for each pixel of the target, on both axes.
    static let leastPixels = 3

    /// Minimum peak signal-to-noise ratio in dB, as estimated, of an average of bytes.
    static let closeEnough = 40.5
    /// The minimum of an average that has the light of noise.
    private static let closeToExact = 48.0

    /// Whether the frame's colors are those that ``DCOnlyDecoder`` and ``QuarterDecoder`` convert.
    private static func isPlain(_ frame: JPEGFrame, _ header: cjpeg_header) -> Bool {
        (header.is_ycc || header.channels == 1) && !header.is_cmyk && frame.components.count == Int(header.channels)
            && frame.size == PixelSize(width: Int(header.width), height: Int(header.height))
    }

    // MARK: - Decoding

    /// Decodes the image; `nil` if the reduction may be too far from exact. Never `nil` for `exact`.
    ///
    /// 1. A ``DCOnlyDecoder`` averages the bytes of 8x8 pixels. A ``ContrastProbe`` estimates from the means how much
    ///    too dark they are, and, if the image can be decoded in quarters, an ``EnergyProbe`` from the coefficients.
    /// 2. If they are too dark, a ``QuarterDecoder`` averages 4x4 pixels and adds the light of their variance. Its own
    ///    ``QuarterDecoder/likeness`` is about that light, and an ``EdgeProbe`` about the size of four pixels.
    /// 3. The library decodes other images, and damaged ones. It averages bytes too, judged by a ``ContrastProbe``.
    private static func attempt(_ file: File, _ options: DecodeOptions) throws(ImageCodingError) -> Image? {
        let decoder = try JPEGDecoder(file.source)
        try admit(decoder, limits: options.limits)
        let plan = try DecodePlan(stored: decoder.storedSize, orientation: file.orientation, options: options)
        let shrink = shrink(decoder.storedSize, bytes: file.source.count, to: plan.target, options.fidelity)
        let colors = try conversion(of: file.color, decoder, options)
        let empty = try WatchedReduction(decoder, plan: plan, shrink: shrink, colors: colors)
        let image = { (bitmap: Bitmap, warning: DecodeWarning?) in
            Image(
                bitmap: colors.finished(bitmap).oriented(file.orientation), format: .jpeg,
                sourceSize: plan.uprightSize, sourceBytes: file.source.count, warning: warning ?? colors.warning)
        }
        if shrink >= 4, let frame = JPEGFrame(file.head), isPlain(frame, decoder.header) {
            let hasQuarters = QuarterDecoder.canDecode(frame) && colors.rows == nil
            var isReadable = true
            if shrink == 8, frame.has(blocks: leastPixels, inPixelOf: plan.target) {
                var means = DCOnlyDecoder(file.source, frame)
                var reduction = empty
                let least = hasQuarters ? closeToExact : -.infinity
                isReadable = try means.forEachRow(least: least, options: options) { reduction.add(row: $0) }
                if isReadable {
                    if means.likeness >= least, let bitmap = reduction.finish() { return image(bitmap, nil) }
                    if !hasQuarters { return nil }
                }
            }
            if hasQuarters, isReadable {
                var quarters = QuarterDecoder(file.source, frame)
                var reduction = try WatchedReduction(
                    decoder, plan: plan, shrink: 4, hasAllLight: true, least: closeToExact, colors: colors)
                isReadable = try quarters.forEachRow(least: closeToExact, options: options) {
                    reduction.add(row: $0)
                }
                if isReadable {
                    guard quarters.likeness >= closeToExact else { return nil }
                    return reduction.finish().map { image($0, nil) }
                }
            }
        }
        try start(decoder, plan: plan, shrink: shrink, options: options)
        try decoder.readScans(limit: options.limits.scans(of: decoder.storedSize)) { () throws(ImageCodingError) in
            try options.checkMayContinue()
        }
        var reduction = empty
        try decoder.forEachRow(width: reduction.rowBytes, options: options) { reduction.add(row: $0) }
        guard reduction.shown > 0 else { throw .damaged(.jpeg, decoder.message) }
        let warning = warning(decoder, shown: reduction.shown)
        return reduction.finish().map { image($0, warning) }
    }

    static func start(
        _ decoder: JPEGDecoder, plan: DecodePlan, shrink: Int, options: DecodeOptions
    ) throws(ImageCodingError) {
        let source = decoder.storedSize
        // Interpolated chroma is visible only where a target pixel contains few source pixels.
        let isNearFullSize = source.width < 4 * plan.target.width || source.height < 4 * plan.target.height
        try decoder.start(shrink: shrink, fancy: options.fidelity == .exact || isNearFullSize, limits: options.limits)
    }

    /// Returns the color conversion of the rows. For a CMYK image it configures the decoder's conversion instead, and
    /// the rows need no other.
    static func conversion(
        of color: SourceColor, _ decoder: JPEGDecoder, _ options: DecodeOptions
    ) throws(ImageCodingError) -> ColorConversion {
        guard let layout = PixelLayout(bytesPerPixel: Int(decoder.header.channels)) else {
            throw .unsupported(.jpeg, "\(decoder.header.channels) channels")
        }
        guard decoder.header.is_cmyk else {
            return ColorConversion(color, layout: layout, fidelity: options.fidelity, limits: options.limits)
        }
        let inks = InkConversion(color, limits: options.limits)
        if let transform = inks.transform { decoder.convertInks(with: transform) }
        return inks.warning == nil ? .none : .unusable
    }
}
