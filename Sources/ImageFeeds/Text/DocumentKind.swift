/// What a document is, by its first bytes alone.
enum DocumentKind: Hashable {
    case picture, xml, webPage, json, text, wideText, binary

    /// How many bytes are enough to tell.
    static let sniffLength = 4096

    init(sniffing bytes: some Collection<UInt8>) {
        let head = Array(bytes.prefix(Self.sniffLength))
        if PictureName.hasSignature(head) {
            self = .picture
            return
        }
        let isWide = Self.isWide(head)
        // UTF-16 and UTF-32 are looked at without their zero bytes: the names that matter here are ASCII.
        let ascii = isWide ? head.filter { $0 != 0 && $0 < 0x80 } : head
        let start = ascii.drop { $0 <= 0x20 && $0 != 0 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
        switch start.first {
        case 0x3C: self = Self.isWebPage(start) ? .webPage : .xml
        case _ where isWide: self = .wideText
        case _ where Self.isBinary(head): self = .binary
        case 0x7B: self = .json
        default: self = .text
        }
    }

    /// A byte order mark of UTF-16 or UTF-32, or `<` as a number of 16 or 32 bits.
    private static func isWide(_ head: [UInt8]) -> Bool {
        let marks: [[UInt8]] = [
            [0xFF, 0xFE], [0xFE, 0xFF], [0x3C, 0x00], [0x00, 0x3C], [0x00, 0x00, 0xFE, 0xFF], [0x00, 0x00, 0x00, 0x3C],
        ]
        return marks.contains { head.starts(with: $0) }
    }

    /// NUL never stands in text; other control characters rarely do.
    private static func isBinary(_ head: [UInt8]) -> Bool {
        let controls = head.count { $0 < 0x20 && !(0x07...0x0D).contains($0) && $0 != 0x1B || $0 == 0x7F }
        return head.contains(0) || controls * 20 > head.count
    }

    /// Looks for `<!doctype html` or `<html` behind declarations and comments.
    private static func isWebPage(_ start: ArraySlice<UInt8>) -> Bool {
        var rest = String(decoding: start, as: UTF8.self).lowercased()[...]
        while true {
            rest = rest.drop { $0.isWhitespace }
            if rest.hasPrefix("<!doctype html") || rest.hasPrefix("<html") { return true }
            let end: Substring.Index?
            if rest.hasPrefix("<!--") {
                end = rest.firstRange(of: "-->")?.upperBound
            } else if rest.hasPrefix("<?") {
                end = rest.firstRange(of: "?>")?.upperBound
            } else {
                return rest.hasPrefix("<head") || rest.hasPrefix("<body")
            }
            guard let end else { return false }
            rest = rest[end...]
        }
    }
}
