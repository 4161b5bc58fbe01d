import CWebP
import Pixels

/// Encodes WebP, with transparency: lossy, or every pixel as it is.
extension WebPCoder: ImageEncoder {
    public func encode(
        _ frames: [ImageFrame], loopCount: Int, options: EncodeOptions
    ) throws(ImageCodingError) -> [UInt8] {
        let bitmap = try EncodedFrames(frames, for: .webp, options: options).first
        let limit = 16_383  // 14 bits in the header, WEBP_MAX_DIMENSION
        guard bitmap.size.width <= limit, bitmap.size.height <= limit else {
            throw .cannotEncode(.webp, "no side may have more than \(limit) pixels")
        }
        return try options.encoded(as: .webp) { (quality) throws(ImageCodingError) in
            let encoding = cwebp_encoding(quality: Float(quality), is_lossless: options.isLossless, is_exact: false)
            var file: UnsafeMutablePointer<UInt8>?
            let count = cwebp_encode(
                bitmap.bytes, Int32(bitmap.size.width), Int32(bitmap.size.height), encoding, &file)
            defer { cwebp_free(file) }
            guard count > 0 else { throw .cannotEncode(.webp, "there is no memory to encode it") }
            return Array(UnsafeBufferPointer(start: file, count: count))
        }
    }
}
