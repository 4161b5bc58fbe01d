import HalftoneCore

/// The first bytes of a document and its `Content-Type`, by which a ``DocumentFormat`` is recognized.
struct DocumentHead {
    /// The number of bytes needed to recognize a format.
    static let length = 4096

    /// The value of `Content-Type` in lower case; empty if there is none.
    let contentType: String
    /// Whether it is a local file, whose rest is not read if it is refused.
    var isFile = false
    /// Whether it is a list of NUL-terminated entries, and options request such lists.
    var isEntries = false
    /// Whether it is in gzip.
    let isCompressed: Bool
    /// Whether it begins as a picture of a supported format.
    let isPicture: Bool
    /// Whether it has a byte order mark of UTF-16 or UTF-32, or begins with `<` as a number of 16 or 32 bits.
    let isWide: Bool
    /// Whether the bytes are binary: NUL never occurs in text, other control characters rarely.
    let isBinary: Bool
    /// The bytes after white space and a byte order mark.
    private let start: ArraySlice<UInt8>

    init(_ bytes: some Collection<UInt8>, contentType: String = "") {
        let head = Array(bytes.prefix(Self.length))
        self.contentType = contentType
        isCompressed = GzipInflater.begins(head)
        isWide = TextEncoding.wideName(of: head) != nil
        let controls = head.count { $0 < 0x20 && !(0x07...0x0D).contains($0) && $0 != 0x1B || $0 == 0x7F }
        isBinary = head.contains(0) || controls * 20 > head.count
        // UTF-16 and UTF-32 are searched without their NUL bytes, because the relevant names are ASCII.
        let ascii = isWide ? head.filter { $0 != 0 && $0 < 0x80 } : head
        isPicture = PictureName.hasSignature(head) || (isWide ? FormatTraits.isSVG(ascii) : FormatTraits.isSVG(bytes))
        start = isWide ? ascii.drop(while: Self.isBeforeText) : ascii[Self.documentStart(in: ascii)...]
    }

    var isMarkup: Bool { start.first == 0x3C }

    /// Whether it begins as an object, or as an array that is empty or has an object: a list of paths can begin with a
    /// bracket too.
    var isJSON: Bool {
        let rest = start.dropFirst().drop { $0 <= 0x20 }
        guard !isWide, !isBinary else { return false }
        switch (start.first, rest.first) {
        case (0x7B, 0x22), (0x7B, 0x7D), (0x7B, nil), (0x5B, 0x7B): return true
        case (0x5B, 0x5D): return rest.dropFirst().allSatisfy { $0 <= 0x20 }
        default: return false
        }
    }

    var isPlainText: Bool { !isMarkup && !isWide && !isBinary && !isJSON }

    /// Whether `<!doctype html` or `<html` follows declarations and comments.
    var isWebPage: Bool {
        guard isMarkup else { return false }
        let tag = Self.firstTag(of: String(decoding: start, as: UTF8.self).lowercased()[...])
        return ["<!doctype html", "<html", "<head", "<body"].contains { tag.hasPrefix($0) }
    }

    // MARK: - The beginning

    /// Returns the offset of a document in its first bytes: after a byte order mark, after white space, which templates
    /// leave, and after rubbish before the declaration of a feed, such as the warnings of PHP.
    static func documentStart(in bytes: some RandomAccessCollection<UInt8>) -> Int {
        let text = bytes.drop(while: isBeforeText)
        let offset = bytes.distance(from: bytes.startIndex, to: text.startIndex)
        guard let first = text.first, first != 0x7B, first != 0x5B else { return offset }
        let words = String(decoding: text, as: UTF8.self)
        let declaration = "<?xml "
        guard !words.hasPrefix(declaration), let found = words.firstRange(of: declaration)?.lowerBound else {
            return offset
        }
        let tag = firstTag(of: words[...])
        let isInside = isRoot(tag) && tag.startIndex < found
        guard !isInside, isRoot(firstTag(of: words[found...])) else { return offset }
        let rest = text.indices.first { text[$0] == 0x3C && text[$0...].starts(with: declaration.utf8) }
        return rest.map { bytes.distance(from: bytes.startIndex, to: $0) } ?? offset
    }

    private static func isBeforeText(_ byte: UInt8) -> Bool {
        byte <= 0x20 && byte != 0 || byte == 0xEF || byte == 0xBB || byte == 0xBF
    }

    /// Returns the text after declarations, processing instructions and comments.
    private static func firstTag(of text: Substring) -> Substring {
        var rest = text.drop { $0.isWhitespace }
        while rest.hasPrefix("<!--") || rest.hasPrefix("<?") {
            guard let end = rest.firstRange(of: rest.hasPrefix("<?") ? "?>" : "-->")?.upperBound else { return "" }
            rest = rest[end...].drop { $0.isWhitespace }
        }
        return rest
    }

    /// Returns whether a text begins with the outermost element of a format, with or without a prefix.
    private static func isRoot(_ text: Substring) -> Bool {
        guard text.hasPrefix("<") else { return false }
        let name = text.dropFirst().prefix(100).prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }.lowercased()
        let local = name.split(separator: ":").last.map(String.init) ?? ""
        return ["!doctype", "rss", "feed", "rdf"].contains(local)
            || DocumentFormat.all.contains { $0.rootElement == local }
    }
}
