import Basis
import Transfer

/// Whether a download that failed is tried again, and how long to wait before: exponential backoff with full jitter
/// (Brooker, "Exponential Backoff And Jitter", 2015), and never sooner than the server asked for. A value.
public struct RetryPolicy: Sendable, Equatable {
    /// How often it is tried at most, the first time included.
    public var attempts: Int

    /// The longest pause after the first failure; twice as long after each further one. 250 ms: what a server needs to
    /// drop a stale connection, and nobody sees.
    public var firstDelay: Duration = .milliseconds(250)

    /// The longest pause. 8 s: whoever looks at a picture has scrolled on by then.
    public var maximumDelay: Duration = .seconds(8)

    /// Who asks for more patience than this (`Retry-After`) is not asked again: the error says so at once. 30 s, for the
    /// same reason.
    public var maximumRetryAfter: Duration = .seconds(30)

    public init(attempts: Int) { self.attempts = max(1, attempts) }

    /// Tries once.
    public static let none = RetryPolicy(attempts: 1)

    /// Tries three times.
    public static let standard = RetryPolicy(attempts: 3)

    /// The pause before the next attempt; `nil`: the error is the end.
    ///
    /// `failures` are those so far, this one included. `date` is the wall clock in seconds since 1970, for a server that
    /// names a moment.
    func delay(
        after error: ImageError, failures: Int, response: TransferResponse?, date: Double,
        using generator: inout some RandomNumberGenerator
    ) -> Duration? {
        guard failures < attempts, Self.isWorthRetrying(error) else { return nil }
        let asked = response?.headers["Retry-After"].flatMap { Self.retryAfter($0, date: date) } ?? .zero
        guard asked <= maximumRetryAfter else { return nil }
        let doublings = min(failures - 1, 30)
        let longest = min(firstDelay * (1 << doublings), maximumDelay)
        return max(asked, longest * Double.random(in: 0...1, using: &generator))
    }

    /// The table of what may be over a moment later: the network's troubles, and the statuses with which a server says so.
    static func isWorthRetrying(_ error: ImageError) -> Bool {
        switch error {
        case .transfer(let error): error.isTransient
        case .invalidStatusCode(let status): [408, 425, 429, 500, 502, 503, 504].contains(status)
        default: false
        }
    }

    /// RFC 9110, 10.2.3: seconds, or a moment. `nil` for what cannot be read.
    static func retryAfter(_ text: String, date: Double) -> Duration? {
        if !text.isEmpty, text.utf8.count < 10, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
            return Int(text).map { .seconds($0) }
        }
        return HTTPDate(text, now: date).map { .seconds(max(0, min($0.secondsSince1970 - date, 1e9))) }
    }
}
