import HalftoneCore
import ImageCoding
import ImageFeeds

/// A name for a file, made of what strangers call their pictures. A value.
///
/// It has no slash, no control or invisible character, does not begin with a dot, a minus or a blank and does not end
/// with one; it is never empty, and no longer than file systems take.
struct SafeFileName: Hashable, Sendable {
    let stem: String
    /// With its dot; may be empty.
    let ending: String

    /// Bytes of a name on every common file system, less what a number behind it takes.
    private static let mostBytes = 255 - 8

    /// The picture's own name if it has one, else the entry's title. The ending is that of what the picture is: what it
    /// is called may lie.
    init(of item: FeedItem, format: ImageFormat?) {
        let path: String
        switch item.picture {
        case .remote(let address): path = Self.lastPart(ofAddress: address.publicAddress.text)
        case .local(let file): path = file.pieces.last.map { String(decoding: $0, as: UTF8.self) } ?? ""
        case .missing, .folder: path = ""
        }
        let own = Self.clean(path)
        let (name, ownEnding) = Self.split(own)
        var stem = name.isEmpty ? Self.clean(item.title) : name
        if stem.isEmpty { stem = "picture" }
        let endings = format.map { $0.fileExtensions.map { "." + $0 } } ?? []
        ending = endings.contains(ownEnding.lowercased()) || format == nil ? ownEnding : endings.first ?? ownEnding
        while stem.utf8.count + ending.utf8.count > Self.mostBytes, stem.count > 1 { stem.removeLast() }
        self.stem = stem
    }

    /// The name; a later attempt has a number, because the one before is taken.
    func name(attempt: Int) -> String { attempt == 0 ? stem + ending : "\(stem)-\(attempt + 1)\(ending)" }

    private static func lastPart(ofAddress address: String) -> String {
        let path = address.prefix { $0 != "?" && $0 != "#" }
        let rest = path.firstRange(of: "://").map { path[$0.upperBound...] } ?? path
        let parts = rest.split(separator: "/")
        guard parts.count > 1, let last = parts.last else { return "" }  // a host alone is no name
        return decoded(last)
    }

    /// Without percent signs, where that gives UTF-8.
    private static func decoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self) ?? String(text)
    }

    private static func clean(_ text: String) -> String {
        let signs: Set<Character> = ["/", "\\", ":", "*", "?", "\"", "<", ">", "|"]  // not only ours: files travel
        let name = TextSanitizer.clean(text).map { signs.contains($0) ? "_" : $0 }
        let edges: Set<Character> = [".", "-", " ", "~"]
        let front = name.drop { edges.contains($0) }
        return String(front.reversed().drop { $0 == " " || $0 == "." }.reversed())
    }

    /// `("photo", ".jpg")`; an ending is short and plain.
    private static func split(_ name: String) -> (String, String) {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (name, "") }
        let ending = name[dot...]
        guard (2...5).contains(ending.count),
            ending.dropFirst().allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
        else { return (name, "") }
        return (String(name[..<dot]), String(ending))
    }
}
