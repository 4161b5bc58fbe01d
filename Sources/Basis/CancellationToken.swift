import Synchronization

/// A flag that long work checks between its steps. Safe from any thread; set once and never cleared.
public final class CancellationToken: Sendable {
    private let flag = Atomic(false)

    public init() {}

    /// Asks the work to stop at its next check. Calling it again changes nothing.
    public func cancel() { flag.store(true, ordering: .releasing) }

    public var isCancelled: Bool { flag.load(ordering: .acquiring) }
}
