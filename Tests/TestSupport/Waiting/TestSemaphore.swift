import Dispatch
import Testing

/// A counting semaphore with a time limit, so that a test that cannot continue fails with what it waited for.
///
/// Safe from any thread, which may block for ``Wait/seconds``.
public final class TestSemaphore: Sendable {
    private let what: String
    private let semaphore = DispatchSemaphore(value: 0)

    /// - Parameter what: what signals it, as the end of a sentence that begins with "waited for".
    public init(_ what: String) { self.what = what }

    public func signal() { semaphore.signal() }

    /// Waits for a signal. Records an issue and returns `false` if none arrives in time or the test is cancelled.
    @discardableResult
    public func wait() -> Bool {
        let wait = Wait(what)
        do {
            while semaphore.wait(timeout: .now() + .milliseconds(Int(try wait.check()))) == .timedOut {}
            return true
        } catch {
            Issue.record("\(error)")
            return false
        }
    }
}
