import HalftoneCore
import FoundationEssentials
import ImageFeeds
import ImageLoading

/// The documents of feeds and web pages in the disk cache, beside the pictures: what was read yesterday is shown at once,
/// and its server is asked only whether it changed.
///
/// Not kept are documents whose address holds a password, those that hold addresses with passwords, what a server does
/// not want to be kept, and lists of addresses that are longer than any feed may be: they would push the pictures out.
struct KeptFeeds: FeedCache {
    let disk: DiskCache
    var limits = FeedLimits()

    /// What is known of a document beside its bytes and validators.
    private struct Facts: Codable {
        var type: String?
        var url: PublicAddress

        init(_ document: FeedDocument) {
            type = document.contentType.flatMap { RequestAddress.arePresent(withCredentialsIn: $0) ? nil : $0 }
            url = document.finalURL
        }
    }

    func document(at url: RequestAddress) -> FeedDocument? {
        guard let key = Self.key(of: url), let entry = disk.read(key), let extended = entry.extended,
            let facts = try? JSONDecoder().decode(Facts.self, from: Data(extended))
        else {
            return nil
        }
        let validators = FeedValidators(
            entityTag: entry.validators.entityTag, lastModified: entry.validators.lastModified)
        return FeedDocument(
            body: entry.body, contentType: facts.type, finalURL: facts.url, validators: validators)
    }

    func keep(_ document: FeedDocument?, at url: RequestAddress) {
        guard let key = Self.key(of: url) else { return }
        guard let document, document.body.count <= limits.feedBytes,
            let facts = try? JSONEncoder().encode(Facts(document))
        else {
            if disk.contains(key) { disk.remove(key) }
            return
        }
        let validators = Validators(
            entityTag: document.validators?.entityTag, lastModified: document.validators?.lastModified)
        disk.store(
            DiskCache.Entry(body: document.body, validators: validators, extended: [UInt8](facts)), for: key)
    }

    /// No picture has such a key: URLs have no spaces. `nil`: a document of this address is not kept.
    private static func key(of url: RequestAddress) -> DiskKey? {
        url.holdsCredentials ? nil : DiskKey(source: "feed " + url.publicAddress.text)
    }
}
