import HalftoneCore
import FoundationEssentials
import ImageFeeds
import ImageLoading

/// The documents of feeds and web pages in the disk cache: they are shown immediately in the next run, and revalidated
/// with their servers.
///
/// Not stored are documents with a password in their address or content, `no-store` responses, and lists of addresses
/// that are longer than the limit for feeds, because they would evict pictures.
struct KeptFeeds: FeedCache {
    let disk: DiskCache
    var limits = FeedLimits()
    /// Learns from the documents which hosts were on private addresses, before their servers answer again.
    var guardian: GuardedTransport?

    /// The metadata of a document beside its bytes and validators.
    private struct Facts: Codable {
        var type: String?
        var url: PublicAddress
        var links: [String]?
        /// Whether the hosts of its address and of the one that answered were on a private address.
        var isPrivate: Bool?

        init(_ document: FeedDocument, isPrivate: Bool) {
            self.isPrivate = isPrivate
            type = document.contentType.flatMap {
                RequestAddress.arePresent(withCredentialsIn: Array($0.utf8)) ? nil : $0
            }
            url = document.finalURL
            links = document.links
        }
    }

    func document(at url: RequestAddress) -> FeedDocument? {
        guard let key = Self.key(of: url), let entry = disk.read(key), let extended = entry.extended,
            let facts = try? JSONDecoder().decode(Facts.self, from: Data(extended))
        else {
            return nil
        }
        if facts.isPrivate == true {
            guardian?.noteHost(of: url.requestText, answeredBy: facts.url.text, isPublic: false)
        }
        let validators = FeedValidators(
            entityTag: entry.validators.entityTag, lastModified: entry.validators.lastModified)
        var document = FeedDocument(
            body: entry.body, contentType: facts.type, finalURL: facts.url, validators: validators)
        document.links = facts.links ?? []
        return document
    }

    func keep(_ document: FeedDocument?, at url: RequestAddress) {
        guard let key = Self.key(of: url) else { return }
        guard let document, document.body.count <= limits.feedBytes,
            let facts = try? JSONEncoder().encode(
                Facts(
                    document,
                    isPrivate: guardian?.isPrivate(document.finalURL.text, for: url.requestText) ?? false))
        else {
            if disk.contains(key) { disk.remove(key) }
            return
        }
        let validators = Validators(
            entityTag: document.validators?.entityTag, lastModified: document.validators?.lastModified)
        disk.store(
            DiskCache.Entry(body: document.body, validators: validators, extended: [UInt8](facts)), for: key)
    }

    /// Returns the key of a document, which differs from those of pictures because URLs have no spaces; `nil` if it is
    /// not stored.
    private static func key(of url: RequestAddress) -> DiskKey? {
        url.holdsCredentials ? nil : DiskKey(source: "feed " + url.publicAddress.text)
    }
}
