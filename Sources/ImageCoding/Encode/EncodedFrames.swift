import Pixels

/// What an encoder is given, brought to the size that was asked for: at least one bitmap, all of one size.
struct EncodedFrames {
    private let frames: [ImageFrame]
    let size: PixelSize

    /// Fails if there is no frame, or none with pixels.
    init(_ frames: [ImageFrame], for format: ImageFormat, options: EncodeOptions) throws(ImageCodingError) {
        guard let first = frames.first, !first.image.size.isEmpty else {
            throw .cannotEncode(format, "there is no picture")
        }
        self.frames = options.firstFrameOnly ? [first] : frames
        if let box = options.maximumPixelSize {
            size = Fit.contain.size(of: first.image.size, in: box)
        } else {
            size = first.image.size
        }
    }

    var count: Int { frames.count }
    var first: Bitmap { self[0] }

    /// The pixels of a frame, made when they are asked for, so that only one enlarged or reduced frame is held.
    subscript(index: Int) -> Bitmap { frames[index].image.bitmap.resized(to: size) }

    func duration(at index: Int) -> Duration { frames[index].duration }
}
