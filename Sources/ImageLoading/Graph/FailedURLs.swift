import Transfer

/// URLs that failed, and until when they are not tried again. A value without a clock.
///
/// How long depends on what went wrong: bytes that are no picture stay so; a missing page may appear; a lost
/// connection says nothing about the URL.
struct FailedURLs {
    /// How long a failure is remembered.
    enum Lifetime {
        /// Bytes that cannot be decoded, or a picture that is gone for good.
        static let permanent = Duration.seconds(3600)
        /// The server refused or has no such picture.
        static let refused = Duration.seconds(60)
        /// The server is in trouble, or asked for patience.
        static let trouble = Duration.seconds(5)
    }

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

    /// `lifetime` is how long, unless that is what the kind of error says; without one nothing is remembered.
    mutating func record(_ error: ImageError, for url: String, now: Duration, lifetime: Duration? = nil) {
        guard let lifetime = lifetime ?? Self.lifetime(of: error) else { return }
        if entries.count >= Self.capacity, entries[url] == nil { makeRoom(now) }
        entries[url] = (error, now + lifetime)
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
    static func lifetime(of error: ImageError) -> Duration? {
        switch error {
        case .badImageData(.cancelled), .transfer(.cancelled), .cancelled, .notInCache, .failedBefore, .unreadableFile,
            .invalidRequest, .invalidResponse:
            nil
        case .badImageData(.tooSlow): Lifetime.trouble  // ours, which may be over as soon
        case .badImageData, .invalidURL, .invalidStatusCode(410): Lifetime.permanent
        case .invalidStatusCode(408), .invalidStatusCode(429), .invalidStatusCode(500...599): Lifetime.trouble
        case .invalidStatusCode, .invalidContentType: Lifetime.refused
        case .transfer(let error): error.isTransient ? nil : Lifetime.refused
        }
    }
}
