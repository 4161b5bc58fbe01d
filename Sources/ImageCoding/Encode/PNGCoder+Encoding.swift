import CPNG
import Pixels

/// Encodes PNG of the first frame, every pixel as it is.
extension PNGCoder: ImageEncoder {
    public func encode(
        _ frames: [ImageFrame], loopCount: Int, options: EncodeOptions
    ) throws(ImageCodingError) -> [UInt8] {
        let bitmap = try EncodedFrames(frames, for: .png, options: options).first
        let layout: PixelLayout = bitmap.hasAlpha ? .rgba8 : .rgb8
        let encoding = cpng_encoding(
            width: Int32(bitmap.size.width), height: Int32(bitmap.size.height),
            channels: Int32(layout.bytesPerPixel), palette: nil, palette_count: 0, level: 6)
        var file: UnsafeMutablePointer<UInt8>?
        let count = cpng_encode(bitmap.rows(layout), encoding, &file)
        defer { cpng_free(file) }
        guard count > 0 else { throw .cannotEncode(.png, "there is no memory to encode it") }
        if let maximum = options.maximumBytes, count > maximum {
            throw .cannotEncode(.png, "it takes \(count) bytes, and \(maximum) are allowed")
        }
        return Array(UnsafeBufferPointer(start: file, count: count))
    }
}
