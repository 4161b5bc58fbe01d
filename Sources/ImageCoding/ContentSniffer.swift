import HalftoneCore

/// A sniffer for content that no built-in coder decodes: for coders of formats whose signature is more than a few bytes,
/// and so that an error can say more than "unknown".
package enum ContentSniffer {
    /// Returns a short name such as `HTML` or `an ICO icon`; `nil` if nothing is recognized. Reads at most 64 KB,
    /// and inflates them to as many if they are compressed with gzip.
    package static func name(of bytes: [UInt8]) -> String? {
        if let boxed = boxedFormat(of: bytes) { return boxed }
        if let format = FormatTraits.all.first(where: { $0.begins(bytes) }) { return format.name }
        if FormatTraits.isSVG(bytes) { return FormatTraits.svg.name }
        if GzipInflater.begins(bytes) { return "gzip" }
        if let known = signatures.first(where: { bytes.starts(with: $0.signature) }) { return known.name }
        return textKind(of: bytes)
    }

    private static let signatures: [(signature: [UInt8], name: String)] = [
        ([0x89] + Array("PNG".utf8), "a PNG broken by a transfer as text"),
        (Array("%PDF-".utf8), "PDF"),
        ([0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A], "JPEG 2000"),
        ([0, 0, 1, 0], "an ICO icon"),
        (Array("8BPS".utf8), "Photoshop (PSD)"),
        ([0x50, 0x4B, 3, 4], "ZIP"),
        ([0x1A, 0x45, 0xDF, 0xA3], "a Matroska video"),
    ]

    /// Returns the format of a file made of boxes, whose first box, `ftyp`, names it: by its brand, or else by those that
    /// it is compatible with (ISO 14496-12).
    private static func boxedFormat(of bytes: [UInt8]) -> String? {
        guard bytes.dropFirst(4).starts(with: "ftyp".utf8) else { return nil }
        var reader = ByteReader(Array(bytes.prefix(256)))
        guard let length = reader.big(4), reader.skip("ftyp") else { return nil }
        let end = min(length, 256)
        var brands: [String] = []
        while reader.place + 4 <= end, let brand = reader.skip(4) {
            brands.append(String(decoding: bytes[brand], as: UTF8.self))
        }
        brands = brands.enumerated().filter { $0.offset != 1 }.map(\.element)  // the second is a version
        guard let first = brands.first else { return nil }
        let vague = FormatTraits.brandsOfAnyEncoding
        for brand in brands where !vague.contains(brand) {
            if let format = FormatTraits.jailed.first(where: { $0.brands.contains(brand) }) { return format.name }
        }
        return vague.contains(first) ? FormatTraits.heic.name : "an MP4 video"
    }

    private static func textKind(of bytes: [UInt8]) -> String? {
        var head = bytes.prefix(512)
        if head.starts(with: [0xEF, 0xBB, 0xBF]) { head = head.dropFirst(3) }
        head = head.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
        // Text contains no control characters other than white space and escape.
        guard !head.isEmpty, !head.contains(where: { $0 < 0x09 || (0x0E...0x1A).contains($0) || $0 == 0x7F }) else {
            return nil
        }
        let text = String(decoding: head, as: UTF8.self).lowercased()
        if text.hasPrefix("<!doctype html") || text.hasPrefix("<html") || text.contains("<head") { return "HTML" }
        if text.hasPrefix("<?xml") || text.hasPrefix("<rss") || text.hasPrefix("<feed") { return "XML" }
        if text.hasPrefix("<") { return "HTML" }
        if text.hasPrefix("{") || text.hasPrefix("[") { return "JSON" }
        // Bytes beyond ASCII must be UTF-8, or the content is binary. The cut at 512 may split one character.
        return text.dropLast(bytes.count > 512 ? 1 : 0).contains("\u{FFFD}") ? nil : "text"
    }
}
