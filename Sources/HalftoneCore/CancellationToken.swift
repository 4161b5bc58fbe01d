import Synchronization

/// A flag that long-running work checks between its steps. Safe from any thread; set once and never cleared.
public final class CancellationToken: Sendable {
    private let flag = Atomic(false)

    /// Creates a token that is not cancelled.
    public init() {}

    /// Requests that the work stop at its next check. Calling it again has no effect.
    public func cancel() { flag.store(true, ordering: .releasing) }

    /// Whether ``cancel()`` has been called.
    public var isCancelled: Bool { flag.load(ordering: .acquiring) }
}
