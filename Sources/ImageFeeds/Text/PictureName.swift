import HalftoneCore

/// The recognition of pictures by name and by first bytes.
enum PictureName {
    /// Returns whether the name has the extension of a supported format, in any case.
    static func isPicture(_ name: some StringProtocol) -> Bool {
        fileExtension(of: name).map { pictureExtensions.contains($0) } ?? false
    }

    /// Returns whether the name has the extension of an SVG. On web pages these are mostly buttons and logos.
    static func isSVG(_ name: some StringProtocol) -> Bool {
        fileExtension(of: name).map { FormatTraits.svg.fileExtensions.contains($0) } ?? false
    }

    /// Returns the extension of a path, in lower case; at most five letters.
    static func fileExtension(of name: some StringProtocol) -> String? {
        let tail = Array(name.utf8.suffix(6))
        guard let dot = tail.lastIndex(of: 0x2E), !tail[dot...].contains(0x2F) else { return nil }
        return String(decoding: tail[dot...].dropFirst(), as: UTF8.self).lowercased()
    }

    /// Returns whether the bytes start with the signature of a supported format; SVG has none.
    static func hasSignature(_ bytes: some Collection<UInt8>) -> Bool {
        FormatTraits.all.contains { $0.begins(bytes) }
    }

    /// The extensions of all supported formats.
    static let pictureExtensions = Set(FormatTraits.all.flatMap(\.fileExtensions))
}
