import HalftoneCore

/// The state of one `<item>` or `<entry>` while it is parsed, and the choice of its picture.
struct FeedEntry {
    /// The element that named a picture, the most reliable first.
    enum Role: Int, Comparable {
        case enclosure, mediaContent, itemImage, mediaThumbnail, itunesImage, articleImage

        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    struct Picture {
        var role: Role
        var address: WebAddress
        var byteCount: Int?
        var width: Int?
        var height: Int?
        /// The alternative text.
        var text: String?

        /// The stated pixels; a single side counts as a square. Sides are bounded so that the product cannot overflow.
        fileprivate var area: Int {
            let sides = [width, height].compactMap { $0 }.map { min($0, 1_000_000) }
            return (sides.first ?? 0) * (sides.last ?? 0)
        }

        /// Returns whether the candidate is better: a better role, or a larger picture in the same role.
        fileprivate func isBetter(than other: Picture) -> Bool {
            if role != other.role { return role < other.role }
            if area != other.area { return area > other.area }
            return (byteCount ?? 0) > (other.byteCount ?? 0) && role == .mediaContent
        }
    }

    var title: String?
    var summary: String?
    var author: String?
    var tags: String?
    var page: WebAddress?
    var published: Double?
    var updated: Double?
    /// The title and description of Media RSS, for a picture of the entry.
    var mediaTitle: String?
    var mediaSummary: String?
    /// Whether the entry has audio or video, so that the podcast's artwork applies.
    var isEpisode = false
    private var picture: Picture?

    var hasPicture: Bool { picture != nil }

    mutating func offer(_ candidate: Picture) {
        if let picture, !candidate.isBetter(than: picture) { return }
        picture = candidate
    }

    /// Adds a tag, or several separated by commas, up to the limit.
    mutating func addTag(_ text: String, length: Int) {
        guard tags.map({ $0.unicodeScalars.count < length }) ?? true else { return }
        tags = (tags.map { "\($0), \(text)" } ?? text).shownLine(length: length)
    }

    /// The item of an entry without a picture, if it has any text.
    var wordsAlone: FeedItem? {
        guard let title = title ?? mediaTitle ?? summary ?? page.map({ TextList.remoteItem($0).title }) else {
            return nil
        }
        return FeedItem(
            title: title, page: page?.address, picture: .missing, date: published ?? updated,
            summary: summary ?? mediaSummary, author: author, tags: tags)
    }

    /// The item; `nil` without a picture.
    var item: FeedItem? {
        guard let picture else { return nil }
        let fallback = TextList.remoteItem(picture.address).title
        return FeedItem(
            title: title ?? mediaTitle ?? fallback, page: page?.address, picture: .remote(picture.address.address),
            date: published ?? updated, byteCount: picture.byteCount, pixelWidth: picture.width,
            pixelHeight: picture.height, summary: summary ?? mediaSummary,
            pictureText: picture.text ?? (summary == nil ? nil : mediaSummary), author: author, tags: tags)
    }
}

extension FeedEntry {
    /// Returns whether an enclosure or `media:content` can be a picture, by its type, its medium or its name.
    /// SVG is mostly a logo and does not count.
    static func isPicture(type: String?, medium: String?, address: WebAddress) -> Bool {
        if let type = type?.lowercased(), type.contains("/"), !type.hasPrefix("application/octet-stream") {
            return type.hasPrefix("image/") && !type.hasPrefix("image/svg")
        }
        if let medium, !medium.isEmpty { return medium.lowercased() == "image" }
        return !PictureName.isSVG(address.path)
            && !otherMedia.contains(PictureName.fileExtension(of: address.path) ?? "")
    }

    private static let otherMedia: Set<String> = [
        "aac", "avi", "flac", "flv", "gz", "htm", "html", "m3u8", "m4a", "m4v", "mkv", "mov", "mp3", "mp4", "mpeg",
        "mpg", "oga", "ogg", "ogv", "opus", "pdf", "php", "swf", "torrent", "wav", "webm", "wmv", "xml", "zip",
    ]
}
