extension ImageCodersManager {
    /// Encodes an image. Blocks until it is done; call it on a thread that may block.
    ///
    /// - Parameters:
    ///   - image: a still image or an animation.
    ///   - format: `nil` selects GIF for an animation, PNG for an image with transparency, else JPEG.
    ///   - options: quality, size and byte limits.
    public func encode(
        _ image: Image, as format: ImageFormat? = nil, options: EncodeOptions = EncodeOptions()
    ) throws(ImageCodingError) -> [UInt8] {
        let format = format ?? (image.animation != nil ? .gif : image.bitmap.hasAlpha ? .png : .jpeg)
        guard let encoder = encoder(for: format) else { throw .cannotEncode(format, "no coder can") }
        guard let animation = image.animation, !options.firstFrameOnly else {
            return try encoder.encode([ImageFrame(image: image, duration: .zero)], loopCount: 0, options: options)
        }
        if let encoder = encoder as? any FrameEncoder {
            let frames = try EncodedFrames(animation, for: format, options: options)
            return try encoder.encode(frames, loopCount: animation.loopCount, options: options)
        }
        let frames = (0..<animation.frameCount).compactMap { index in
            animation.frame(at: index).map { ImageFrame(image: $0, duration: animation.duration(at: index)) }
        }
        return try encoder.encode(frames, loopCount: animation.loopCount, options: options)
    }

    /// Returns the encoder of that format that was registered last; `nil` if there is none.
    public func encoder(for format: ImageFormat) -> (any ImageEncoder)? {
        for coder in coders.reversed() where coder.format == format {
            if let encoder = coder as? any ImageEncoder { return encoder }
        }
        return nil
    }
}
