/// The recognition of pictures by name and by first bytes.
enum PictureName {
    /// Returns whether the name has the extension of a supported format, in any case.
    static func isPicture(_ name: some StringProtocol) -> Bool {
        fileExtension(of: name).map { pictureExtensions.contains($0) } ?? false
    }

    /// Returns the extension of a path, in lower case; at most five letters.
    static func fileExtension(of name: some StringProtocol) -> String? {
        let tail = Array(name.utf8.suffix(6))
        guard let dot = tail.lastIndex(of: 0x2E), !tail[dot...].contains(0x2F) else { return nil }
        return String(decoding: tail[dot...].dropFirst(), as: UTF8.self).lowercased()
    }

    /// Returns whether the bytes start with the signature of a supported format; SVG has none.
    static func hasSignature(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.starts(with: [0xFF, 0xD8, 0xFF]) || bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
            || bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8)
            || bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8)
            || bytes.starts(with: "BM".utf8)
                && headersOfBMP.contains { bytes.dropFirst(14).starts(with: [$0, 0, 0, 0]) }
            || bytes.starts(with: "qoif".utf8) || otherSignatures.contains { bytes.starts(with: $0) }
            || bytes.dropFirst(4).starts(with: "ftyp".utf8)
                && brands.contains { bytes.dropFirst(8).starts(with: $0.utf8) }
    }

    /// TIFF, BigTIFF and JPEG XL.
    private static let otherSignatures: [[UInt8]] = [
        [0x49, 0x49, 42, 0], [0x4D, 0x4D, 0, 42], [0x49, 0x49, 43, 0], [0x4D, 0x4D, 0, 43], [0xFF, 0x0A],
        [0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A],
    ]

    /// The brands of AVIF and HEIC.
    private static let brands = [
        "avif", "avis", "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1",
    ]

    /// The lengths of the header of a BMP, which tell it from text that begins with BM.
    private static let headersOfBMP: [UInt8] = [12, 16, 40, 52, 56, 64, 108, 124]

    /// The number of bytes that `hasSignature` reads.
    static let signatureLength = 18

    private static let pictureExtensions: Set<String> = [
        "jpg", "jpeg", "jpe", "jfif", "png", "webp", "gif", "bmp", "dib", "qoi", "avif", "avifs", "heic", "heif", "hif",
        "jxl", "svg", "tif", "tiff",
    ]
}
