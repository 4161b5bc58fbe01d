import HalftoneCore
import ImageCoding
import Pixels

/// Decodes texts that begin with `picture` to one row of pixels: as many as the box is wide, or else as there are
/// letters.
final class TextCoder: ImageCoder {
    let format = ImageFormat.png
    private let decoded = Lock<[String]>([])
    /// Whether texts that contain `unavailable` can be decoded.
    let hasDecoder = Lock(false)

    /// The texts that were decoded, in order.
    var texts: [String] { decoded.withLock { $0 } }

    func canDecode(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "picture".utf8) }

    func header(of bytes: [UInt8], limits: DecodeLimits) -> ImageHeader {
        ImageHeader(format: .png, pixelSize: PixelSize(width: bytes.count, height: 1))
    }

    func decode(_ bytes: [UInt8], options: DecodeOptions) throws(ImageCodingError) -> Image {
        if options.cancellation?.isCancelled == true { throw .cancelled }
        let text = String(decoding: bytes, as: UTF8.self)
        decoded.withLock { $0.append(text) }
        if text.contains("unavailable"), !hasDecoder.withLock({ $0 }) {
            throw .decoderUnavailable(.png, "install its library")
        }
        if text.contains("damaged") { throw .damaged(.png, "no rows") }
        let size = PixelSize(width: options.box?.width ?? bytes.count, height: 1)
        let warning: DecodeWarning? =
            text.contains("truncated") ? .lessDetail : text.contains("broken profile") ? .colors(.unusableProfile) : nil
        return Image(
            bitmap: Bitmap(size: size, filledWith: RGBA(0, 0, 0, 255)), sourceBytes: bytes.count, warning: warning)
    }
}
