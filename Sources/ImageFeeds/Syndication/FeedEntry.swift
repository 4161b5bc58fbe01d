import HalftoneCore

/// What one `<item>` or `<entry>` has said so far, and the choice of its picture.
struct FeedEntry {
    /// Where a picture was named, the most telling first.
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

        /// Stated pixels; one side alone counts as a square. Sides are bounded so that the product cannot overflow.
        fileprivate var area: Int {
            let sides = [width, height].compactMap { $0 }.map { min($0, 1_000_000) }
            return (sides.first ?? 0) * (sides.last ?? 0)
        }

        /// The better role; within a role the larger picture; the first of equals.
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
    /// Media RSS's own, of a picture inside the entry.
    var mediaTitle: String?
    var mediaSummary: String?
    /// True if it has sound or film to which a podcast's artwork belongs.
    var isEpisode = false
    private var picture: Picture?

    var hasPicture: Bool { picture != nil }

    mutating func offer(_ candidate: Picture) {
        if let picture, !candidate.isBetter(than: picture) { return }
        picture = candidate
    }

    /// Adds a tag, or several with commas between them, as long as there is room.
    mutating func addTag(_ text: String, length: Int) {
        guard tags.map({ $0.unicodeScalars.count < length }) ?? true else { return }
        tags = (tags.map { "\($0), \(text)" } ?? text).shownLine(length: length)
    }

    /// The entry without a picture, if there is anything to read in it.
    var wordsAlone: FeedItem? {
        guard let title = title ?? mediaTitle ?? summary ?? page.map({ TextList.remoteItem($0).title }) else {
            return nil
        }
        return FeedItem(
            title: title, page: page?.address, picture: .missing, date: published ?? updated,
            summary: summary ?? mediaSummary, author: author, tags: tags)
    }

    /// `nil` without a picture.
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
    /// True if what an enclosure or `media:content` states can be a picture: its type, if that is one, else its medium, else
    /// its name.
    /// SVG is left to the entry's other pictures: no coder draws it.
    static func isPicture(type: String?, medium: String?, address: WebAddress) -> Bool {
        if let type = type?.lowercased(), type.contains("/"), !type.hasPrefix("application/octet-stream") {
            return type.hasPrefix("image/") && !type.hasPrefix("image/svg")
        }
        if let medium, !medium.isEmpty { return medium.lowercased() == "image" }
        return !otherMedia.contains(PictureName.fileExtension(of: address.path) ?? "")
    }

    private static let otherMedia: Set<String> = [
        "aac", "avi", "flac", "flv", "gz", "htm", "html", "m3u8", "m4a", "m4v", "mkv", "mov", "mp3", "mp4", "mpeg",
        "mpg",
        "oga", "ogg", "ogv", "opus", "pdf", "php", "svg", "swf", "torrent", "wav", "webm", "wmv", "xml", "zip",
    ]
}
