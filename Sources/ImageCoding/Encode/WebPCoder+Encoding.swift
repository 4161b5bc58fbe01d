import CWebP
import Pixels

/// Encodes WebP with transparency: lossy or lossless; several frames as an animation.
extension WebPCoder: FrameEncoder {
    func encode(
        _ frames: EncodedFrames, loopCount: Int, options: EncodeOptions
    ) throws(ImageCodingError) -> [UInt8] {
        try frames.check(side: 16_383)  // 14 bits in the header, WEBP_MAX_DIMENSION
        guard !options.isLossless else {
            let bytes = try Self.encode(frames, loopCount: loopCount, quality: Self.losslessEffort, isLossless: true)
            return try options.checked(bytes, as: .webp)
        }
        return try options.encoded(as: .webp) { (quality) throws(ImageCodingError) in
            try Self.encode(frames, loopCount: loopCount, quality: quality, isLossless: false)
        }
    }

    /// The lossless effort, from 0 to 100: the default of `cwebp`. The last steps take ten times as long for a percent.
    private static let losslessEffort = 75

    private static func encode(
        _ frames: EncodedFrames, loopCount: Int, quality: Int, isLossless: Bool
    ) throws(ImageCodingError) -> [UInt8] {
        let encoding = cwebp_encoding(quality: Float(quality), is_lossless: isLossless, is_exact: false)
        return frames.count > 1
            ? try animation(frames, loopCount: loopCount, encoding) : try still(frames.frame(0), encoding)
    }

    private static func still(_ bitmap: Bitmap, _ encoding: cwebp_encoding) throws(ImageCodingError) -> [UInt8] {
        var file: UnsafeMutablePointer<UInt8>?
        let count = cwebp_encode(
            bitmap.bytes, Int32(bitmap.size.width), Int32(bitmap.size.height), encoding, &file)
        defer { cwebp_free(file) }
        guard count > 0 else { throw .cannotEncode(.webp, "not enough memory to encode it") }
        return Array(UnsafeBufferPointer(start: file, count: count))
    }

    private static func animation(
        _ frames: EncodedFrames, loopCount: Int, _ encoding: cwebp_encoding
    ) throws(ImageCodingError) -> [UInt8] {
        let size = frames.size
        // The loop count has 16 bits.
        let loops = Int32(max(0, min(65_535, loopCount)))
        guard let animation = cwebp_animation_create(Int32(size.width), Int32(size.height), loops, encoding) else {
            throw .cannotEncode(.webp, "an animation needs libwebpmux")
        }
        defer { cwebp_animation_destroy(animation) }
        let times = FrameTimes.rounded(frames.durations, unit: .milliseconds(1), minimum: 1, maximum: 0xFF_FFFF)
        var time: Int32 = 0
        for index in 0..<frames.count {
            guard cwebp_animation_add(animation, try frames.frame(index).bytes, time) else {
                throw .cannotEncode(.webp, "frame \(index + 1) cannot be encoded")
            }
            time = time.addingReportingOverflow(Int32(times[index])).partialValue
        }
        var file: UnsafeMutablePointer<UInt8>?
        guard cwebp_animation_add(animation, nil, time), case let count = cwebp_animation_finish(animation, &file),
            count > 0
        else { throw .cannotEncode(.webp, "not enough memory to encode it") }
        defer { cwebp_free(file) }
        return Array(UnsafeBufferPointer(start: file, count: count))
    }
}
