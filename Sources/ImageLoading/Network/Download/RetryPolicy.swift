import HalftoneCore
import Transfer

/// A policy for retrying failed downloads: exponential backoff with full jitter (Brooker, "Exponential Backoff And
/// Jitter", 2015), and never sooner than the server requests. A value.
public struct RetryPolicy: Sendable, Equatable {
    /// Maximum number of attempts, the first included.
    public var attempts: Int

    /// Creates a policy with a maximum number of attempts, at least one.
    public init(attempts: Int) { self.attempts = max(1, attempts) }

    /// No retries: the first failure is final.
    public static let none = RetryPolicy(attempts: 1)

    /// At most two retries.
    public static let standard = RetryPolicy(attempts: 3)

    /// Maximum pause after the first failure; doubles after each further one. Enough for a server to drop a stale
    /// connection, and too short to be noticed.
    private static let firstDelay = Duration.milliseconds(250)
    /// Maximum pause: by then the user has scrolled on.
    private static let maxDelay = Duration.seconds(8)
    /// Maximum `Retry-After`; if the server requests more, the download fails immediately. By then the user has scrolled
    /// on.
    private static let maxRetryAfter = Duration.seconds(30)

    /// Returns the pause before the next attempt, or `nil` if the error is final.
    ///
    /// `failures` counts the failures so far, this one included. `date` is the wall clock in seconds since 1970, for a
    /// `Retry-After` that is a date. `jitter`: a random number from 0 to 1.
    func delay(
        after error: ImageError, failures: Int, response: TransferResponse?, date: Double, jitter: Double
    ) -> Duration? {
        guard failures < attempts, Self.isWorthRetrying(error) else { return nil }
        let asked = response?.headers["Retry-After"].flatMap { Self.retryAfter($0, date: date) } ?? .zero
        guard asked <= Self.maxRetryAfter else { return nil }
        let doublings = min(failures - 1, 30)
        let longest = min(Self.firstDelay * (1 << doublings), Self.maxDelay)
        return max(asked, longest * jitter)
    }

    /// Returns whether an identical request may succeed a moment later.
    static func isWorthRetrying(_ error: ImageError) -> Bool {
        switch error {
        case .transfer(let error): error.isTransient
        // The server does not support such a request, which stays the same in a moment.
        case .invalidStatusCode(501, _), .invalidStatusCode(505..., _): false
        default: error.isTemporaryStatus
        }
    }

    /// Parses `Retry-After` (RFC 9110, 10.2.3): seconds or a date. Returns `nil` if it is malformed.
    static func retryAfter(_ text: String, date: Double) -> Duration? {
        if !text.isEmpty, text.utf8.count < 10, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
            return Int(text).map { .seconds($0) }
        }
        return HTTPDate(text, now: date).map { .seconds(max(0, min($0.secondsSince1970 - date, 1e9))) }
    }
}
