import Transfer

/// The failed URLs, and until when they are not tried again. A value without a clock.
///
/// The period depends on the failure. Undecodable bytes stay so; a missing page may appear; a lost connection says
/// nothing about the URL and is not remembered.
struct FailedURLs {
    /// For data that cannot be decoded, invalid URLs, and images that are gone for good (410).
    private static let permanent = Duration.seconds(3600)
    /// For requests that the server refuses or has no image for: 403, 404 and the like, TLS, a wrong type, too many
    /// bytes.
    static let refused = Duration.seconds(60)
    /// For servers that fail or ask for a later retry (408, 425, 429, 5xx), and images that took too long to decode.
    private static let trouble = Duration.seconds(5)

    /// Maximum number of URLs: a list of a million lines may fail as a whole.
    static let capacity = 10_000

    private var entries: [String: (error: ImageError, expires: Duration)] = [:]

    /// Returns the error of a URL whose period is not over, else `nil`.
    mutating func error(for url: String, now: Duration) -> ImageError? {
        guard let entry = entries[url] else { return nil }
        guard entry.expires > now else {
            entries[url] = nil
            return nil
        }
        return entry.error
    }

    /// Remembers a failure. `period` applies to errors that say nothing about the URL; without it, these are not
    /// remembered.
    mutating func record(_ error: ImageError, for url: String, now: Duration, period: Duration? = nil) {
        guard let period = Self.period(of: error) ?? period else { return }
        if entries.count >= Self.capacity, entries[url] == nil { makeRoom(now) }
        entries[url] = (error.withoutHeaders, now + period)
    }

    /// Removes expired entries, then those that expire first, until half of the capacity is free: a sweep visits every
    /// entry and must not be due again with the next one.
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

    /// Returns the period of a failure; `nil` if the error says nothing about the URL.
    static func period(of error: ImageError) -> Duration? {
        switch error {
        case .badImageData(.cancelled), .badImageData(.decoderUnavailable), .transfer(.cancelled), .cancelled,
            .transformFailed,
            .notInCache, .failedBefore, .unreadableFile, .loaderFailed, .invalidRequest, .invalidResponse,
            .transfer(.hostRefused):
            nil
        case .badImageData(.tooSlow): trouble  // this machine was busy, which may be over as soon
        case .badImageData, .invalidURL, .invalidStatusCode(410, _): permanent
        case .invalidStatusCode where error.isTemporaryStatus: trouble
        case .invalidStatusCode, .invalidContentType: refused
        case .transfer(let error): error.isTransient ? nil : refused
        }
    }
}
