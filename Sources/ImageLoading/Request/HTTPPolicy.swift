/// How far the freshness that a server states decides whether a cached image may be used.
///
/// Under every policy, `no-store` keeps an image off the disk, a response that `Vary` reserves for other request
/// headers is a miss, and a bad response never replaces a good entry.
public enum HTTPPolicy: String, Hashable, Sendable, CaseIterable {
    /// Uses an entry until the cache expires it: SDWebImage's rule, and the default.
    case forever
    /// Revalidates a stale entry, with its validators, before anything is shown (RFC 9111).
    case http
    /// Shows a stale entry at once and revalidates it in the background; the load completes again only if the image
    /// changed (RFC 5861).
    case staleWhileRevalidate
}
