import Transfer

/// Whether a stored answer may be used (RFC 9111, section 4.2; RFC 5861).
public enum Freshness: Sendable, Hashable {
    /// It may be used as it is.
    case fresh
    /// It may be shown while the server is asked whether it changed.
    case staleButUsableWhileRevalidating
    /// The server must be asked first.
    case stale
}

/// What the head of an answer says about keeping and reusing it, in the terms of HTTP. A pure value: it takes the time
/// as an argument and knows neither cache nor clock.
///
/// The rules are those of RFC 9111 for a private cache, and of RFC 5861. Seconds are since 1970 where they are a moment.
public struct ResponseMetadata: Sendable, Hashable {
    /// What asks the server later whether it changed.
    public var validators: Validators
    /// When the answer, or the last 304 to it, came.
    public var receivedAt: Double
    /// How many seconds old it was when it came (section 4.2.3).
    public var initialAge: Double
    /// For how many seconds of age it is fresh (section 4.2.1). 0: it has to be asked for every time.
    public var lifetime: Double
    /// Whether the lifetime is our guess from the date of the last change, and not the server's word.
    public var isHeuristic: Bool
    /// The parts of the request that it was chosen by.
    public var vary: Vary
    /// It must not be kept at all: neither on disk nor in memory.
    public var noStore: Bool
    /// It must be asked for every time, however young it is.
    public var noCache: Bool
    /// Once stale it must not be shown before the server was asked, whatever else is said.
    public var mustRevalidate: Bool
    /// It never changes while it is fresh (RFC 8246): even a refresh by hand need not ask.
    public var isImmutable: Bool
    /// For how many seconds after its lifetime it may be shown while the server is asked.
    public var staleWhileRevalidate: Double
    /// For how many seconds after its lifetime it may be shown when the server cannot answer.
    public var staleIfError: Double

    /// A share of the time since the last change, in which the next one is not expected (section 4.2.2).
    static let heuristicShare = 0.1
    /// The longest guess: a picture that has not changed for ten years is asked for once a week.
    static let longestGuess = 604_800.0
    /// A clock that is set back by less than this was only corrected.
    static let clockTolerance = 60.0

    /// Reads the head of an answer with status 200.
    ///
    /// `requestHeaders` are those that were sent, for `Vary`. `requestedAt` is when; without it the answer is taken to
    /// have come at once.
    public init(
        headers: TransferHeaders, requestHeaders: [(name: String, value: String)], receivedAt: Double,
        requestedAt: Double? = nil
    ) {
        let control = CacheControl(headers.values(for: "Cache-Control"))
        let date = headers["Date"].flatMap { HTTPDate($0, now: receivedAt)?.secondsSince1970 }
        validators = Validators(entityTag: headers["ETag"], lastModified: headers["Last-Modified"])
        self.receivedAt = receivedAt
        initialAge = Self.age(headers["Age"], date: date, receivedAt: receivedAt, requestedAt: requestedAt)
        let explicit = Self.lifetime(control, headers.values(for: "Expires"), date: date ?? receivedAt, receivedAt)
        isHeuristic = explicit == nil
        lifetime = explicit ?? Self.guess(headers["Last-Modified"], date: date ?? receivedAt, receivedAt)
        vary = Vary(headers.values(for: "Vary"), requestHeaders: requestHeaders)
        noStore = control.noStore
        noCache = control.noCache
        mustRevalidate = control.mustRevalidate
        isImmutable = control.isImmutable
        staleWhileRevalidate = control.staleWhileRevalidate.seconds
        staleIfError = control.staleIfError.seconds
    }

    // MARK: - Questions

    /// Seconds since the origin server made or confirmed it (section 4.2.3). Endless if the clock was set back since it
    /// came, because then nobody knows.
    public func age(at now: Double) -> Double {
        guard now >= receivedAt - Self.clockTolerance else { return .infinity }
        return initialAge + max(0, now - receivedAt)
    }

    /// Whether it may be used at a moment.
    public func state(at now: Double) -> Freshness {
        guard !noCache else { return .stale }
        let age = age(at: now)
        if age < lifetime { return .fresh }
        guard !mustRevalidate, age < lifetime + staleWhileRevalidate else { return .stale }
        return .staleButUsableWhileRevalidating
    }

