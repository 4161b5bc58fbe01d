extension FormatTraits {
    /// Returns whether bytes, compressed with gzip or not, begin as an XML document whose first element is `svg`, with any
    /// prefix of its namespace, after a declaration, comments, and a document type with its entities. An SVG has no
    /// signature.
    package static func isSVG(_ bytes: some Collection<UInt8>) -> Bool {
        let head = bytes.prefix(longestProlog)
        let text = GzipInflater.begins(head) ? GzipInflater.head(of: Array(head), count: longestProlog) : Array(head)
        return beginsSVG(utf8(text))
    }

    /// Converts text that begins with the byte order mark of UTF-16, which XML requires, to UTF-8; returns other text
    /// as it is.
    private static func utf8(_ text: [UInt8]) -> [UInt8] {
        let isBigEndian = text.starts(with: [0xFE, 0xFF])
        guard isBigEndian || text.starts(with: [0xFF, 0xFE]) else { return text }
        let (high, low) = isBigEndian ? (0, 1) : (1, 0)
        let units = stride(from: 2, to: text.count - 1, by: 2).map {
            UInt16(text[$0 + high]) << 8 | UInt16(text[$0 + low])
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    /// Maximum bytes before the first element, compressed or not. Drawing programs write a comment and a document type,
    /// some files the text of a license.
    package static let longestProlog = 65_536

    private static func beginsSVG(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        func skip(beyond end: String) {
            while !rest.isEmpty, !rest.starts(with: end.utf8) { rest = rest.dropFirst() }
            rest = rest.dropFirst(end.utf8.count)
        }
        while true {
            rest = rest.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
            if rest.starts(with: "<?".utf8) {
                skip(beyond: "?>")
            } else if rest.starts(with: "<!--".utf8) {
                skip(beyond: "-->")
            } else if rest.starts(with: "<!DOCTYPE".utf8) {
                let hasEntities = rest.prefix { $0 != 0x3E }.contains(0x5B)  // "[" before ">"
                skip(beyond: hasEntities ? "]>" : ">")
            } else {
                let name = rest.dropFirst().prefix { $0 > 0x20 && $0 != 0x3E && $0 != 0x2F }
                return rest.first == 0x3C && name.split(separator: 0x3A).last?.elementsEqual("svg".utf8) == true
            }
        }
    }
}
