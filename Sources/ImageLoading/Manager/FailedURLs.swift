import Transfer

/// How long a URL that failed is not tried again, by what went wrong: bytes that are no picture stay so; a missing page
/// may appear; a lost connection says nothing about the URL, and is not remembered at all. Zero remembers nothing.
public struct FailurePeriods: Hashable, Sendable {
    /// What came cannot be decoded, or the picture is gone for good (410).
    public var permanent = Duration.seconds(3600)
    /// The server refused, or has no such picture: 403, 404 and the like, TLS, a wrong type, too many bytes.
    public var refused = Duration.seconds(60)
    /// The server is in trouble or asks for patience (408, 429, 5xx), or the picture took too long to decode.
    public var trouble = Duration.seconds(5)

    public init() {}
}

/// URLs that failed, and until when they are not tried again. A value without a clock.
struct FailedURLs {
    /// What went wrong, as far as it says for how long.
    enum Kind { case permanent, refused, trouble }

    private let periods: FailurePeriods

    init(_ periods: FailurePeriods = FailurePeriods()) { self.periods = periods }

    /// How many are remembered at most: a list of a million lines may fail as a whole.
    static let capacity = 10_000

    private var entries: [String: (error: ImageError, expires: Duration)] = [:]

    /// The error that a URL is remembered for, if it is not over.
    mutating func error(for url: String, now: Duration) -> ImageError? {
        guard let entry = entries[url] else { return nil }
        guard entry.expires > now else {
            entries[url] = nil
            return nil
        }
        return entry.error
    }

    /// `kind` counts for an error that says nothing about its URL; without one that is not remembered.
    mutating func record(_ error: ImageError, for url: String, now: Duration, kind: Kind? = nil) {
        guard let kind = Self.kind(of: error) ?? kind else { return }
        // A longer period than a century would overflow, and no process lives so long.
        let period = min(periods[kind], .seconds(3_200_000_000))
        guard period > .zero else { return entries[url] = nil }
        if entries.count >= Self.capacity, entries[url] == nil { makeRoom(now) }
        entries[url] = (error, now + period)
    }

    /// Forgets what is over, and of the rest what would be over first, so that half of the places are free: a sweep
    /// looks at every entry, and must not be due again with the next one.
    private mutating func makeRoom(_ now: Duration) {
        entries = entries.filter { $0.value.expires > now }
        let surplus = entries.count - Self.capacity / 2
        guard surplus > 0 else { return }
        for entry in entries.sorted(by: { $0.value.expires < $1.value.expires }).prefix(surplus) {
            entries[entry.key] = nil
        }
    }

    mutating func remove(_ url: String) { entries[url] = nil }
    mutating func removeAll() { entries = [:] }
    var count: Int { entries.count }

    /// `nil`: the error says nothing about the URL.
    static func kind(of error: ImageError) -> Kind? {
        switch error {
        case .badImageData(.cancelled), .transfer(.cancelled), .cancelled, .notInCache, .failedBefore, .unreadableFile,
            .invalidRequest, .invalidResponse:
            nil
        case .badImageData(.tooSlow): .trouble  // ours, which may be over as soon
        case .badImageData, .invalidURL, .invalidStatusCode(410): .permanent
        case .invalidStatusCode(408), .invalidStatusCode(429), .invalidStatusCode(500...599): .trouble
        case .invalidStatusCode, .invalidContentType: .refused
        case .transfer(let error): error.isTransient ? nil : .refused
        }
    }
}

extension FailurePeriods {
    fileprivate subscript(kind: FailedURLs.Kind) -> Duration {
        switch kind {
        case .permanent: permanent
        case .refused: refused
        case .trouble: trouble
        }
    }
}
