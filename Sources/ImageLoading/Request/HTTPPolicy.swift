/// How far what a server said about the age of a picture decides whether the copy on disk is good.
///
/// Whatever the policy: `no-store` keeps a picture off the disk, an answer that `Vary` reserves for other request
/// headers is none, and a bad answer never takes the place of a good entry.
public enum HTTPPolicy: String, Hashable, Sendable, CaseIterable {
    /// What is in the cache is good until it expires there: SDWebImage's rule, and the default.
    case forever
    /// What is stale is asked for again, with its validators, before anything is shown (RFC 9111).
    case http
    /// What is stale is shown at once and asked for behind it; the load completes again only if it changed (RFC 5861).
    case staleWhileRevalidate
}
