/// The text and the pictures of the HTML of a title or an article.
struct MarkupText {
    /// The text without tags, with references resolved and white space collapsed. Blocks and items of lists are lines.
    /// Not sanitized.
    private(set) var text = ""
    /// The first `<img>`s with different addresses that are not decoration.
    private(set) var images: [Image] = []

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

    /// Returns the white space that a tag of an element stands for: a line break at the ends of blocks, none inside of
    /// words.
    fileprivate static func space(of element: String) -> UInt8? {
        blocks.contains(element) ? 0x0A : inline.contains(element) ? nil : 0x20
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
        markup.withUnsafeBufferPointer { bytes in
            var reader = MarkupReader(bytes: bytes, limits: limits, pictureTypes: pictureTypes)
            reader.run()
            text = String(decoding: reader.output, as: UTF8.self)
            images = reader.images
        }
    }
}

private struct MarkupReader {
    let bytes: UnsafeBufferPointer<UInt8>
    let limits: FeedLimits
    let pictureTypes: Set<String>
    private(set) var output: [UInt8] = []
    private(set) var images: [MarkupText.Image] = []
    private var sources: Set<String> = []
    /// The candidates of the open `picture` element.
    private var candidates: PictureCandidates?

    init(bytes: UnsafeBufferPointer<UInt8>, limits: FeedLimits, pictureTypes: Set<String>) {
        (self.bytes, self.limits, self.pictureTypes) = (bytes, limits, pictureTypes)
    }

    mutating func run() {
        var scanner = HTMLScanner(bytes)
        while let token = scanner.next() {
            switch token {
            case .text(let range): append(range)
            case .title(let range):
                endWord(at: "title")
                append(range)
            case .start(let name):
                switch name {
                case "picture": candidates = PictureCandidates()
                case "source":
                    let attributes = scanner.attributes()
                    candidates?.add(source: { attributes[$0] }, types: pictureTypes)
                case "img":
                    let attributes = scanner.attributes()
                    add(PictureTag(choice: candidates) { attributes[$0] })
                default: break
                }
                endWord(at: name)
            case .end(let name):
                if name == "picture" { candidates = nil }
                endWord(at: name)
            }
        }
        while let last = output.last, last <= 0x20 { output.removeLast() }
    }

    private mutating func add(_ tag: PictureTag) {
        candidates = nil
        guard images.count <= limits.otherPictures, let best = tag.best(maximumWidth: limits.pictureWidth),
            sources.insert(best.source).inserted
        else { return }
        images.append(best)
    }

    // MARK: - Text

    private mutating func append(_ text: Range<Int>) {
        for byte in EntityReference.resolved(text, in: bytes) {
            let isNoBreakSpace = byte == 0xA0 && output.last == 0xC2
            if isNoBreakSpace { output.removeLast() }
            append(isNoBreakSpace ? 0x20 : byte)
        }
    }

    private mutating func append(_ byte: UInt8) {
        if byte > 0x20 { output.append(byte) } else if let last = output.last, last > 0x20 { output.append(0x20) }
    }

    private mutating func endWord(at element: String) {
        guard let space = MarkupText.space(of: element) else { return }
        guard space == 0x0A else { return append(space) }
        if output.last == 0x20 { output.removeLast() }
        if let last = output.last, last != 0x0A { output.append(0x0A) }
    }
}
