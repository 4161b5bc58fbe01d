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
        isWide = Self.wideBeginnings.contains { head.starts(with: $0) }
        let controls = head.count { $0 < 0x20 && !(0x07...0x0D).contains($0) && $0 != 0x1B || $0 == 0x7F }
        isBinary = head.contains(0) || controls * 20 > head.count
        // UTF-16 and UTF-32 are searched without their NUL bytes, because the relevant names are ASCII.
        let ascii = isWide ? head.filter { $0 != 0 && $0 < 0x80 } : head
        isPicture = PictureName.hasSignature(head) || (isWide ? FormatTraits.isSVG(ascii) : FormatTraits.isSVG(bytes))
        start = ascii.drop { $0 <= 0x20 && $0 != 0 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
    }

    private static let wideBeginnings: [[UInt8]] = [
        [0xFF, 0xFE], [0xFE, 0xFF], [0x3C, 0x00], [0x00, 0x3C], [0x00, 0x00, 0xFE, 0xFF], [0x00, 0x00, 0x00, 0x3C],
    ]

    var isMarkup: Bool { start.first == 0x3C }

    var isJSON: Bool { start.first == 0x7B && !isWide && !isBinary }

    var isPlainText: Bool { !isMarkup && !isWide && !isBinary && !isJSON }

    /// Whether `<!doctype html` or `<html` follows declarations and comments.
    var isWebPage: Bool {
        guard isMarkup else { return false }
        var rest = String(decoding: start, as: UTF8.self).lowercased()[...]
        while true {
            rest = rest.drop { $0.isWhitespace }
            let end: Substring.Index?
            if rest.hasPrefix("<!--") {
                end = rest.firstRange(of: "-->")?.upperBound
            } else if rest.hasPrefix("<?") {
                end = rest.firstRange(of: "?>")?.upperBound
            } else {
                return ["<!doctype html", "<html", "<head", "<body"].contains { rest.hasPrefix($0) }
            }
            guard let end else { return false }
            rest = rest[end...]
        }
    }
}
