import HalftoneCore

/// The text of one element of a feed, or of another document in XML, while it is parsed.
struct FeedText {
    let element: FeedElement
    let depth: Int
    /// Whether the text of a guid is no address, even if it looks like one.
    var isOpaque = false
    private(set) var isMarkup: Bool
    /// Whether text is literal, as in XHTML, and is escaped to become markup.
    private var isEscaped: Bool
    /// The open elements of the markup.
    private var tags: [(depth: Int, name: String)] = []
    private(set) var bytes: [UInt8] = []
    private let limit: Int

    /// Creates an empty text of at most `limit` bytes.
    init(_ element: FeedElement, depth: Int, isMarkup: Bool, isEscaped: Bool = false, limit: Int) {
        (self.element, self.depth, self.limit) = (element, depth, limit)
        (self.isMarkup, self.isEscaped) = (isMarkup, isEscaped)
    }

    mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
        let room = max(0, limit - bytes.count)
        if isEscaped { bytes += Self.escaped(text).prefix(room) } else { bytes += text.prefix(room) }
    }

    // MARK: - Markup

    /// Writes an element inside of the text as HTML, so that one parser reads all articles. It makes markup of plain text.
    mutating func open(_ name: String, at depth: Int, _ attributes: XMLAttributes) {
        guard element.mayHaveMarkup, name.first.map({ $0.isASCII && $0.isLetter }) == true else {
            return append(markup: " ")
        }
        if !isMarkup {
            (bytes, isMarkup, isEscaped) = (bytes.withUnsafeBufferPointer(Self.escaped), true, true)
        }
        tags.append((depth, name))
        let values = Self.attributes[name, default: []].compactMap { name in
            attributes.value(name).map {
                " \(name)=\"\($0.replacing("&", with: "&amp;").replacing("\"", with: "&quot;"))\""
            }
        }
        append(markup: "<\(name)\(values.joined())>")
    }

    /// Writes the end of the element at a depth, if it is one inside of the text.
    mutating func close(at depth: Int) {
        guard let tag = tags.last, tag.depth == depth else { return }
        tags.removeLast()
        append(markup: "</\(tag.name)>")
    }

    /// The attributes that the parser of articles reads.
    private static let attributes = [
        "img": PictureTag.attributes, "source": PictureTag.attributes + ["type", "media"],
        "template": ["shadowrootmode"],
    ]

    /// Appends a tag as a whole: half of an address would be another one.
    private mutating func append(markup: String) {
        if bytes.count + markup.utf8.count <= limit { bytes += markup.utf8 }
    }

    private static func escaped(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        for byte in text {
            switch byte {
            case 0x26: result += "&amp;".utf8
            case 0x3C: result += "&lt;".utf8
            default: result.append(byte)
            }
        }
        return result
    }

    // MARK: - Result

    /// The text without markup. Not sanitized.
    var words: String { isMarkup ? MarkupText.text(of: bytes) : String(decoding: bytes, as: UTF8.self) }

    /// The text as it is written, for addresses and dates. Sanitized.
    var plain: String { TextSanitizer.clean(bytes: bytes).withSingleSpaces }

    /// Whether the text is an address, not a description of a picture.
    var isAddress: Bool {
        let text = plain
        return text.contains("://") || EmbeddedPicture.isPicture(text)
            || !text.contains(" ") && (text.hasPrefix("/") || PictureName.isPicture(text))
    }

    func line(_ length: Int) -> String? { words.shownLine(length: length) }

    /// Returns the name in RSS's `address@host (Name)`, else the text.
    func author(_ length: Int) -> String? {
        let text = isMarkup ? words : plain
        guard text.hasSuffix(")"), let start = text.firstIndex(of: "("), text[..<start].contains("@") else {
            return text.shownLine(length: length)
        }
        return String(text[text.index(after: start)...].dropLast()).shownLine(length: length)
    }
}
