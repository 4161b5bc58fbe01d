import FoundationEssentials
import Transfer

/// Whether a stored response may be used (RFC 9111, section 4.2; RFC 5861).
public enum Freshness: Sendable, Hashable {
    /// The response may be used as it is.
    case fresh
    /// The response may be shown while it is revalidated.
    case usableWhileRevalidating
    /// The response must be revalidated first.
    case stale
}

/// The caching metadata of an HTTP response. A pure value: it takes the time as an argument and knows neither cache nor
/// clock.
///
/// The rules are those of RFC 9111 for a private cache, and of RFC 5861. Points in time are seconds since 1970.
public struct ResponseMetadata: Sendable, Hashable, Codable {
    /// The validators with which the response is revalidated.
    public var validators: Validators
    /// When the response, or the last 304 for it, was received.
    public var receivedAt: Double
    /// The age of the response on receipt, in seconds (section 4.2.3).
    public var initialAge: Double
    /// The freshness lifetime in seconds of age (section 4.2.1). 0: never fresh.
    public var lifetime: Double
    /// Whether the lifetime is that of `max-age`, beside which `Expires` is ignored (section 5.3); `nil` if not.
    var hasMaxAge: Bool?
    /// The request headers that selected the response.
    public var vary: Vary
    /// `no-store`: it must be stored neither on disk nor in memory.
    public var noStore: Bool
    /// `no-cache`: it must be revalidated for every use, however young it is.
    public var noCache: Bool
    /// `must-revalidate`: it must not be shown once stale, whatever other directives say.
    public var mustRevalidate: Bool
    /// `immutable` (RFC 8246): it never changes while fresh, so even a manual refresh need not revalidate it.
    public var isImmutable: Bool
    /// Seconds after the lifetime during which it may be shown while it is revalidated.
    public var staleWhileRevalidate: Double
    /// Seconds after the lifetime during which it may be shown if the server cannot answer.
    public var staleIfError: Double

    /// The heuristic lifetime as a share of the time since the last change (section 4.2.2).
    static let heuristicShare = 0.1
    /// The longest heuristic lifetime: an image unchanged for ten years is revalidated once a week.
    static let maxHeuristicLifetime = 604_800.0
    /// A clock set back by fewer seconds than this was only corrected.
    static let clockTolerance = 60.0

    /// Reads the headers of a response with status 200.
    ///
    /// `requestHeaders` are those that were sent, for `Vary`. `requestedAt` is the time of the request; default:
    /// `receivedAt`.
    public init(
        headers: TransferHeaders, requestHeaders: [(name: String, value: String)], receivedAt: Double,
        requestedAt: Double? = nil
    ) {
        let control = CacheControl(headers.values(for: "Cache-Control"))
        let date = headers["Date"].flatMap { HTTPDate($0, now: receivedAt)?.secondsSince1970 }
        validators = Validators(entityTag: headers["ETag"], lastModified: headers["Last-Modified"])
        self.receivedAt = receivedAt
        initialAge = Self.age(headers["Age"], date: date, receivedAt: receivedAt, requestedAt: requestedAt)
        lifetime =
            Self.lifetime(control, headers.values(for: "Expires"), date: date ?? receivedAt, receivedAt)
            ?? Self.heuristicLifetime(headers["Last-Modified"], date: date ?? receivedAt, receivedAt)
        hasMaxAge = control.maxAge == nil ? nil : true
        vary = Vary(headers.values(for: "Vary"), requestHeaders: requestHeaders)
        noStore = control.noStore
        noCache = control.noCache
        mustRevalidate = control.mustRevalidate
        isImmutable = control.isImmutable
        staleWhileRevalidate = control.staleWhileRevalidate ?? 0
        staleIfError = control.staleIfError ?? 0
    }

    // MARK: - Freshness

    /// Returns the seconds since the origin server made or confirmed the response (section 4.2.3). Infinite if the
    /// clock was set back since its receipt, because the age is then unknown.
    public func age(at now: Double) -> Double {
        guard now >= receivedAt - Self.clockTolerance else { return .infinity }
        return initialAge + max(0, now - receivedAt)
    }

    /// Returns the freshness of the response at a time.
    public func state(at now: Double) -> Freshness {
        guard !noCache else { return .stale }
        let age = age(at: now)
        if age < lifetime { return .fresh }
        guard !mustRevalidate, age < lifetime + staleWhileRevalidate else { return .stale }
        return .usableWhileRevalidating
    }

    /// Makes the response fresh for as long after its receipt, whatever the server states.
    mutating func expire(after seconds: Double) { (lifetime, noCache) = (initialAge + seconds, false) }

    /// Returns whether the response must be revalidated before it is shown.
    func mustRevalidate(at now: Double) -> Bool { state(at: now) != .fresh && (mustRevalidate || noCache) }

