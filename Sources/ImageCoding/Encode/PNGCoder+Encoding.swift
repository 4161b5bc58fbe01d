import CPNG
import Pixels

/// Encodes PNG, lossless; several frames as an APNG.
extension PNGCoder: FrameEncoder {
    func encode(
        _ frames: EncodedFrames, loopCount: Int, options: EncodeOptions
    ) throws(ImageCodingError) -> [UInt8] {
        let bytes =
            frames.count > 1
            ? try APNGWriter(frames, loopCount: loopCount).bytes : try Self.still(frames.frame(0))
        return try options.checked(bytes, as: .png)
    }

    private static func still(_ bitmap: Bitmap) throws(ImageCodingError) -> [UInt8] {
        let layout: PixelLayout = bitmap.hasAlpha ? .rgba8 : .rgb8
        return try encoded(bitmap.rows(layout), bitmap.size, channels: layout.bytesPerPixel)
    }

    static func encoded(_ rows: [UInt8], _ size: PixelSize, channels: Int) throws(ImageCodingError) -> [UInt8] {
        // Level 6 is zlib's default compromise between time and size.
        let encoding = cpng_encoding(
            width: Int32(size.width), height: Int32(size.height), channels: Int32(channels), level: 6)
        var file: UnsafeMutablePointer<UInt8>?
        let count = cpng_encode(rows, encoding, &file)
        defer { cpng_free(file) }
        guard count > 0 else { throw .cannotEncode(.png, "not enough memory to encode it") }
        return Array(UnsafeBufferPointer(start: file, count: count))
    }
}
