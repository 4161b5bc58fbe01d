import Pixels

/// The frames for an encoder, scaled to the requested size: at least one frame, all of one size.
struct EncodedFrames {
    let size: PixelSize
    let durations: [Duration]
    private let format: ImageFormat
    private let bitmap: (Int) -> Bitmap?

    /// Creates the sequence. Throws if there is no frame, or the first has no pixels.
    init(_ frames: [ImageFrame], for format: ImageFormat, options: EncodeOptions) throws(ImageCodingError) {
        try self.init(frames.first?.image.size, frames.map(\.duration), format, options) { frames[$0].image.bitmap }
    }

    /// Creates the sequence from an animation, whose frames are decoded on demand. Throws if the first cannot be
    /// decoded.
    init(
        _ provider: any AnimatedImageProvider, for format: ImageFormat, options: EncodeOptions
    ) throws(ImageCodingError) {
        try self.init(
            provider.frame(at: 0)?.size, (0..<provider.frameCount).map(provider.duration), format, options
        ) { provider.frame(at: $0)?.bitmap }
    }

    private init(
        _ size: PixelSize?, _ durations: [Duration], _ format: ImageFormat, _ options: EncodeOptions,
        bitmap: @escaping (Int) -> Bitmap?
    ) throws(ImageCodingError) {
        guard let size, !size.isEmpty else { throw .cannotEncode(format, "there is no picture") }
        self.size = options.maximumPixelSize.map { Fit.contain.size(of: size, in: $0) } ?? size
        self.durations = options.firstFrameOnly ? Array(durations.prefix(1)) : durations
        self.format = format
        self.bitmap = bitmap
    }

    var count: Int { durations.count }

    /// Returns the pixels of a frame, scaled on demand, so that no more frames are in memory than are in use.
    func frame(_ index: Int) throws(ImageCodingError) -> Bitmap {
        guard let bitmap = bitmap(index) else { throw .cannotEncode(format, "frame \(index + 1) cannot be read") }
        return bitmap.resized(to: size)
    }

    /// Throws if a side is longer than the format can represent.
    func check(side limit: Int) throws(ImageCodingError) {
        guard size.width <= limit, size.height <= limit else {
            throw .cannotEncode(format, "no side may have more than \(limit) pixels")
        }
    }
}

/// An encoder that takes one frame after another, so that an animation need not be in memory as a whole.
protocol FrameEncoder: ImageEncoder {
    func encode(
        _ frames: EncodedFrames, loopCount: Int, options: EncodeOptions
    ) throws(ImageCodingError) -> [UInt8]
}

extension FrameEncoder {
    public func encode(
        _ frames: [ImageFrame], loopCount: Int, options: EncodeOptions
    ) throws(ImageCodingError) -> [UInt8] {
        try encode(EncodedFrames(frames, for: format, options: options), loopCount: loopCount, options: options)
    }
}
