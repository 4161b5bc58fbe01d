/// The elements of feeds that matter here.
enum FeedElement {
    case root, entry, ignored
    case title, link, guid, published, updated
    case description, article
    case mediaTitle, mediaDescription
    case enclosure, mediaContent, mediaThumbnail, itunesImage, articleImage
    case other

    init(_ name: XMLName) {
        self =
            switch name.vocabulary {
            case .rss: Self.core[name.local] ?? Self.core[name.local.lowercased()] ?? .other
            case .atom: Self.atom[name.local] ?? .other
            case .media: Self.media[name.local] ?? .other
            case .itunes: name.local == "image" ? .itunesImage : .other
            case .content: name.local == "encoded" ? .article : .other
            case .dublinCore: name.local == "date" ? .published : .other
            case .xhtml: name.local == "img" ? .articleImage : .other
            case .rdf: name.local == "RDF" ? .root : .other
            case .xml, .other: .other
            }
    }

    /// True if its text is collected.
    var hasText: Bool {
        switch self {
        case .title, .link, .guid, .published, .updated, .description, .article, .mediaTitle,
            .mediaDescription:
            true
        default: false
        }
    }

    /// RSS, and Atom whose namespace was forgotten.
    private static let core: [String: FeedElement] = [
        "rss": .root, "feed": .root, "item": .entry, "entry": .entry, "title": .title, "link": .link, "guid": .guid,
        "pubdate": .published, "published": .published, "updated": .updated, "description": .description,
        "summary": .description, "content": .article, "enclosure": .enclosure, "img": .articleImage,
        // These have titles and links of their own that are not the feed's.
        "image": .ignored, "textinput": .ignored, "source": .ignored,
    ]

    private static let atom: [String: FeedElement] = [
        "feed": .root, "entry": .entry, "title": .title, "link": .link, "published": .published, "issued": .published,
        "updated": .updated, "modified": .updated, "summary": .description, "content": .article, "source": .ignored,
    ]

    private static let media: [String: FeedElement] = [
        "content": .mediaContent, "thumbnail": .mediaThumbnail, "title": .mediaTitle, "description": .mediaDescription,
    ]
}
