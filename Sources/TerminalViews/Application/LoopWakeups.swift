import Dispatch

/// The events that wake the main loop: a readable descriptor, a writable one, a timer.
///
/// The loop waits in no other way. An implementation uses the process's main queue, or a clock that a test moves by
/// hand.
@MainActor
package protocol LoopWakeups: AnyObject {
    /// Calls `body` whenever the descriptor is readable, until ``cancel()``.
    func watchInput(_ descriptor: Int32, _ body: @escaping @MainActor () -> Void)
    /// Calls `body` while the descriptor is writable, until ``ignoreOutput()``.
    func watchOutput(_ descriptor: Int32, _ body: @escaping @MainActor () -> Void)
    func ignoreOutput()
    /// Called by the timer of ``wake(after:)``.
    var didWake: @MainActor () -> Void { get set }
    /// Sets the timer to fire once after a delay, replacing its former time; `nil` stops it.
    func wake(after delay: Duration?)
    /// Stops all wakeups.
    func cancel()
}

/// Wakeups on the main queue of libdispatch.
@MainActor
package final class DispatchWakeups: LoopWakeups {
    package var didWake: @MainActor () -> Void = {}

    private var inputs: [any DispatchSourceProtocol] = []
    private var output: (any DispatchSourceProtocol)?
    private let timer = DispatchSource.makeTimerSource(queue: .main)

    package init() {
        timer.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.didWake() } }
        timer.schedule(deadline: .distantFuture)
        timer.activate()
    }

    package func watchInput(_ descriptor: Int32, _ body: @escaping @MainActor () -> Void) {
        inputs.append(activate(DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main), body))
    }

    package func watchOutput(_ descriptor: Int32, _ body: @escaping @MainActor () -> Void) {
        ignoreOutput()
        output = activate(DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: .main), body)
    }

    private func activate(
        _ source: any DispatchSourceProtocol, _ body: @escaping @MainActor () -> Void
    ) -> any DispatchSourceProtocol {
        source.setEventHandler { MainActor.assumeIsolated { body() } }
        source.activate()
        return source
    }

    package func ignoreOutput() {
        output?.cancel()
        output = nil
    }

    /// Sets the timer, to an hour at most: a longer time overflows one of its conversions, and one turn an hour costs
    /// nothing.
    package func wake(after delay: Duration?) {
        guard let delay else { return timer.schedule(deadline: .distantFuture) }
        let nanoseconds = min(max(.zero, delay), .seconds(3600)) / .nanoseconds(1)
        timer.schedule(deadline: .now() + .nanoseconds(Int(nanoseconds)), leeway: .milliseconds(1))
    }

    package func cancel() {
        for source in inputs { source.cancel() }
        inputs = []
        ignoreOutput()
        timer.cancel()
    }
}
