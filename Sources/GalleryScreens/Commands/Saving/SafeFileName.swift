import HalftoneCore
import ImageCoding
import ImageFeeds

/// A safe file name, made from the untrusted name of a picture. A value.
///
/// It has no slash and no control or invisible character, does not begin or end with a dot, a minus or a blank, is
/// never empty, and has at most the length that file systems allow.
struct SafeFileName: Hashable, Sendable {
    let stem: String
    /// The extension with its dot; may be empty.
    let ending: String

    /// Maximum bytes of a name on common file systems, minus those of an appended number.
    private static let maxBytes = 255 - 8

    /// Creates the name from the picture's address, or else from the entry's title. The extension is that of the
    /// detected format, because the address may be wrong.
    init(of item: FeedItem, format: ImageFormat?) {
        let path: String
        switch item.picture {
        case .remote(let address): path = Self.lastPart(ofAddress: address.publicAddress.text)
        case .local(let file): path = file.pieces.last.map { String(decoding: $0, as: UTF8.self) } ?? ""
        case .embedded, .missing, .folder: path = ""
        }
        let own = Self.clean(path)
        let (name, ownEnding) = Self.split(own)
        var stem = name.isEmpty ? Self.clean(item.title) : name
        if stem.isEmpty { stem = "picture" }
        let endings = format.map { $0.fileExtensions.map { "." + $0 } } ?? []
        ending = endings.contains(ownEnding.lowercased()) || format == nil ? ownEnding : endings.first ?? ownEnding
        while stem.utf8.count + ending.utf8.count > Self.maxBytes { stem.unicodeScalars.removeLast() }
        self.stem = stem
    }

    /// Returns the name of an attempt; later attempts have a number.
    func name(attempt: Int) -> String { attempt == 0 ? stem + ending : "\(stem)-\(attempt + 1)\(ending)" }

    private static func lastPart(ofAddress address: String) -> String {
        let path = address.prefix { $0 != "?" && $0 != "#" }
        let rest = path.firstRange(of: "://").map { path[$0.upperBound...] } ?? path
        let parts = rest.split(separator: "/")
        guard parts.count > 1, let last = parts.last else { return "" }  // a host alone is not a name
        return String(validating: PercentEscapes.decodeTolerantly(last.utf8), as: UTF8.self) ?? String(last)
    }

    private static func clean(_ text: String) -> String {
        let signs: Set<Character> = ["/", "\\", ":", "*", "?", "\"", "<", ">", "|"]  // also those of other file systems
        let name = TextSanitizer.clean(text).map { signs.contains($0) ? "_" : $0 }
        let edges: Set<Character> = [".", "-", " ", "~"]
        let front = name.drop { edges.contains($0) }
        return String(front.reversed().drop { $0 == " " || $0 == "." }.reversed())
    }

    /// Splits a name as in `("photo", ".jpg")`; an extension is short and alphanumeric.
    private static func split(_ name: String) -> (String, String) {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (name, "") }
        let ending = name[dot...]
        guard (2...5).contains(ending.count),
            ending.dropFirst().allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
        else { return (name, "") }
        return (String(name[..<dot]), String(ending))
    }
}