    /// Whether it may be shown because the server could not be asked, or failed.
    ///
    /// Never after `must-revalidate` or `no-cache`, whose whole sense is not to show old things. Which failures count is
    /// the caller's business: no answer at all, 500, 502, 503 and 504 (RFC 5861, section 4).
    public func mayServeOnError(at now: Double) -> Bool {
        guard !noCache else { return false }
        let age = age(at: now)
        return age < lifetime || !mustRevalidate && age < lifetime + staleIfError
    }

    /// Whether it is the answer to a request with these headers.
    public func matches(requestHeaders: [(name: String, value: String)]) -> Bool { vary.matches(requestHeaders) }

    // MARK: - Renewal

    /// The metadata after a 304 (section 4.3.4): what its head says in place of what was said before, the rest as it
    /// was, the age counted anew.
    public func renewed(
        by headers: TransferHeaders, requestHeaders: [(name: String, value: String)], receivedAt: Double,
        requestedAt: Double? = nil
    ) -> ResponseMetadata {
        var result = ResponseMetadata(
            headers: headers, requestHeaders: requestHeaders, receivedAt: receivedAt, requestedAt: requestedAt)
        result.validators = Validators(
            entityTag: result.validators.entityTag ?? validators.entityTag,
            lastModified: result.validators.lastModified ?? validators.lastModified)
        // Who asked is known of the old one; the question whether it changed was asked for the same.
        if headers["Vary"] == nil || result.vary.hasNames(of: vary) { result.vary = vary }
        guard headers["Cache-Control"] == nil, headers["Expires"] == nil else { return result }
        (result.lifetime, result.isHeuristic) = (lifetime, isHeuristic)
        (result.noStore, result.noCache) = (noStore, noCache)
        (result.mustRevalidate, result.isImmutable) = (mustRevalidate, isImmutable)
        (result.staleWhileRevalidate, result.staleIfError) = (staleWhileRevalidate, staleIfError)
        return result
    }

    /// This answer, for the same requests, as one that is never fresh.
    var stale: ResponseMetadata {
        var result = self
        result.noCache = true
        return result
    }

    /// The same metadata, confirmed at a moment by a server that said nothing else.
    public func renewed(at now: Double) -> ResponseMetadata {
        var result = self
        (result.receivedAt, result.initialAge) = (now, 0)
        return result
    }
}

// MARK: - The sums of RFC 9111

extension ResponseMetadata {
    /// How old the answer was when it came, by the larger of what the clocks and what the caches on the way say.
    private static func age(_ field: String?, date: Double?, receivedAt: Double, requestedAt: Double?) -> Double {
        let apparent = date.map { max(0, receivedAt - $0) } ?? 0
        let delay = requestedAt.map { max(0, receivedAt - $0) } ?? 0
        // Of a list the first member counts; what is no number is passed over (section 5.1).
        let first = field?.split(separator: ",", omittingEmptySubsequences: false).first?.trimmedOfSpaces
        return max(apparent, CacheControl.seconds(first).seconds + delay)
    }

    /// The lifetime that the server gives; `nil` if it says nothing. What it says but cannot be read means stale.
    private static func lifetime(
        _ control: CacheControl, _ expires: [String], date: Double, _ now: Double
    ) -> Double? {
        if let maxAge = control.maxAge { return maxAge.seconds }
        guard let first = expires.first else { return nil }
        guard let end = HTTPDate(first.trimmedOfSpaces, now: now) else { return 0 }
        return min(max(0, end.secondsSince1970 - date), CacheControl.longest)
    }

    private static func guess(_ lastModified: String?, date: Double, _ now: Double) -> Double {
        guard let text = lastModified, let change = HTTPDate(text.trimmedOfSpaces, now: now) else { return 0 }
        return min(max(0, date - change.secondsSince1970) * heuristicShare, longestGuess)
    }
}

extension CacheControl.Seconds? {
    /// The number; 0 where there is none.
    fileprivate var seconds: Double { self?.seconds ?? 0 }
}

extension CacheControl.Seconds {
    fileprivate var seconds: Double { if case .of(let seconds) = self { seconds } else { 0 } }
}