    /// Returns whether the response may be shown because the server could not be asked, or failed.
    ///
    /// Never with `no-cache`, nor once stale with `must-revalidate`, whose purpose is not to show stale responses. The
    /// caller decides which failures count: no response, 500, 502, 503 and 504 (RFC 5861, section 4).
    func mayServeOnError(at now: Double) -> Bool {
        guard !noCache else { return false }
        let age = age(at: now)
        return age < lifetime || !mustRevalidate && age < lifetime + staleIfError
    }

    /// Returns whether the response answers a request with these headers.
    public func matches(requestHeaders: [(name: String, value: String)]) -> Bool { vary.matches(requestHeaders) }

    // MARK: - Revalidation

    /// Returns the metadata after a 304 (section 4.3.4): its headers replace earlier ones, the rest stays, and the age
    /// is counted anew.
    func renewed(
        by headers: TransferHeaders, requestHeaders: [(name: String, value: String)], receivedAt: Double,
        requestedAt: Double? = nil
    ) -> ResponseMetadata {
        var result = ResponseMetadata(
            headers: headers, requestHeaders: requestHeaders, receivedAt: receivedAt, requestedAt: requestedAt)
        result.validators = Validators(
            entityTag: result.validators.entityTag ?? validators.entityTag,
            lastModified: result.validators.lastModified ?? validators.lastModified)
        // The old `Vary` has the header values; the conditional request was made for the same ones.
        if headers["Vary"] == nil || result.vary.hasNames(of: vary) { result.vary = vary }
        guard headers["Cache-Control"] == nil else { return result }
        if headers["Expires"] == nil || hasMaxAge == true {
            (result.lifetime, result.hasMaxAge) = (lifetime, hasMaxAge)
        }
        (result.noStore, result.noCache) = (noStore, noCache)
        (result.mustRevalidate, result.isImmutable) = (mustRevalidate, isImmutable)
        (result.staleWhileRevalidate, result.staleIfError) = (staleWhileRevalidate, staleIfError)
        return result
    }

    /// The metadata for the same requests, but never fresh.
    var stale: ResponseMetadata {
        var result = self
        result.noCache = true
        return result
    }

    /// Returns the metadata after a confirmation at `now` without new headers.
    func renewed(at now: Double) -> ResponseMetadata {
        var result = self
        (result.receivedAt, result.initialAge) = (now, 0)
        return result
    }
}

// MARK: - On disk

extension ResponseMetadata {
    /// The bytes that ``init(encoded:)`` reads; `nil` if they cannot be written.
    var encoded: [UInt8]? { (try? JSONEncoder().encode(self)).map { Array($0) } }

    /// Decodes metadata; `nil` if it is of another version, truncated or invalid: it counts as never written.
    init?(encoded: [UInt8]) {
        guard let decoded = try? JSONDecoder().decode(Self.self, from: Data(encoded)) else { return nil }
        let numbers = [
            decoded.receivedAt, decoded.initialAge, decoded.lifetime, decoded.staleWhileRevalidate,
            decoded.staleIfError,
        ]
        guard numbers.allSatisfy({ $0.isFinite && $0 >= 0 }) else { return nil }
        self = decoded
    }
}

// MARK: - The calculations of RFC 9111

extension ResponseMetadata {
    /// Returns the age on receipt, the larger of the age by the clocks and the age by the caches on the way.
    private static func age(_ field: String?, date: Double?, receivedAt: Double, requestedAt: Double?) -> Double {
        let apparent = date.map { max(0, receivedAt - $0) } ?? 0
        let delay = requestedAt.map { max(0, receivedAt - $0) } ?? 0
        // The first member of a list counts; one that is not a number is ignored (section 5.1).
        let first = field?.split(separator: ",", omittingEmptySubsequences: false).first?.trimmedOfSpaces
        return max(apparent, CacheControl.seconds(first) + delay)
    }

    /// Returns the explicit lifetime, or `nil` if there is none. An unreadable one means stale.
    private static func lifetime(
        _ control: CacheControl, _ expires: [String], date: Double, _ now: Double
    ) -> Double? {
        if let maxAge = control.maxAge { return maxAge }
        guard let first = expires.first else { return nil }
        guard let end = HTTPDate(first.trimmedOfSpaces, now: now) else { return 0 }
        return min(max(0, end.secondsSince1970 - date), CacheControl.maxSeconds)
    }

    private static func heuristicLifetime(_ lastModified: String?, date: Double, _ now: Double) -> Double {
        guard let text = lastModified, let change = HTTPDate(text.trimmedOfSpaces, now: now) else { return 0 }
        return min(max(0, date - change.secondsSince1970) * heuristicShare, maxHeuristicLifetime)
    }
}
