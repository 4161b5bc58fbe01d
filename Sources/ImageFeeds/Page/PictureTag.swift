/// What one `img` says, on a page or in an article: at which addresses its picture is, how large it is meant to be, and
/// whether it is a picture to look at.
struct PictureTag {
    /// The attributes that count.
    static let attributes = Set(sourceSets + sources + ["width", "height", "class", "type"])
    /// What is loaded lazily stands in an attribute of a script; the standard's then has an empty picture.
    fileprivate static let sourceSets = ["data-srcset", "data-lazy-srcset", "srcset"]
    private static let sources = ["data-src", "data-lazy-src", "data-original", "data-lazy", "src"]

    /// Pixels, as the tag states them.
    let width: Int?
    let height: Int?
    /// Whether it counts who reads, or stands for a sign in the text.
    let isDecoration: Bool
    private var candidates: PictureCandidates

    /// `choice` is what the `picture` around it offers. `value` has the value of an attribute.
    init(choice: PictureCandidates? = nil, value: (String) -> String?) {
        candidates = choice ?? PictureCandidates()
        candidates.addSourceSets(value)
        for name in Self.sources { if let source = value(name) { candidates.add(source: source) } }
        width = value("width").flatMap(Self.pixels)
        height = value("height").flatMap(Self.pixels)
        let isSmall = [width, height].contains { $0.map { $0 <= 2 } ?? false }
        let words = (value("class") ?? "").lowercased().split { $0.isWhitespace }
        isDecoration = isSmall || words.contains { Self.smileys.contains(String($0)) }
    }

    /// Which of its addresses is shown; `nil`: none.
    func best(maximumWidth: Int) -> String? {
        isDecoration ? nil : candidates.best(maximumWidth: maximumWidth)
    }

    /// `640`, `640px`. A part of the screen is no number of pixels.
    private static func pixels(_ text: String) -> Int? {
        let bytes = text.utf8.drop { $0 <= 0x20 }
        let digits = bytes.prefix { (0x30...0x39).contains($0) }
        guard !digits.isEmpty, !bytes[digits.endIndex...].contains(0x25) else { return nil }
        return Int(String(Substring(digits)))
    }

    /// Signs in the text for which a picture stands.
    private static let smileys: Set<String> = ["wp-smiley", "emoji", "emojione", "twemoji", "smiley", "emoticon"]
}

extension PictureCandidates {
    /// Takes in a `source` of a `picture`, unless no coder draws what it offers.
    mutating func addSource(_ value: (String) -> String?) {
        let type = value("type")?.lowercased() ?? ""
        guard type.isEmpty || Self.pictureTypes.contains(type) else { return }
        addSourceSets(value)
    }

    fileprivate mutating func addSourceSets(_ value: (String) -> String?) {
        for name in PictureTag.sourceSets { if let set = value(name) { add(sourceSet: set) } }
    }

    private static let pictureTypes: Set<String> = ["image/jpeg", "image/jpg", "image/png", "image/webp", "image/gif"]
}
