import HalftoneCore
import ImageCoding

extension ImageFormat {
    /// AVIF, a still or a sequence.
    public static let avif = ImageFormat(.avif)
    /// HEIC: HEIF with HEVC, the format of phones. Its coder checks all brands, not only the first.
    public static let heic = ImageFormat(.heic)
    /// JPEG XL, a bare codestream or in a file of boxes.
    public static let jpegXL = ImageFormat(.jpegXL)
    /// TIFF and BigTIFF, of which the first page is read.
    public static let tiff = ImageFormat(.tiff)
    /// SVG, rendered at the requested size. It is text, perhaps compressed with gzip; its coder checks more than the
    /// signature.
    public static let svg = ImageFormat(
        .svg, signatures: [Array("<".utf8), [0xEF, 0xBB, 0xBF] + Array("<".utf8), [0x1F, 0x8B]])
}
