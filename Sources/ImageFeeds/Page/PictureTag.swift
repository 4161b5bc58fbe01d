/// One `img` tag of a page or an article: the addresses of its picture, its stated size, and whether it is decoration.
struct PictureTag {
    struct Best {
        var reference: String
        /// The size in pixels that the tag states for its own address.
        var width: Int?
        var height: Int?
        /// The alternative text, or a longer tooltip. Not sanitized.
        var text: String?
    }

    /// Whether it is a tracking pixel or an inline symbol.
    let isDecoration: Bool
    private let own: String?
    private let text: String?
    private let width: Int?
    private let height: Int?
    private let candidates: PictureCandidates

    /// Creates the tag. `choice`: the candidates of the enclosing `picture`. `value` returns the value of an attribute.
    init(choice: PictureCandidates? = nil, value: (_ name: String) -> String?) {
        var candidates = choice ?? PictureCandidates()
        candidates.add(image: value)
        self.candidates = candidates
        own = value("src")
        text = [value("alt"), value("title")].compactMap(\.self).max { $0.utf8.count < $1.utf8.count }
        width = value("width").flatMap(Self.pixels)
        height = value("height").flatMap(Self.pixels)
        let isSmall = [width, height].contains { $0.map { $0 <= 2 } ?? false }
        let words = (value("class") ?? "").lowercased().split { $0.isWhitespace }
        isDecoration = isSmall || words.contains { Self.smileys.contains(String($0)) }
    }

    /// Returns the chosen address; `nil` for decoration.
    func best(maximumWidth: Int) -> Best? {
        guard !isDecoration, let reference = candidates.best(maximumWidth: maximumWidth) else { return nil }
        let isOwn = reference == own
        return Best(reference: reference, width: isOwn ? width : nil, height: isOwn ? height : nil, text: text)
    }

    /// Returns the pixels of `640` or `640px`; `nil` for percentages and other units.
    private static func pixels(_ text: String) -> Int? {
        let bytes = text.utf8.drop { $0 <= 0x20 }
        let digits = bytes.prefix { (0x30...0x39).contains($0) }
        guard !digits.isEmpty, !bytes[digits.endIndex...].contains(0x25) else { return nil }
        return Int(String(Substring(digits)))
    }

    /// The classes of inline symbols such as emoji.
    private static let smileys: Set<String> = ["wp-smiley", "emoji", "emojione", "twemoji", "smiley", "emoticon"]
}
