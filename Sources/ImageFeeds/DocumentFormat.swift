import HalftoneCore

/// One format of documents: how it is recognized, how large a document may be, how it is read, and the message for one
/// without items.
///
/// A new format is a row here, its place in ``all``, a file with its parser and the function of ``DocumentReader`` that
/// calls it, and a sample in the tests.
struct DocumentFormat: Sendable {
    let name: String
    /// Whether a document has this format. Formats are tried in the order of ``all``.
    var sniff: @Sendable (DocumentHead) -> Bool = { _ in false }
    /// The outermost element, in lower case, of XML that is recognized only when it is parsed.
    var rootElement: String?
    /// Whether JSON, which is recognized only when it is decoded, has this format.
    var hasOutline: @Sendable (JSONOutline) -> Bool = { _ in false }
    /// The media types with which web pages announce such feeds; not compared with `Content-Type`.
    var feedTypes: Set<String> = []
    /// The extensions, in lower case, that mark an argument such as `x.json` as a file and not a host. They do not
    /// determine the format.
    var fileExtensions: Set<String> = []
    /// Maximum number of bytes.
    var limit: @Sendable (FeedLimits) -> Int = { $0.feedBytes }
    /// Whether only the first bytes are needed.
    var isHeadEnough: @Sendable (DocumentHead) -> Bool = { _ in false }
    /// The kind: the message for a document without items, whether that removes a cached copy, and whether it is a web
    /// page.
    let kind: FeedItems.Kind
    /// The function that reads a document; ``DocumentReader/content(of:as:)`` checks whether the result is empty.
    let parse: @Sendable (DocumentReader) -> (StoredBytes) throws(FeedError) -> SourceContent

    /// All formats, in the order of sniffing. The last one, a list, accepts everything.
    static let all = [
        page, picture, feed, feedList, sitemap, sitemapIndex, compressed, json, jsonFeed, timeline, wideText, entries,
        binary, list,
    ]

    static func of(_ head: DocumentHead) -> DocumentFormat { all.first { $0.sniff(head) } ?? list }

    static let page = DocumentFormat(
        name: "web page", sniff: { $0.isWebPage || $0.isPlainText && $0.contentType.hasPrefix("text/html") },
        rootElement: "html", fileExtensions: ["htm", "html"], kind: .page, parse: DocumentReader.page)

    /// A single picture, which is loaded by its cell. SVG is fetched completely, like other markup.
    static let picture = DocumentFormat(
        name: "picture", sniff: { $0.isPicture || $0.contentType.hasPrefix("image/") },
        fileExtensions: PictureName.pictureExtensions,
        isHeadEnough: { !$0.isMarkup }, kind: .picture, parse: DocumentReader.picture)

    /// RSS and Atom, and other XML.
    static let feed = DocumentFormat(
        name: "RSS or Atom", sniff: { $0.isMarkup },
        feedTypes: ["application/rss+xml", "application/atom+xml", "application/rdf+xml"],
        fileExtensions: ["atom", "rss", "xml"], kind: .feed, parse: DocumentReader.feed)

    static let feedList = DocumentFormat(
        name: "OPML", rootElement: "opml", fileExtensions: ["opml"], kind: .feedList, parse: DocumentReader.feedList)

    static let sitemap = DocumentFormat(
        name: "sitemap", rootElement: "urlset", kind: .feed, parse: DocumentReader.sitemap)

    static let sitemapIndex = DocumentFormat(
        name: "sitemap index", rootElement: "sitemapindex", kind: .sitemapIndex, parse: DocumentReader.sitemap)

    /// A file in gzip, as sitemaps often are. A response that is compressed for the transfer is none.
    static let compressed = DocumentFormat(
        name: "gzip", sniff: { $0.isCompressed }, fileExtensions: ["gz"], kind: .list,
        parse: DocumentReader.compressed)

    static let wideText = DocumentFormat(
        name: "UTF-16 or UTF-32 text", sniff: { $0.isWide }, isHeadEnough: { $0.isFile }, kind: .list,
        parse: { _ in { _ throws(FeedError) in throw .notAFeed(looksLike: .wideText) } })

    /// A list of NUL-terminated entries.
    static let entries = DocumentFormat(
        name: "list with zero bytes", sniff: { $0.isEntries }, limit: { $0.listBytes }, kind: .list,
        parse: DocumentReader.entries)

    static let binary = DocumentFormat(
        name: "binary", sniff: { $0.isBinary }, isHeadEnough: { $0.isFile }, kind: .list,
        parse: { _ in { _ throws(FeedError) in throw .notAFeed(looksLike: .binary) } })

    /// JSON of any format, which precedes ``wideText`` because it may be in UTF-16.
    static let json = DocumentFormat(
        name: "JSON", sniff: { $0.isJSON }, fileExtensions: ["json"], limit: { min($0.feedBytes, $0.jsonBytes) },
        kind: .feed, parse: DocumentReader.json)

    static let jsonFeed = DocumentFormat(
        name: "JSON Feed",
        hasOutline: {
            let isVersion = $0.object?.text("version")?.contains("jsonfeed.org") ?? false
            return !$0.isArray && (isVersion || $0.object?.list("items") != nil)
        }, feedTypes: ["application/feed+json"], kind: .feed, parse: DocumentReader.jsonFeed)

    /// The posts of Mastodon and of servers with the same interface.
    static let timeline = DocumentFormat(
        name: "timeline",
        hasOutline: { $0.isArray && ($0.object?.list("media_attachments") != nil || $0.object == nil) },
        kind: .feed, parse: DocumentReader.timeline)

    static let list = DocumentFormat(
        name: "list", sniff: { _ in true }, fileExtensions: ["list", "lst", "m3u", "txt", "urls"],
        limit: { $0.listBytes }, kind: .list, parse: DocumentReader.list)
}
