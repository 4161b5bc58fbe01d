import HalftoneCore

/// The first bytes of a document and its `Content-Type`, by which a ``DocumentFormat`` is recognized.
struct DocumentHead {
    /// The number of bytes needed to recognize a format.
    static let length = 4096
    /// Maximum bytes of text before a document in markup, such as a server's warnings: two hundred of them.
    static let maxPreambleBytes = 65_536

    /// The value of `Content-Type` in lower case; empty if there is none.
    let contentType: String
    /// Whether it is a local file, whose rest is not read if it is refused.
    var isFile = false
    /// Whether it is a local list of NUL-terminated entries.
    var isEntries = false
    /// Whether it is in gzip.
    let isCompressed: Bool
    /// Whether it begins as a picture of a supported format.
    let isPicture: Bool
    /// Whether it has a byte order mark of UTF-16 or UTF-32, or begins with `<`, `{` or `[` as a number of 16 or 32 bits.
    let isWide: Bool
    /// Whether the bytes are binary: NUL never occurs in text, other control characters rarely.
    let isBinary: Bool
    /// The bytes after white space and a byte order mark.
    private let start: ArraySlice<UInt8>
    /// The name of the outermost element, in lower case; `nil` if it is that of no format.
    private let root: String?

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
        let (offset, root) = Self.beginning(of: ascii)
        self.root = root
        start = isWide ? ascii.drop(while: Self.isBeforeText) : ascii[offset...]
    }

    var isMarkup: Bool { start.first == 0x3C }

    /// Whether it begins as an object, or as an array that is empty or begins with an object or a string: a list of
    /// paths can begin with a bracket too.
    var isJSON: Bool {
        let rest = start.dropFirst().drop { $0 <= 0x20 }
        guard isWide || !isBinary else { return false }
        switch (start.first, rest.first) {
        case (0x7B, 0x22), (0x7B, 0x7D), (0x7B, nil), (0x5B, 0x7B), (0x5B, 0x22): return true
        case (0x5B, 0x5D): return rest.dropFirst().allSatisfy { $0 <= 0x20 }
        default: return false
        }
    }

    var isPlainText: Bool { !isMarkup && !isWide && !isBinary && !isJSON }

    var isWebPage: Bool { isMarkup && ["html", "head", "body"].contains(root ?? "") }

    // MARK: - The beginning

    /// Returns the offset of a document in its first bytes: after a byte order mark, after white space, which templates
    /// leave, and after rubbish before the declaration or the outermost element of a feed, such as the warnings of PHP.
    static func documentStart(in bytes: some RandomAccessCollection<UInt8>) -> Int { beginning(of: bytes).offset }

    private static func beginning(of bytes: some RandomAccessCollection<UInt8>) -> (offset: Int, root: String?) {
        let text = Array(bytes.drop(while: isBeforeText))
        let offset = bytes.count - text.count
        guard let first = text.first, first != 0x7B, first != 0x5B else { return (offset, nil) }
        var (index, declaration) = (0, nil as Int?)
        while let tag = text[index...].firstIndex(of: 0x3C) {
            let rest = text[tag...]
            let name = name(ofTag: rest)
            index = tag + 1
            if let end = rest.starts(with: "<!--".utf8) ? "-->" : name == "script" ? "</" : nil {
                index = rest.firstRange(of: Array(end.utf8))?.upperBound ?? text.count
            } else if name == "?xml" {
                declaration = tag
            } else if isRoot(name) {
                // A text about feeds has no declaration.
                return (offset + (declaration ?? (first == 0x3C ? tag : 0)), name)
            } else if !name.hasPrefix("?"), !rubbish.contains(name), !MarkupText.hasElement(name) {
                break
            }
        }
        return (offset, nil)
    }

    /// The elements of warnings beside those of texts; end tags have no name here.
    private static let rubbish: Set<String> = ["", "img", "link", "style", "tbody", "td", "th"]

    private static func isBeforeText(_ byte: UInt8) -> Bool {
        byte <= 0x20 && byte != 0 || byte == 0xEF || byte == 0xBB || byte == 0xBF
    }

    /// Returns the local name of a tag, or that of a document type, in lower case.
    private static func name(ofTag tag: ArraySlice<UInt8>) -> String {
        let end = [0x3E, 0x2F, 0x5B] as Set<UInt8>
        let words = String(decoding: tag.dropFirst().prefix(100).prefix { !end.contains($0) }, as: UTF8.self)
            .lowercased().split(maxSplits: 2, omittingEmptySubsequences: false, whereSeparator: \.isWhitespace)
        let name = words.count > 1 && words[0] == "!doctype" ? words[1] : words.first ?? ""
        return name.split(separator: ":").last.map(String.init) ?? ""
    }

    private static func isRoot(_ name: String) -> Bool {
        ["rss", "feed", "rdf", "head", "body"].contains(name)
            || DocumentFormat.all.contains { $0.rootElement == name }
    }
}
