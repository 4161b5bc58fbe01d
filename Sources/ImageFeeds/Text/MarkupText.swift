/// The text and the pictures of the HTML of a title or an article.
struct MarkupText {
    /// The text without tags, with references resolved and white space collapsed. Blocks and items of lists are lines.
    /// Not sanitized.
    private(set) var text = ""
    /// The first `<img>`s with different addresses that are not decoration.
    private(set) var images: [Image] = []
    /// The bytes of the text while it is read.
    private var output: [UInt8] = []
    private var sources: Set<String> = []
    /// The candidates of the open `picture` element.
    private var candidates: PictureCandidates?

    /// The picture of an `<img>`.
    struct Image {
        /// The chosen address, as it is written.
        var source: String
        /// The size in pixels that the tag states for its own address.
        var width: Int?
        var height: Int?
        /// The alternative text, or a longer tooltip. Not sanitized.
        var text: String?
    }

    /// Returns the text of HTML without looking at its images.
    static func text(of markup: [UInt8]) -> String {
        MarkupText(markup, limits: FeedLimits(), pictureTypes: []).text
    }

    /// Returns whether an element is one of the texts of HTML.
    static func hasElement(_ name: String) -> Bool { blocks.contains(name) || inline.contains(name) }

    private static let blocks: Set<String> = [
        "address", "article", "aside", "blockquote", "br", "caption", "center", "dd", "details", "dialog", "div", "dl",
        "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr",
        "li", "main", "menu", "nav", "ol", "p", "pre", "section", "summary", "table", "tr", "ul",
    ]
    private static let inline: Set<String> = [
        "a", "abbr", "b", "big", "cite", "code", "em", "font", "i", "kbd", "mark", "q", "s", "small", "span", "strong",
        "sub", "sup", "tt", "u", "wbr",
    ]

    /// Parses HTML. Images are chosen among candidates of these media types.
    init(_ markup: [UInt8], limits: FeedLimits, pictureTypes: Set<String>) {
        markup.withUnsafeBufferPointer { read($0, limits, pictureTypes) }
        while let last = output.last, last <= 0x20 { output.removeLast() }
        text = String(decoding: output, as: UTF8.self)
        output = []
    }

    private mutating func read(
        _ bytes: UnsafeBufferPointer<UInt8>, _ limits: FeedLimits, _ pictureTypes: Set<String>
    ) {
        var scanner = HTMLScanner(bytes)
        while let token = scanner.next() {
            switch token {
            case .text(let range): append(EntityReference.resolved(range, in: bytes))
            case .title(let range):
                endWord(at: "title")
                append(EntityReference.resolved(range, in: bytes))
            case .start(let name):
                switch name {
                case "picture": candidates = PictureCandidates()
                case "source":
                    let attributes = scanner.attributes()
                    candidates?.add(source: { attributes[$0] }, types: pictureTypes)
                case "img":
                    let attributes = scanner.attributes()
                    add(PictureTag(choice: candidates, limits: limits) { attributes[$0] }, limits)
                default: break
                }
                endWord(at: name)
            case .end(let name):
                if name == "picture" { candidates = nil }
                endWord(at: name)
            }
        }
    }

    private mutating func add(_ tag: PictureTag, _ limits: FeedLimits) {
        candidates = nil
        guard images.count <= limits.otherPictures, let image = tag.image, sources.insert(image.source).inserted
        else { return }
        images.append(image)
    }

    // MARK: - Text

    private mutating func append(_ text: [UInt8]) {
        for byte in text {
            let isNoBreakSpace = byte == 0xA0 && output.last == 0xC2
            if isNoBreakSpace { output.removeLast() }
            append(isNoBreakSpace ? 0x20 : byte)
        }
    }

    private mutating func append(_ byte: UInt8) {
        if byte > 0x20 { output.append(byte) } else if let last = output.last, last > 0x20 { output.append(0x20) }
    }

    /// Appends the white space that a tag stands for: a line break at the ends of blocks, none inside of words.
    private mutating func endWord(at element: String) {
        guard Self.blocks.contains(element) else {
            if !Self.inline.contains(element) { append(0x20) }
            return
        }
        if output.last == 0x20 { output.removeLast() }
        if let last = output.last, last != 0x0A { output.append(0x0A) }
    }
}
