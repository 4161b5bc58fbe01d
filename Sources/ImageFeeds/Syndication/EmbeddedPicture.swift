import FoundationEssentials
import HalftoneCore

/// A picture in an entry itself, as a `data:` URL (RFC 2397). Items share it, and compare it by its digest:
/// its text is long.
public final class EmbeddedPicture: Hashable, Sendable {
    /// The whole `data:` URL, for loading.
    public let url: URL
    /// The bytes of the URL.
    let byteCount: Int
    private let digest: UInt64

    /// A short name for the picture, the same in every run of the program. It cannot be loaded.
    public var publicAddress: PublicAddress { "data:,\(String(digest, radix: 16))" }

    /// Creates the picture of a reference; `nil` if it is not one that can be shown.
    init?(_ reference: String) {
        guard Self.isPicture(reference) else { return nil }
        // Base64 may be in lines.
        let text = String(decoding: reference.utf8.lazy.filter { $0 > 0x20 }, as: UTF8.self)
        guard let url = URL(string: text) else { return nil }
        (self.url, byteCount) = (url, text.utf8.count)
        digest = StoredBytes(Array(text.utf8)).digest
    }

    /// Whether it may be a placeholder for a script, or a symbol.
    var isShort: Bool { byteCount < 1_024 }

    /// The length of URLs of pictures. Shorter ones are single pixels.
    private static let lengths = 200...1_000_000

    /// The media types of pictures. SVG is mostly used for symbols.
    private static let types = Set(FormatTraits.all.flatMap(\.mediaTypes)).subtracting(FormatTraits.svg.mediaTypes)

    /// Returns whether a reference is a `data:` URL of a picture.
    static func isPicture(_ reference: String) -> Bool {
        guard lengths.contains(reference.utf8.count) else { return false }
        let start = reference.prefix(100).lowercased().drop(while: \.isWhitespace)
        guard start.hasPrefix("data:") else { return false }
        return types.contains(String(start.dropFirst(5).prefix { $0 != ";" && $0 != "," }))
    }

    public static func == (left: EmbeddedPicture, right: EmbeddedPicture) -> Bool {
        (left.digest, left.byteCount) == (right.digest, right.byteCount)
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}
