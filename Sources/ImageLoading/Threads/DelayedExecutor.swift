import Dispatch

/// Runs work after a while. Tests inject one whose time they move by hand.
public protocol DelayedExecutor: Sendable {
    /// Runs the work once, on any thread, not before `delay` is over. The work is short and does not block.
    func run(after delay: Duration, _ work: @escaping @Sendable () -> Void)
}

/// Timers of the system.
public struct SystemTimers: DelayedExecutor {
    public init() {}

    public func run(after delay: Duration, _ work: @escaping @Sendable () -> Void) {
        let (seconds, attoseconds) = delay.components
        let nanoseconds = Int(min(max(seconds, 0), 1_000_000_000)) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
        DispatchQueue.global(qos: .userInitiated).asyncAfter(
            deadline: .now() + .nanoseconds(nanoseconds), execute: work)
    }
}
