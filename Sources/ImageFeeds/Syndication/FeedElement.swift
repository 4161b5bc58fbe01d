/// The relevant elements of feeds.
enum FeedElement {
    case root, entry, ignored
    case title, link, guid, published, updated
    case description, article, author, tag
    /// The name of an Atom author.
    case authorName
    case mediaTitle, mediaDescription
    case enclosure, mediaGroup, mediaContent, mediaThumbnail, itunesImage, articleImage
    /// The feed's own picture: an element around its address, and the address itself.
    case channelImage, channelImageAddress, logo
    /// A picture of an entry in the form of a channel's: an address as text, in a child element, or in an attribute.
    case itemImage
    case other

    init(_ name: XMLName) {
        self =
            switch name.vocabulary {
            case .rss: Self.core[name.local] ?? Self.core[name.local.lowercased()] ?? .other
            case .atom: Self.atom[name.local] ?? .other
            case .media: Self.media[name.local] ?? .other
            case .itunes, .googlePlay: Self.podcast[name.local] ?? .other
            case .content: name.local == "encoded" ? .article : .other
            case .dublinCore: Self.dublinCore[name.local] ?? .other
            case .xhtml: name.local == "img" ? .articleImage : .other
            case .enclosure: name.local == "enclosure" ? .enclosure : .other
            case .rdf: name.local == "RDF" ? .root : .other
            case .xml, .other: .other
            }
    }

    /// Whether the element ends a text in which it occurs.
    var endsText: Bool {
        switch self {
        case .other, .ignored, .articleImage, .channelImage, .channelImageAddress, .itemImage, .logo: false
        default: true
        }
    }

    /// Whether its text may have markup: an address or a date has none.
    var mayHaveMarkup: Bool {
        switch self {
        case .link, .guid, .published, .updated, .logo: false
        default: true
        }
    }

    /// RSS, and Atom without namespace.
    private static let core: [String: FeedElement] = [
        "rss": .root, "feed": .root, "item": .entry, "entry": .entry, "title": .title, "link": .link, "guid": .guid,
        "id": .guid,
        "pubdate": .published, "published": .published, "updated": .updated, "description": .description,
        "summary": .description, "content": .article, "enclosure": .enclosure, "img": .articleImage,
        "image": .channelImage, "url": .channelImageAddress, "logo": .logo, "author": .author, "name": .authorName,
        "category": .tag,
        // Nonstandard but frequent.
        "thumbnail": .itemImage, "thumb": .itemImage, "picture": .itemImage, "photo": .itemImage,
        // Their titles and links are not the feed's.
        "textinput": .ignored, "source": .ignored,
    ]

    private static let atom: [String: FeedElement] = [
        "feed": .root, "entry": .entry, "id": .guid, "title": .title, "link": .link, "published": .published,
        "issued": .published,
        "updated": .updated, "modified": .updated, "summary": .description, "content": .article, "source": .ignored,
        "logo": .logo, "name": .authorName, "category": .tag,
        // Contributors, not the author.
        "contributor": .ignored,
    ]

    private static let podcast: [String: FeedElement] = [
        "image": .itunesImage, "author": .author, "keywords": .tag,
    ]
    private static let dublinCore: [String: FeedElement] = [
        "date": .published, "issued": .published, "created": .published, "available": .published,
        "dateSubmitted": .published, "dateAccepted": .published, "modified": .updated, "creator": .author,
        "subject": .tag,
    ]

    private static let media: [String: FeedElement] = [
        "group": .mediaGroup, "content": .mediaContent, "thumbnail": .mediaThumbnail, "title": .mediaTitle,
        "description": .mediaDescription,
        "credit": .author, "keywords": .tag,
    ]
}
