import Dispatch

/// An executor of delayed work. Tests inject one with a manual clock.
protocol DelayedExecutor: Sendable {
    /// Runs the work once, on any thread, not before `delay` has passed. The work must be short and must not block.
    func run(after delay: Duration, _ work: @escaping @Sendable () -> Void)
}

/// An executor that uses the timers of Dispatch.
struct SystemTimers: DelayedExecutor {
    func run(after delay: Duration, _ work: @escaping @Sendable () -> Void) {
        let (seconds, attoseconds) = delay.components
        let nanoseconds = Int(min(max(seconds, 0), 1_000_000_000)) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
        DispatchQueue.global(qos: .userInitiated).asyncAfter(
            deadline: .now() + .nanoseconds(nanoseconds), execute: work)
    }
}
