/// A scanner of HTML for text, tags and their attributes. A value.
///
/// It takes linear time for any input, unlike libxml2's HTML parser, whose automatic closing of elements is quadratic.
/// It makes no tree: neither the pictures of a page nor the text of an article need one.
struct HTMLScanner {
    enum Token {
        /// The range of a text, with its references.
        case text(Range<Int>)
        /// The range of the content of a `title`, which is text whatever it looks like.
        case title(Range<Int>)
        case start(String)
        case end(String)
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0
    /// The position of the latest tag's attributes.
    private var attributesStart = 0

    /// Creates a scanner of HTML in UTF-8.
    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// The elements whose content is neither text nor pictures.
    private static let foreign: Set<String> = [
        "script", "style", "iframe", "textarea", "noembed", "noframes", "xmp", "template",
    ]

    /// The attributes that are read; others are skipped, because one tag may have millions.
    private static let attributeNames = Set(
        PictureTag.attributes + ["href", "rel", "type", "media", "property", "name", "content", "shadowrootmode"])

    /// Returns the next text or tag; `nil` at the end, or at a tag that is cut off there. Comments and the content of foreign elements are skipped.
    mutating func next() -> Token? {
        while index < bytes.count {
            let start = index
            while index < bytes.count, !isTag { index += 1 }
            if index > start { return .text(start..<index) }
            guard starts(with: "<!--", at: index) else { return tag() }
            index = endOfComment
        }
        return nil
    }

    /// Returns the attributes of the tag that ``next()`` returned; of duplicates the first. References are resolved.
    mutating func attributes() -> [String: String] {
        let end = index
        defer { index = end }
        index = attributesStart
        var values: [String: String] = [:]
        _ = skipAttributes { [bytes] name, value in
            let name = Self.name(bytes[name])
            if Self.attributeNames.contains(name), values[name] == nil {
                values[name] = String(decoding: EntityReference.resolved(value, in: bytes), as: UTF8.self)
            }
        }
        return values
    }

    // MARK: - Tags

    /// Whether a tag begins here: `a < b` is text, `<b` is a tag.
    private var isTag: Bool {
        guard bytes[index] == 0x3C, index + 1 < bytes.count else { return false }
        let next = bytes[index + 1]
        return (0x41...0x5A).contains(next & 0xDF) || next == 0x2F || next == 0x21 || next == 0x3F
    }

    private mutating func tag() -> Token? {
        index += 1
        let name = Self.name(bytes[word()])
        attributesStart = index
        guard skipAttributes({ _, _ in }) else { return nil }
        if name.hasPrefix("/") { return .end(String(name.dropFirst())) }
        // Sanitizers that write XHTML close empty elements in their start tags.
        guard bytes[index - 2] != 0x2F else { return .start(name) }
        if name == "title" { return title() }
        if Self.foreign.contains(name) { skipContent(of: name) }
        return .start(name)
    }

    private mutating func title() -> Token {
        let start = index
        index = end(of: "title")
        return .title(start..<index)
    }

    private mutating func skipContent(of name: String) {
        // The content of a shadow root is shown.
        guard name != "template" || attributes()["shadowrootmode"] == nil else { return }
        index = end(of: name)
        _ = skipAttributes { _, _ in }
    }

    /// Returns the position of the end tag of an element, whose content reaches to the end of the document if it is
    /// missing, as in browsers. Templates are nested in each other.
    private func end(of name: String) -> Int {
        var (next, depth) = (index, 1)
        while let tag = bytes[next...].firstIndex(of: 0x3C) {
            next = tag + 1
            let isEnd = next < bytes.count && bytes[next] == 0x2F
            let end = next + (isEnd ? 1 : 0) + name.utf8.count
            guard starts(with: name, at: end - name.utf8.count), end == bytes.count || Self.endsWord(bytes[end]) else {
                continue
            }
            if isEnd { depth -= 1 } else if name == "template" { depth += 1 }
            if depth == 0 { return tag }
        }
        return bytes.count
    }

    /// The end of the comment that begins here.
    private var endOfComment: Int {
        var next = index + 2  // `<!-->` is a whole one
        while let dash = bytes[next...].firstIndex(of: 0x2D) {
            if starts(with: "-->", at: dash) { return dash + 3 }
            next = dash + 1
        }
        return bytes.count
    }

    // MARK: - Attributes

    /// Moves past the `>` of a tag, and passes the names and values of its attributes. Returns `false` if the document
    /// ends before.
    private mutating func skipAttributes(_ body: (_ name: Range<Int>, _ value: Range<Int>) -> Void) -> Bool {
        while index < bytes.count, bytes[index] != 0x3E {
            if bytes[index] <= 0x20 || bytes[index] == 0x2F || bytes[index] == 0x3D || bytes[index] == 0x22 {
                index += 1
                continue
            }
            let name = word()
            skipBlanks()
            guard index < bytes.count, bytes[index] == 0x3D else {
                body(name, index..<index)
                continue
            }
            index += 1
            skipBlanks()
            body(name, value())
        }
        guard index < bytes.count else { return false }
        index += 1
        return true
    }

    /// Moves past a word of at least one byte.
    private mutating func word() -> Range<Int> {
        let start = index
        index = min(index + 1, bytes.count)
        while index < bytes.count, !Self.endsWord(bytes[index]) { index += 1 }
        return start..<index
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
        let end = bytes[start...].firstIndex(of: quote) ?? bytes.count
        index = min(end + 1, bytes.count)
        return start..<end
    }

    private mutating func skipBlanks() {
        while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
    }

    // MARK: - Words

    /// Returns a name in lower case. The names in use are short, so 16 bytes are kept.
    private static func name(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        String(decoding: name.prefix(16), as: UTF8.self).lowercased()
    }

    /// Returns whether a text in ASCII and in lower case is at a position, whatever the case of the document.
    private func starts(with text: String, at position: Int) -> Bool {
        guard position + text.utf8.count <= bytes.count else { return false }
        return zip(text.utf8, bytes[position...]).allSatisfy { Self.lower($1) == $0 }
    }

    private static func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

    private static func endsWord(_ byte: UInt8) -> Bool { byte <= 0x20 || byte == 0x3D || byte == 0x3E || byte == 0x2F }
}
