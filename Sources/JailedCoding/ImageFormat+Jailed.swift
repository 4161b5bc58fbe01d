import ImageCoding

extension ImageFormat {
    /// AVIF, a still or a sequence.
    public static let avif = ImageFormat(
        "AVIF", fileExtensions: ["avif", "avifs"], mediaTypes: ["image/avif", "image/avif-sequence"],
        signatures: boxed(["avif", "avis"]))
    /// HEIC: HEIF with HEVC, the format of phones.
    public static let heic = ImageFormat(
        "HEIC", fileExtensions: ["heic", "heif", "hif"],
        mediaTypes: ["image/heic", "image/heif", "image/heic-sequence", "image/heif-sequence"],
        signatures: boxed(["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]))

    /// JPEG XL, a bare codestream or in a file of boxes.
    public static let jpegXL = ImageFormat(
        "JPEG XL", fileExtensions: ["jxl"], mediaTypes: ["image/jxl"],
        signatures: [[0xFF, 0x0A], [0, 0, 0, 12] + Array("JXL ".utf8) + [0x0D, 0x0A, 0x87, 0x0A]])
    /// TIFF and BigTIFF, of which the first page is read.
    public static let tiff = ImageFormat(
        "TIFF", fileExtensions: ["tiff", "tif"], mediaTypes: ["image/tiff"],
        signatures: [
            [0x49, 0x49, 42, 0], [0x4D, 0x4D, 0, 42], [0x49, 0x49, 43, 0], [0x4D, 0x4D, 0, 43],
        ])
    /// SVG, rendered at the size asked for. It is text, of which a coder looks at more than the signature.
    public static let svg = ImageFormat(
        "SVG", fileExtensions: ["svg"], mediaTypes: ["image/svg+xml"],
        signatures: [Array("<".utf8), [0xEF, 0xBB, 0xBF] + Array("<".utf8)])

    /// The signatures of files made of boxes with these brands. A coder looks at compatible brands too.
    private static func boxed(_ brands: [String]) -> [[UInt8?]] {
        brands.map { [UInt8?](repeating: nil, count: 4) + Array("ftyp".utf8) + Array($0.utf8) }
    }
}
