/// One `img` tag of a page or an article: its picture with the stated size, and whether it is decoration.
struct PictureTag {
    /// Whether it is a tracking pixel or an inline symbol.
    let isDecoration: Bool
    /// The chosen picture; `nil` for decoration, and if no address can be one.
    let image: MarkupText.Image?

    /// The attributes that describe a picture.
    static let attributes =
        PictureCandidates.attributes + ["alt", "title", "width", "height", "class", "style", "hidden"]

    /// Reads the tag. `choice`: the candidates of the enclosing `picture`. `value` returns the value of an attribute.
    init(choice: PictureCandidates? = nil, limits: FeedLimits, value: (_ name: String) -> String?) {
        let (width, height) = (value("width").flatMap(Self.pixels), value("height").flatMap(Self.pixels))
        let isSmall = [width, height].contains(where: Self.isTracking) || Self.isHidden(value)
        let words = (value("class") ?? "").lowercased().split { $0.isWhitespace }
        isDecoration = isSmall || words.contains { Self.smileys.contains(String($0)) }
        var candidates = choice ?? PictureCandidates()
        if candidates.isEmpty { candidates.add(image: value) }
        guard !isDecoration, let source = candidates.best(maxWidth: limits.pictureWidth) else {
            image = nil
            return
        }
        let isOwn = source == value("src")
        let text = [value("alt"), value("title")].compactMap(\.self).max { $0.utf8.count < $1.utf8.count }
        image = .init(source: source, width: isOwn ? width : nil, height: isOwn ? height : nil, text: text)
    }

    /// Returns whether a stated side is that of a tracking pixel.
    static func isTracking(_ side: Int?) -> Bool { side.map { $0 <= 2 } ?? false }

    /// Returns whether the style of a tag makes its picture invisible. Scripts show the hidden pictures that they load.
    private static func isHidden(_ value: (_ name: String) -> String?) -> Bool {
        guard !PictureCandidates.isLazy(value) else { return false }
        if value("hidden") != nil { return true }
        return (value("style") ?? "").lowercased().split(separator: ";").contains { declaration in
            let words = declaration.split { $0 == ":" || $0.isWhitespace || $0 == "!" }
            guard words.count > 1 else { return false }
            switch words[0] {
            case "display": return words[1] == "none"
            case "visibility": return ["hidden", "collapse"].contains(words[1])
            case "width", "height", "max-width", "max-height":
                return MediaQuery.length(words[1]).map { $0 <= 2 } ?? false
            default: return false
            }
        }
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
