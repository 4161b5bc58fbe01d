import HalftoneCore
import Glibc
import Testing

/// A wait with a description and a time limit.
///
/// Every loop in which a test waits for another thread, process or server calls ``check(_:)``, so that a test that
/// cannot continue fails with what it waited for.
public struct Wait: Sendable {
    /// The default limit in seconds. Less than a test's limit of a minute (``EndsInTime``).
    public static let seconds = 45 * patience

    /// The factor of all time limits, 1 to 5, from `HALFTONE_PATIENCE`, which `Tests/Sanitizing/run` sets and
    /// `CTestSetup` bounds.
    public static let patience = getenv("HALFTONE_PATIENCE").flatMap { Int(String(cString: $0)) } ?? 1

    public struct TimedOut: Error, CustomStringConvertible {
        public let description: String
    }

    private let what: String
    private let seconds: Int
    private let end: Duration

    /// - Parameter what: the end of a sentence that begins with "waited for".
    public init(_ what: String, seconds: Int = Wait.seconds) {
        (self.what, self.seconds) = (what, seconds)
        end = SystemTime().now + .seconds(seconds)
    }

    /// Returns the milliseconds until the next check is due: at most 100, so that cancellation is noticed soon.
    ///
    /// - Parameter state: the current state, for the failure.
    /// - Throws: ``TimedOut`` after the time limit, or when the test is cancelled.
    public func check(_ state: @autoclosure () -> String = "") throws -> Int32 {
        let left = end - SystemTime().now
        guard left > .zero, !Task.isCancelled else {
            let state = state()
            let duration = Task.isCancelled ? "until the test was ended" : "for \(seconds) s"
            throw TimedOut(description: "waited \(duration) for \(what)\(state.isEmpty ? "" : "; \(state)")")
        }
        return Int32(min(100, left.seconds * 1000)) + 1
    }
}
