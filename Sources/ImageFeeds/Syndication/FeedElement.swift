/// The elements of feeds that matter here.
enum FeedElement {
    case root, entry, ignored
    case title, link, guid, published, updated
    case description, article, author, tag
    /// The name inside an author of Atom.
    case authorName
    case mediaTitle, mediaDescription
    case enclosure, mediaContent, mediaThumbnail, itunesImage, articleImage
    /// The feed's own picture: an element around its address, and the address itself.
    case channelImage, channelImageAddress, logo
    /// A picture of an entry that is written as a channel's is: an address inside, or around another, or in an attribute.
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

    /// False if it may stand inside a text without being the end of it.
    var endsText: Bool {
        switch self {
        case .other, .ignored, .channelImage, .channelImageAddress, .itemImage, .logo: false
        default: true
        }
    }

    /// True if its text is collected.
    var hasText: Bool {
        switch self {
        case .title, .link, .guid, .published, .updated, .description, .article, .author, .authorName, .tag,
            .mediaTitle,
            .mediaDescription, .channelImageAddress, .logo:
            true
        default: false
        }
    }

    /// RSS, and Atom whose namespace was forgotten.
    private static let core: [String: FeedElement] = [
        "rss": .root, "feed": .root, "item": .entry, "entry": .entry, "title": .title, "link": .link, "guid": .guid,
        "pubdate": .published, "published": .published, "updated": .updated, "description": .description,
        "summary": .description, "content": .article, "enclosure": .enclosure, "img": .articleImage,
        "image": .channelImage, "url": .channelImageAddress, "logo": .logo, "author": .author, "name": .authorName,
        "category": .tag,
        // Not of any standard, and frequent.
        "thumbnail": .itemImage, "thumb": .itemImage, "picture": .itemImage, "photo": .itemImage,
        // These have titles and links of their own that are not the feed's.
        "textinput": .ignored, "source": .ignored,
    ]

    private static let atom: [String: FeedElement] = [
        "feed": .root, "entry": .entry, "title": .title, "link": .link, "published": .published, "issued": .published,
        "updated": .updated, "modified": .updated, "summary": .description, "content": .article, "source": .ignored,
        "logo": .logo, "name": .authorName, "category": .tag,
        // People, but not the author.
        "contributor": .ignored,
    ]

    private static let podcast: [String: FeedElement] = [
        "image": .itunesImage, "author": .author, "keywords": .tag,
    ]
    private static let dublinCore: [String: FeedElement] = [
        "date": .published, "creator": .author, "subject": .tag,
    ]

    private static let media: [String: FeedElement] = [
        "content": .mediaContent, "thumbnail": .mediaThumbnail, "title": .mediaTitle, "description": .mediaDescription,
        "credit": .author, "keywords": .tag,
    ]
}
