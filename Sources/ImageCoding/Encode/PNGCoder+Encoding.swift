import CPNG
import Pixels

/// Encodes PNG, lossless; several frames as an APNG.
extension PNGCoder: FrameEncoder {
    func encode(
        _ frames: EncodedFrames, loopCount: Int, options: EncodeOptions
    ) throws(ImageCodingError) -> [UInt8] {
        let bytes =
            frames.count > 1
            ? try APNGWriter(frames, loopCount: loopCount).bytes() : try Self.still(frames.frame(0))
        return try options.checked(bytes, as: .png)
    }

    /// Returns the image in the smallest layout: gray, a palette if there are few colors, with alpha if any pixel is
    /// transparent.
    private static func still(_ bitmap: Bitmap) throws(ImageCodingError) -> [UInt8] {
        if bitmap.isGray {
            let layout: PixelLayout = bitmap.hasAlpha ? .grayAlpha8 : .gray8
            return try encoded(bitmap.rows(layout), bitmap.size, channels: layout.bytesPerPixel)
        }
        if let palette = ExactPalette(bitmap) {
            return try encoded(palette.indices, bitmap.size, channels: 1, palette: palette.colors)
        }
        let layout: PixelLayout = bitmap.hasAlpha ? .rgba8 : .rgb8
        return try encoded(bitmap.rows(layout), bitmap.size, channels: layout.bytesPerPixel)
    }

    static func encoded(
        _ rows: [UInt8], _ size: PixelSize, channels: Int, palette: [RGBA] = []
    ) throws(ImageCodingError) -> [UInt8] {
        let colors = palette.flatMap { [$0.red, $0.green, $0.blue, $0.alpha] }
        var file: UnsafeMutablePointer<UInt8>?
        let count = colors.withUnsafeBufferPointer { colors in
            // Level 6 is zlib's default compromise between time and size.
            let encoding = cpng_encoding(
                width: Int32(size.width), height: Int32(size.height), channels: Int32(channels),
                palette: colors.baseAddress, palette_count: Int32(palette.count), level: 6)
            return cpng_encode(rows, encoding, &file)
        }
        defer { cpng_free(file) }
        guard count > 0 else { throw .cannotEncode(.png, "not enough memory to encode it") }
        return Array(UnsafeBufferPointer(start: file, count: count))
    }
}

extension Bitmap {
    fileprivate var isGray: Bool {
        bytes.withUnsafeBufferPointer { bytes in
            stride(from: 0, to: bytes.count, by: 4).allSatisfy { (pixel: Int) -> Bool in
                let red: UInt8 = bytes[pixel]
                return red == bytes[pixel + 1] && red == bytes[pixel + 2]
            }
        }
    }
}
