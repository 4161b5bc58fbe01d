import ImageCoding
import Pixels

/// Decodes images of 200 equal bytes: the color tells the byte, and how many have arrived.
struct PartCoder: ProgressiveImageCoder {
    static let length = 200
    static func color(of byte: UInt8, arrived: Int) -> RGB { RGB(byte, 20, UInt8(arrived)) }

    var format: ImageFormat { .gif }
    func canDecode(_ bytes: [UInt8]) -> Bool { true }
    func header(of bytes: [UInt8], limits: DecodeLimits) throws(ImageCodingError) -> ImageHeader {
        ImageHeader(format: format, pixelSize: PixelSize(width: 20, height: 20))
    }
    func decode(_ bytes: [UInt8], options: DecodeOptions) throws(ImageCodingError) -> Image {
        guard bytes.count == Self.length else { throw .damaged(format, "cut") }
        return picture(bytes, isIncremental: false)
    }
    func makeIncrementalDecoder(options: DecodeOptions) -> any IncrementalDecoder { Decoder(coder: self) }

    private func picture(_ bytes: [UInt8], isIncremental: Bool) -> Image {
        let color = Self.color(of: bytes.first ?? 0, arrived: bytes.count)
        return Image(
            bitmap: Bitmap(size: PixelSize(width: 20, height: 20), filledWith: RGBA(color)), format: format,
            isIncremental: isIncremental)
    }

    private final class Decoder: IncrementalDecoder {
        private let coder: PartCoder
        private var bytes: [UInt8] = []
        init(coder: PartCoder) { self.coder = coder }
        func append(_ more: ArraySlice<UInt8>) throws(ImageCodingError) { bytes += more }
        func preview() throws(ImageCodingError) -> Image? { coder.picture(bytes, isIncremental: true) }
        func finish() throws(ImageCodingError) -> Image { coder.picture(bytes, isIncremental: false) }
    }
}
