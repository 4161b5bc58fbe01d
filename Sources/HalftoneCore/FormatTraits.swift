/// What tells the pictures of a format from other files: names, and the bytes at the beginning.
///
/// This is the only table of such traits. The formats of the coders are made of its rows, and feeds and folders, which know
/// no coders, find pictures with them.
package struct FormatTraits: Sendable {
    package let name: String
    /// The file extensions in lower case, the usual one first.
    package let fileExtensions: [String]
    /// The media types in lower case.
    package let mediaTypes: [String]
    /// The byte patterns of which one begins every file; `nil` stands for any byte. Empty for text.
    package let signatures: [[UInt8?]]
    /// The brands of a file made of boxes (ISO/IEC 14496-12). Files may begin with one of these, or name it later.
    package let brands: [String]

    private init(
        _ name: String, _ fileExtensions: [String], _ mediaTypes: [String], signatures: [[UInt8?]] = [],
        brands: [String] = []
    ) {
        (self.name, self.fileExtensions, self.mediaTypes, self.brands) = (name, fileExtensions, mediaTypes, brands)
        self.signatures = signatures + brands.map { Self.any(4) + Self.text("ftyp" + $0) }
    }

    /// Returns whether the bytes begin with the complete signature of the format.
    package func begins(_ bytes: some Collection<UInt8>) -> Bool { Self.begins(bytes, with: signatures) }

    package static func begins(_ bytes: some Collection<UInt8>, with signatures: [[UInt8?]]) -> Bool {
        signatures.contains { signature in
            bytes.count >= signature.count && zip(signature, bytes).allSatisfy { $0 == nil || $0 == $1 }
        }
    }

    private static func text(_ text: String) -> [UInt8?] { Array(text.utf8) }
    private static func any(_ count: Int) -> [UInt8?] { [UInt8?](repeating: nil, count: count) }
}

extension FormatTraits {
    // MARK: - Formats of built-in coders

    package static let jpeg = FormatTraits(
        "JPEG", ["jpg", "jpeg", "jpe", "jfif"], ["image/jpeg", "image/jpg", "image/pjpeg"],
        signatures: [[0xFF, 0xD8, 0xFF]])
    package static let png = FormatTraits(
        "PNG", ["png", "apng"], ["image/png", "image/apng"],
        signatures: [[0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]])
    package static let gif = FormatTraits(
        "GIF", ["gif"], ["image/gif"], signatures: [text("GIF87a"), text("GIF89a")])
    package static let webp = FormatTraits(
        "WebP", ["webp"], ["image/webp"], signatures: [text("RIFF") + any(4) + text("WEBP")])
    /// Text may begin with the two letters of a BMP, so the length of the header belongs to the signature.
    package static let bmp = FormatTraits(
        "BMP", ["bmp", "dib"], ["image/bmp", "image/x-bmp", "image/x-ms-bmp"],
        signatures: headerLengthsOfBMP.map { text("BM") + any(12) + [UInt8($0), 0, 0, 0] })
    package static let qoi = FormatTraits("QOI", ["qoi"], ["image/qoi", "image/x-qoi"], signatures: [text("qoif")])

    /// The lengths of the picture's header in a BMP: 12 for OS/2 1 and Windows 2, 16 or 64 for OS/2 2, 40, 52, 56, 108
    /// (version 4) or 124 (version 5) for Windows.
    package static let headerLengthsOfBMP = [12, 16, 40, 52, 56, 64, 108, 124]

    // MARK: - Formats of decode workers

    package static let avif = FormatTraits(
        "AVIF", ["avif", "avifs"], ["image/avif", "image/avif-sequence"], brands: ["avif", "avis"])
    package static let heic = FormatTraits(
        "HEIC", ["heic", "heif", "hif"],
        ["image/heic", "image/heif", "image/heic-sequence", "image/heif-sequence"],
        brands: ["heic", "heix", "heim", "heis", "hevc", "hevx"] + brandsOfAnyEncoding)
    package static let jpegXL = FormatTraits(
        "JPEG XL", ["jxl"], ["image/jxl"],
        signatures: [[0xFF, 0x0A], [0, 0, 0, 12] + text("JXL ") + [0x0D, 0x0A, 0x87, 0x0A]])
    /// The last two signatures are those of BigTIFF.
    package static let tiff = FormatTraits(
        "TIFF", ["tiff", "tif"], ["image/tiff"],
        signatures: [
            [0x49, 0x49, 42, 0], [0x4D, 0x4D, 0, 42], [0x49, 0x49, 43, 0], [0x4D, 0x4D, 0, 43],
        ])
    /// An SVG is text, perhaps compressed with gzip.
    package static let svg = FormatTraits("SVG", ["svg", "svgz"], ["image/svg+xml"])

    /// Brands that only say that there are pictures, not how they are encoded. Nearly all such files are HEIC.
    package static let brandsOfAnyEncoding = ["mif1", "msf1", "miaf"]

    package static let builtIn: [FormatTraits] = [.jpeg, .png, .gif, .webp, .bmp, .qoi]
    package static let jailed: [FormatTraits] = [.avif, .heic, .jpegXL, .svg, .tiff]
    package static let all = builtIn + jailed
    /// Number of bytes in the longest signature.
    package static let longestSignature = all.flatMap(\.signatures).map(\.count).max() ?? 0
}
