/// The text and the pictures of the HTML of a title or an article.
///
/// This scanner takes linear time for any input, unlike libxml2's HTML parser, whose automatic closing of elements is
/// quadratic; titles and summaries need no tree.
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
            var scanner = Scanner(bytes: bytes, limits: limits, pictureTypes: pictureTypes)
            scanner.run()
            text = String(decoding: scanner.output, as: UTF8.self)
            images = scanner.images
        }
    }
}

private struct Scanner {
    let bytes: UnsafeBufferPointer<UInt8>
    var index = 0
    /// For ends that are missing, from where on: each is searched to the end of the text only once.
    private var endless: [String: Int] = [:]
    var output: [UInt8] = []
    var images: [MarkupText.Image] = []
    private var sources: Set<String> = []
    private let limits: FeedLimits
    private let pictureTypes: Set<String>
    /// The candidates of the open `picture` element.
    private var candidates: PictureCandidates?

    init(bytes: UnsafeBufferPointer<UInt8>, limits: FeedLimits, pictureTypes: Set<String>) {
        (self.bytes, self.limits, self.pictureTypes) = (bytes, limits, pictureTypes)
    }

    mutating func run() {
        while index < bytes.count {
            switch bytes[index] {
            case 0x3C where isTag: skipTag()
            case 0x26: appendReference()
            case 0xC2 where index + 1 < bytes.count && bytes[index + 1] == 0xA0:  // no-break space
                append(0x20)
                index += 2
            default:
                append(bytes[index])
                index += 1
            }
        }
        while let last = output.last, last <= 0x20 { output.removeLast() }
    }

    // MARK: - Text

    private mutating func append(_ byte: UInt8) {
        if byte <= 0x20 {
            if let last = output.last, last > 0x20 { output.append(0x20) }
        } else {
            output.append(byte)
        }
    }

    private mutating func endLine() {
        if output.last == 0x20 { output.removeLast() }
        if let last = output.last, last != 0x0A { output.append(0x0A) }
    }

    private mutating func appendReference() {
        guard let reference = EntityReference(in: bytes, at: index) else {
            append(0x26)
            index += 1
            return
        }
        let scalar: Unicode.Scalar = reference.scalar == "\u{A0}" ? " " : reference.scalar
        for byte in String(scalar).utf8 { append(byte) }
        index += reference.length
    }

    // MARK: - Tags

    /// Whether a tag begins here: `a < b` is text, `<b` is a tag.
    private var isTag: Bool {
        guard index + 1 < bytes.count else { return false }
        let next = bytes[index + 1]
        return isLetter(next) || next == 0x2F || next == 0x21 || next == 0x3F
    }

    private mutating func skipTag() {
        if starts(with: "<!--") {
            skip(past: "-->")
            return
        }
        index += 1
        let name = word()
        switch name {
        case "img": takeImage()
        case "source":
            let attribute = attributes()
            candidates?.add(source: attribute, types: pictureTypes)
        case "template":
            // the content of an element, for browsers of today
            if attributes()("shadowrootmode") == nil { skipContent(to: "</template") }
        default: skipAttributes { _, _ in }
        }
        if name == "picture" { candidates = PictureCandidates() } else if name == "/picture" { candidates = nil }
        if let end = Self.foreign[name] { skipContent(to: end) }
        switch MarkupText.space(of: name.hasPrefix("/") ? String(name.dropFirst()) : name) {
        case 0x0A?: endLine()
        case let space?: append(space)
        case nil: break
        }
    }

    /// The ends of the elements whose content is not part of the text.
    private static let foreign: [String: StaticString] = [
        "script": "</script", "style": "</style", "iframe": "</iframe", "textarea": "</textarea",
    ]

    /// Moves past the content of an element, unless its tag is closed already or its end is missing: sanitizers that
    /// write XHTML leave both.
    private mutating func skipContent(to end: StaticString) {
        let start = index
        if start >= 2, start <= bytes.count, bytes[start - 2] == 0x2F { return }
        guard start < endless[end.description] ?? .max else { return }
        skip(past: end)
        if index <= bytes.count { return skipAttributes { _, _ in } }
        (index, endless[end.description]) = (start, start)
    }

    private mutating func takeImage() {
        let tag = PictureTag(choice: candidates, value: attributes())
        candidates = nil
        guard images.count <= limits.otherPictures, let best = tag.best(maximumWidth: limits.pictureWidth),
            sources.insert(best.source).inserted
        else { return }
        images.append(best)
    }

    /// Parses a tag and moves past it; of duplicate attributes the first counts.
    private mutating func attributes() -> (_ name: String) -> String? {
        var values: [String: String] = [:]
        skipAttributes { name, value in if values[name] == nil { values[name] = value } }
        return { [values] name in values[name] }
    }

    /// Parses attributes and moves past the `>` of the tag. References in values are resolved.
    private mutating func skipAttributes(_ body: (_ name: String, _ value: String) -> Void) {
        while index < bytes.count, bytes[index] != 0x3E {
            if bytes[index] <= 0x20 || bytes[index] == 0x2F || bytes[index] == 0x3D || bytes[index] == 0x22 {
                index += 1
                continue
            }
            let name = word()
            skipBlanks()
            guard index < bytes.count, bytes[index] == 0x3D else {
                if name == "hidden" { body(name, "") }
                continue
            }
            index += 1
            skipBlanks()
            let range = value()
            if !name.isEmpty { body(name, resolved(range)) }
        }
        index += 1
    }

    /// Parses a name, in lower case; consumes at least one byte. Relevant names are short, so 16 bytes are kept.
    private mutating func word() -> String {
        let start = index
        index += 1
        while index < bytes.count, !Self.endsWord(bytes[index]) { index += 1 }
        let end = min(index, bytes.count)
        return String(decoding: bytes[min(start, end)..<min(end, start + 16)], as: UTF8.self).lowercased()
    }

    private mutating func value() -> Range<Int> {
        guard index < bytes.count else { return bytes.count..<bytes.count }
        let quote = bytes[index]
        guard quote == 0x22 || quote == 0x27 else {
            let start = index
            while index < bytes.count, bytes[index] > 0x20, bytes[index] != 0x3E { index += 1 }
            return start..<index
        }
        let start = index + 1
        index = bytes[start...].firstIndex(of: quote) ?? bytes.count
        let end = index
        index += 1
        return start..<end
    }

    private func resolved(_ range: Range<Int>) -> String {
        guard bytes[range].contains(0x26) else { return String(decoding: bytes[range], as: UTF8.self) }
        var result: [UInt8] = []
        var position = range.lowerBound
        while position < range.upperBound {
            if bytes[position] == 0x26, let reference = EntityReference(in: bytes, at: position) {
                result += String(reference.scalar).utf8
                position += reference.length
            } else {
                result.append(bytes[position])
                position += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private mutating func skipBlanks() {
        while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
    }

    private mutating func skip(past text: StaticString) {
        while index < bytes.count, !starts(with: text) { index += 1 }
        index += text.utf8CodeUnitCount
    }

    private func starts(with text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard index + count <= bytes.count else { return false }
        return (0..<count).allSatisfy { lower(bytes[index + $0]) == text.utf8Start[$0] }
    }

    private func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

    private func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }

    private static func endsWord(_ byte: UInt8) -> Bool { byte <= 0x20 || byte == 0x3D || byte == 0x3E || byte == 0x2F }
}
