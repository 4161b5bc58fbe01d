import Glibc
import HalftoneCore
import ImageLab
import LabTestSupport
import TestSupport

/// A kind of source that contains a password, in its own URL or in the URLs of its items.
enum SecretSource: String, CaseIterable, Sendable {
    case picture, feed, feedWithItems, jsonFeed, escapedFeed, page, remoteList, remoteOutline
    case listFile, outlineFile, feedFile
    case missingPicture, missingFeed, refusedPicture, refusedFeed, unknownHost, redirectToNowhere
    case slashInPassword, portThatIsNone, otherScheme, fileNameWithSlashes, fileNameAlone

    static let password = "SEKRET"

    /// Whether the source opens a gallery, in which keys have effects.
    var hasItems: Bool {
        ![.missingFeed, .refusedFeed, .otherScheme, .fileNameWithSlashes, .fileNameAlone].contains(self)
    }

    /// The command line argument of the source.
    func argument(_ server: LabServer, _ folder: TemporaryDirectory) -> String {
        let host = String(server.baseURL.dropFirst("http://".count))
        let secret = "http://bob:\(Self.password)@\(host)"
        switch self {
        case .picture: return "\(secret)/image/photo.jpg?token=kept"
        case .feed: return "\(secret)/image/plain.xml"
        case .feedWithItems: return "\(server.baseURL)/image/feed.xml"
        case .jsonFeed: return "\(server.baseURL)/image/feed.json"
        case .escapedFeed: return "\(server.baseURL)/image/escaped.xml"
        case .page: return "\(server.baseURL)/image/page.html"
        case .remoteList: return "\(server.baseURL)/image/list.txt"
        case .remoteOutline: return "\(server.baseURL)/image/feeds.opml"
        case .listFile: return folder.write(Self.list(host).utf8, to: "list.txt")
        case .outlineFile: return folder.write(Self.outline(host).utf8, to: "feeds.opml")
        case .feedFile: return folder.write(Self.feed(host).utf8, to: "feed.xml")
        case .missingPicture: return "\(secret)/image/photo.jpg?status=404"
        case .missingFeed: return "\(secret)/image/plain.xml?status=404"
        case .refusedPicture: return "http://bob:\(Self.password)@127.0.0.1:1/a.jpg"
        case .refusedFeed: return "http://bob:\(Self.password)@127.0.0.1:1/feed.xml"
        case .unknownHost: return "http://bob:\(Self.password)@nowhere.invalid/a.jpg"
        case .redirectToNowhere: return "\(secret)/image/photo.jpg?loop"
        case .slashInPassword: return "http://bob:SE/\(Self.password)@\(host)/image/photo.jpg"
        case .portThatIsNone: return "http://bob:\(Self.password)@127.0.0.1:none/a.jpg"
        case .otherScheme: return "ftp://bob:\(Self.password)@\(host)/a.jpg"
        case .fileNameWithSlashes: return "//bob:\(Self.password)@\(host)/image/photo.jpg"
        case .fileNameAlone: return "bob:\(Self.password)@\(host)/image/photo.jpg"
        }
    }

    /// Returns a server with the documents of all kinds, and with a picture that needs no password.
    static func server() throws -> LabServer {
        let host = Lock("")
        let documents: [(name: String, type: String, text: @Sendable (String) -> String)] = [
            ("plain.xml", "application/atom+xml", { plainFeed($0) }),
            ("feed.xml", "application/atom+xml", { feed($0) }),
            ("feed.json", "application/feed+json", { jsonFeed($0) }),
            ("escaped.xml", "application/atom+xml", { feed($0).replacing("@", with: "&#64;") }),
            ("page.html", "text/html", { page($0) }), ("list.txt", "text/plain", { list($0) }),
            ("feeds.opml", "text/x-opml", { outline($0) }), ("long.xml", "application/atom+xml", { longFeed($0) }),
        ]
        let pictures = documents.map { document in
            LabPicture(name: document.name, title: document.name, mimeType: document.type) {
                Array(document.text(host.withLock(\.self)).utf8)
            }
        }
        let photo = DemoPicture.firstJPEG
        let server = LabServer(
            pictures: pictures + [
                LabPicture(name: "photo.jpg", title: "photo", mimeType: "image/jpeg", bytes: { photo.bytes })
            ])
        try server.start()
        host.withLock { $0 = String(server.baseURL.dropFirst("http://".count)) }
        return server
    }

    // MARK: - Documents

    private static func secret(_ host: String) -> String { "http://bob:\(password)@\(host)" }

    private static func plainFeed(_ host: String) -> String {
        """
        <feed xmlns='http://www.w3.org/2005/Atom'><title>Plain</title><entry><title>plain</title>
        <link rel='enclosure' type='image/jpeg' href='http://\(host)/image/photo.jpg'/></entry></feed>
        """
    }

    private static func feed(_ host: String) -> String {
        """
        <feed xmlns='http://www.w3.org/2005/Atom'><title>From \(secret(host))/x</title>
        <link rel='next' href='\(secret(host))/image/plain.xml'/>
        <entry><id>\(secret(host))/1</id><title>\(secret(host))/image/photo.jpg</title>
        <summary>see \(secret(host))/about</summary><link href='\(secret(host))/page'/>
        <link rel='enclosure' type='image/jpeg' href='\(secret(host))/image/photo.jpg?seed=1'/></entry></feed>
        """
    }

    private static func longFeed(_ host: String) -> String {
        let entries = (1...9).map { number in
            "<entry><id>\(number)</id><title>\(number).</title>"
                + "<link rel='enclosure' type='image/jpeg' href='\(secret(host))/image/photo.jpg?seed=\(number)'/></entry>"
        }
        return "<feed xmlns='http://www.w3.org/2005/Atom'><title>Long</title>\(entries.joined())</feed>"
    }

    private static func jsonFeed(_ host: String) -> String {
        let item = "{\"id\": \"1\", \"url\": \"\(secret(host))/page\", \"image\": \"\(secret(host))/image/photo.jpg\"}"
        return "{\"version\": \"https://jsonfeed.org/version/1.1\", \"title\": \"t\", \"items\": [\(item)]}"
            .replacing("/", with: "\\/")
    }

    private static func page(_ host: String) -> String {
        "<!DOCTYPE html><html><head><title>\(secret(host))/</title></head><body>"
            + "<a href='\(secret(host))/p'><img src='\(secret(host))/image/photo.jpg'></a></body></html>"
    }

    private static func list(_ host: String) -> String {
        "\(secret(host))/image/photo.jpg\n//bob:\(password)@\(host)/image/photo.jpg\n"
            + "bob:\(password)@\(host)/image/photo.jpg\nhttp://\(host)/image/photo.jpg\n"
    }

    private static func outline(_ host: String) -> String {
        "<opml version='2.0'><body><outline text='\(secret(host))' xmlUrl='\(secret(host))/image/feed.xml'/></body></opml>"
    }
}
