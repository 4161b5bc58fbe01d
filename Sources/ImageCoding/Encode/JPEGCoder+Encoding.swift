import CJPEG
import Pixels

/// Encodes the first frame as baseline JPEG. Transparency is composited over the background.
extension JPEGCoder: FrameEncoder {
    func encode(
        _ frames: EncodedFrames, loopCount: Int, options: EncodeOptions
    ) throws(ImageCodingError) -> [UInt8] {
        try frames.check(side: 65_500)  // JPEG_MAX_DIMENSION, a little less than the two bytes of the header hold
        let bitmap = try frames.frame(0).laid(over: options.background)
        let rows = bitmap.rows(.rgb8)
        return try options.encoded(as: .jpeg, lowest: 1) { (quality) throws(ImageCodingError) in
            // Chroma subsampling is invisible in photos but not in text, and a request for high quality may be for
            // text.
            let encoding = cjpeg_encoding(
                quality: Int32(quality), is_progressive: false, halves_columns: quality < 90,
                halves_rows: quality < 90, restart_rows: 0)
            var file: UnsafeMutablePointer<UInt8>?
            let count = cjpeg_encode(
                rows, Int32(bitmap.size.width), Int32(bitmap.size.height), 3, encoding, &file)
            defer { cjpeg_free(file) }
            guard count > 0 else { throw .cannotEncode(.jpeg, "not enough memory to encode it") }
            return Array(UnsafeBufferPointer(start: file, count: count))
        }
    }
}
