import HalftoneCore

/// The state of one `<item>` or `<entry>` while it is parsed.
struct FeedEntry {
    /// The words of an entry, or of its pictures.
    struct Words {
        private(set) var summary: String?
        private(set) var text: String?

        /// Takes a text: the longest is the whole text. The summary is a description, otherwise the first text.
        mutating func take(_ words: String, isDescription: Bool, limits: FeedLimits) {
            guard let words = words.shownText(bytes: limits.itemTextBytes) else { return }
            if words.utf8.count > text?.utf8.count ?? 0 { text = words }
            if isDescription || summary == nil { summary = words.shownLine(length: limits.summaryLength) }
        }
    }

    var title: String?
    var words = Words()
    var author: String?
    var tags: String?
    private(set) var link: WebAddress?
    /// The identity, if it is the address of a page.
    var permanentLink: WebAddress?
    var guid: String?
    var published: Double?
    var updated: Double?
    /// The title and description of Media RSS, for a picture of the entry.
    var mediaTitle: String?
    var mediaWords = Words()
    /// Whether the entry has audio or video, so that the podcast's artwork applies.
    var isEpisode = false
    var pictures: EntryPictures
    /// The pictures of articles whose base is the page, which is not known yet.
    private var waiting:
        [(images: [MarkupText.Image], position: Int, addresses: DocumentAddresses, isBaseStated: Bool)] = []
    private let summaryLength: Int

    init(limits: FeedLimits) {
        pictures = EntryPictures(limit: limits.otherPictures)
        summaryLength = limits.summaryLength
    }

    /// The page of the entry.
    var page: WebAddress? { link ?? permanentLink }

    var hasPicture: Bool { pictures.shown != nil }
    /// The words that are shown: a description of its pictures counts for an entry without own words.
    private var shownWords: Words { words.summary == nil ? mediaWords : words }

    /// Takes the first link as the page of the entry.
    mutating func take(link address: WebAddress?) {
        guard link == nil, let address else { return }
        link = address
        offerWaiting()
    }

    /// Offers the pictures of an article. Their base is the page of the entry, unless the document states another.
    mutating func offer(_ images: [MarkupText.Image], in addresses: DocumentAddresses, isBaseStated: Bool) {
        guard !images.isEmpty else { return }
        waiting.append((images, pictures.reserve(images.count), addresses, isBaseStated))
        if isBaseStated || link != nil || waiting.count == Self.maxWaiting { offerWaiting() }
    }

    /// Maximum articles that wait for a link.
    private static let maxWaiting = 64

    /// Offers the pictures that have waited for a link. Call it after the last part of the entry.
    mutating func offerWaiting() {
        for article in waiting {
            var addresses = article.addresses
            if !article.isBaseStated { addresses.base = page ?? addresses.base }
            offer(article.images, at: article.position, addresses)
        }
        waiting = []
    }

    /// Offers the pictures of an article, the first of which is better than larger ones.
    private mutating func offer(_ images: [MarkupText.Image], at position: Int, _ addresses: DocumentAddresses) {
        var role = Role.articleImage
        for (number, image) in images.enumerated() {
            guard var picture = Picture(role, image.source, in: addresses) else { continue }
            if picture.embedded?.isShort == true {
                if hasPicture || number < images.count - 1 { continue }
                picture.role = .laterArticleImage
            }
            (picture.width, picture.height) = (image.width, image.height)
            picture.text = image.text?.shownLine(length: summaryLength)
            pictures.offer(picture, at: position + number)
            role = .laterArticleImage
        }
    }

    /// Takes the text of an element; the first one of its kind counts.
    ///
    /// - Parameter picture: the picture that a description of Media RSS is the caption of.
    mutating func take(_ text: FeedText, ofPicture picture: WebAddress?, limits: FeedLimits) {
        switch text.element {
        case .title: title = title ?? text.line(limits.titleLength)
        case .mediaTitle: mediaTitle = mediaTitle ?? text.line(limits.titleLength)
        case .mediaDescription:
            let words = text.words
            if let picture, let caption = words.shownLine(length: limits.summaryLength) {
                pictures.describe(picture, as: caption)
            }
            if mediaWords.summary == nil { mediaWords.take(words, isDescription: true, limits: limits) }
        case .author, .authorName: author = author ?? text.author(limits.titleLength)
        case .tag: if let tag = text.line(limits.titleLength) { addTag(tag, length: limits.titleLength) }
        case .guid:
            let identity = text.plain
            if !identity.isEmpty { guid = guid ?? identity }
            // The `id` of Atom is no link even if it looks like one.
            if !text.isOpaque { permanentLink = permanentLink ?? WebAddress(identity) }
        case .published: published = published ?? FeedDate.seconds(text.plain)
        case .updated: updated = updated ?? FeedDate.seconds(text.plain)
        default: break
        }
    }

    /// Adds a tag, or several separated by commas, up to the limit.
    mutating func addTag(_ text: String, length: Int) {
        guard tags.map({ $0.unicodeScalars.count < length }) ?? true else { return }
        tags = (tags.map { "\($0), \(text)" } ?? text).shownLine(length: length)
    }

    /// Returns the item; `nil` without a picture, unless the entry is shown without one and has any text.
    func item(orTextOnly showsTextOnly: Bool) -> FeedItem? {
        let picture = pictures.shown
        let name = (picture == nil ? page : picture?.address).map { TextList.remoteItem($0).title }
        let fallback = picture == nil ? words.summary ?? name : name ?? picture?.text ?? "an embedded picture"
        guard picture != nil || showsTextOnly, let title = title ?? mediaTitle ?? fallback else { return nil }
        var item = FeedItem(
            title: title, page: page?.address, picture: picture?.source ?? .missing, date: published ?? updated,
            byteCount: picture?.byteCount, pixelWidth: picture?.width, pixelHeight: picture?.height,
            summary: shownWords.summary, text: shownWords.text,
            pictureText: picture.flatMap { $0.text ?? (words.summary == nil ? nil : mediaWords.summary) },
            otherPictures: pictures.others, author: author, tags: tags)
        item.identify(by: guid)
        return item
    }
}

extension FeedEntry {
    /// Returns whether an enclosure or `media:content` can be a picture, by its type, its medium or its name.
    /// SVG is mostly a logo and does not count.
    static func isPicture(type: String?, medium: String?, address: WebAddress) -> Bool {
        if let type = type?.lowercased(), type.contains("/"), !type.contains("/octet-stream") {
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
