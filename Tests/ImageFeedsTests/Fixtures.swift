import FeedTestSupport
import Glibc
import HalftoneCore
import TestSupport

@testable import ImageFeeds

/// A network of documents in memory. Any other request fails as a fetcher fails.
struct FakeNetwork: FeedFetcher {
    struct NotFound: Error, CustomStringConvertible {
        var description: String { "404 \u{1B}[31mnot found" }
    }

    var documents: [String: FeedDocument] = [:]

    init(_ documents: [String: (type: String?, text: String)] = [:]) {
        for (url, document) in documents { add(url, type: document.type, bytes: Array(document.text.utf8)) }
    }

    mutating func add(_ url: String, type: String?, bytes: [UInt8], finalURL: String? = nil) {
        documents[url] = FeedDocument(bytes: bytes, contentType: type, finalURL: finalURL ?? url)
    }

    func fetch(_ address: RequestAddress, unlessMatching validators: FeedValidators?) async throws -> FeedDocument? {
        let url = address.requestText
        guard let document = documents[url] else { throw NotFound() }
        return document
    }
}

/// Documents whose entity tag is their text; counts the documents that it sends.
final class TaggedServer: FeedFetcher {
    let documents: Lock<[String: String]>
    let sent = Lock<[String]>([])
    let mayBeKept: Bool

    init(_ documents: [String: String], mayBeKept: Bool = true) {
        self.documents = Lock(documents)
        self.mayBeKept = mayBeKept
    }

    func fetch(_ address: RequestAddress, unlessMatching validators: FeedValidators?) async throws -> FeedDocument? {
        let url = address.requestText
        let current = documents.withLock { $0[url] }
        if let validators, current == validators.entityTag { return nil }
        guard let text = current else { throw FakeNetwork.NotFound() }
        sent.withLock { $0.append(url) }
        var document = FeedDocument(
            bytes: Array(text.utf8), contentType: nil, finalURL: url,
            validators: FeedValidators(entityTag: text, lastModified: nil))
        document.mayBeKept = mayBeKept
        return document
    }
}

/// A feed cache in memory, which counts its changes.
final class MemoryFeedCache: FeedCache {
    let documents = Lock<[RequestAddress: FeedDocument]>([:])
    let count = Lock(0)

    func document(at url: RequestAddress) -> FeedDocument? { documents.withLock { $0[url] } }
    func keep(_ document: FeedDocument?, at url: RequestAddress) {
        documents.withLock { $0[url] = document }
        count.withLock { $0 += 1 }
    }
    var urls: [String] { documents.withLock { $0.keys.map(\.requestText).sorted() } }
}

extension TemporaryDirectory {
    @discardableResult
    func write(_ name: String, _ bytes: [UInt8]) throws -> String { write(bytes, to: name) }

    @discardableResult
    func write(_ name: String, _ text: String) throws -> String { try write(name, Array(text.utf8)) }

    func makeFolder(_ name: String) -> String {
        mkdir("\(path)/\(name)", 0o755)
        return "\(path)/\(name)"
    }
}

let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

/// Returns the result of a feed at `http://feeds.test/a/feed.xml`.
func read(
    feed text: String, type: String? = "application/rss+xml", limits: FeedLimits = FeedLimits()
) async throws -> FeedResult {
    try await read(feed: Array(text.utf8), type: type, limits: limits)
}

func read(
    feed bytes: [UInt8], type: String? = "application/rss+xml", limits: FeedLimits = FeedLimits()
) async throws -> FeedResult {
    var network = FakeNetwork()
    network.add("http://feeds.test/a/feed.xml", type: type, bytes: bytes)
    return try await FeedReader(fetcher: network, limits: limits).items(of: [.url("http://feeds.test/a/feed.xml")])
}

/// Returns the result of an argument on a machine without a network.
func read(path: String, limits: FeedLimits = FeedLimits()) async throws -> FeedResult {
    try await FeedReader(fetcher: FakeNetwork(), limits: limits).items(of: [.path(path)])
}

/// Returns the result of a list on standard input.
func read(standardInput bytes: [UInt8], limits: FeedLimits = FeedLimits()) async throws -> FeedResult {
    let reader = FeedReader(fetcher: FakeNetwork(), limits: limits, readStandardInput: { _ in StoredBytes(bytes) })
    return try await reader.items(of: [.standardInput])
}

/// Returns a channel with one item of this content.
func rss(_ inside: String, channel: String = "<title>A channel</title>") -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/" xmlns:content="http://purl.org/rss/1.0/modules/content/"
      xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:dc="http://purl.org/dc/elements/1.1/"
      xmlns:atom="http://www.w3.org/2005/Atom"><channel>\(channel)<item>\(inside)</item></channel></rss>
    """
}

func atom(_ inside: String, attributes: String = "") -> String {
    """
    <?xml version='1.0'?>
    <feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/" \(attributes)>
    <title>Days</title><entry>\(inside)</entry></feed>
    """
}

extension FeedItem {
    /// The item without its identity, to compare it with one that was not parsed.
    var unidentified: FeedItem {
        var item = self
        item.entry = nil
        return item
    }
}
