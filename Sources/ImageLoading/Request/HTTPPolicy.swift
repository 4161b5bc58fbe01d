/// How far the freshness that a server states decides whether a cached image may be used, in memory and on disk alike.
///
/// Under every policy, `no-store` keeps an image off the disk, a response that `Vary` reserves for other request
/// headers is a miss, and a bad response never replaces a good entry.
public enum HTTPPolicy: String, Hashable, Sendable, CaseIterable {
    /// Uses an entry until the cache expires it: SDWebImage's rule, and the default.
    case forever
    /// Revalidates a stale entry, with its validators, before anything is shown (RFC 9111).
    case http
    /// Shows a stale entry at once and revalidates it in the background; the load completes again only if the image
    /// changed (RFC 5861). If the response states for how long, an older entry is revalidated first.
    case staleWhileRevalidate
    /// Shows an entry at once and revalidates it whatever its age, unless the server has called it immutable
    /// (RFC 8246): ``ImageOptions/refreshCached``.
    case always
}

extension HTTPPolicy {
    /// How a cached image is used.
    enum Decision {
        case use
        /// Shows the image, then revalidates it.
        case useAndRevalidate
        /// Revalidates the image before it is shown.
        case revalidate
    }

    /// Returns how an image is used. `response`: its HTTP metadata, if known. `expiration`: how long it is fresh, in place
    /// of what the server states.
    func decide(_ response: ResponseMetadata?, expiration: Duration? = nil, at now: Double) -> Decision {
        var response = response
        if let expiration { response?.expire(after: expiration.seconds) }
        let freshness = response?.state(at: now) ?? .stale
        return switch self {
        case .forever: .use
        case .always: freshness == .fresh && response?.isImmutable == true ? .use : .useAndRevalidate
        case .http: freshness == .fresh ? .use : .revalidate
        case .staleWhileRevalidate:
            switch freshness {
            case .fresh: .use
            case .usableWhileRevalidating: .useAndRevalidate
            case .stale:
                response.map { $0.staleWhileRevalidate > 0 || $0.mustRevalidate(at: now) } == true
                    ? .revalidate : .useAndRevalidate
            }
        }
    }

    /// Whether what the server said decides about the use of an image.
    var followsServer: Bool { self == .http || self == .staleWhileRevalidate }
}
