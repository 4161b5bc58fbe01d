/// The XML vocabularies of feeds, identified by namespace URI; a prefix, the raw value, counts only if its declaration is
/// missing, which is frequent in handmade feeds.
enum XMLVocabulary: String {
    /// RSS of any version, and elements without a namespace.
    case rss
    case atom, media, itunes, content, xhtml, xml, rdf, other
    case googlePlay = "googleplay"
    case dublinCore = "dc"
    case enclosure = "enc"

    init(uri: String?, prefix: String?) {
        if let uri {
            self = Self.byURI[Self.canonical(uri)] ?? (prefix == nil ? .rss : .other)
        } else if let prefix {
            let prefix = prefix.lowercased()
            self = prefix == "dcterms" ? .dublinCore : Self(rawValue: prefix) ?? .other
        } else {
            self = .rss
        }
    }

    /// Namespaces are also written with https, a missing slash or capitals.
    private static func canonical(_ uri: String) -> String {
        var uri = uri.lowercased()
        if uri.hasPrefix("https:") { uri = "http:" + uri.dropFirst(6) }
        while let last = uri.last, last == "/" || last == "#" { uri.removeLast() }
        return uri
    }

    private static let byURI: [String: XMLVocabulary] = [
        "http://www.w3.org/2005/atom": .atom,
        "http://purl.org/atom/ns": .atom,
        "http://search.yahoo.com/mrss": .media,
        "http://www.itunes.com/dtds/podcast-1.0.dtd": .itunes,
        "http://www.google.com/schemas/play-podcasts/1.0": .googlePlay,
        "http://purl.org/rss/1.0/modules/content": .content,
        "http://purl.org/dc/elements/1.1": .dublinCore,
        "http://purl.org/dc/terms": .dublinCore,
        "http://purl.oclc.org/net/rss_2.0/enc": .enclosure,
        "http://www.w3.org/1999/xhtml": .xhtml,
        "http://www.w3.org/xml/1998/namespace": .xml,
        "http://www.w3.org/1999/02/22-rdf-syntax-ns": .rdf,
        // The versions of RSS that may have a prefix.
        "http://my.netscape.com/rdf/simple/0.9": .rss,
        "http://purl.org/rss/1.0": .rss,
    ]
}
