import Basis
import Glibc
import Testing

/// A bounded wait: what a test waits for, and until when.
///
/// Every loop in which a test waits for another thread, process or server checks one, so that a test that cannot go on
/// fails with what it waited for.
public struct Wait: Sendable {
    /// The default bound. A test has a minute in all (``EndsInTime``), so a wait that begins with it ends before it.
    public static let seconds = 45 * patience

    /// How many times as long everything may take: `HALFTONE_PATIENCE`, which `Tests/Sanitizing/run` sets.
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

    /// Returns the milliseconds until the next check is due: at most 100, so that the end of the test is noticed soon.
    ///
    /// - Parameter state: what was there instead, for the failure.
    /// - Throws: ``TimedOut`` when the time is over, or when the test has been ended.
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
