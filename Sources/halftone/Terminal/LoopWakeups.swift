import Dispatch

/// The events that wake the main loop: a readable descriptor, a writable one, a timer.
///
/// The loop has no other way to wait. An implementation decides what waiting is: the process's main queue, or a test that
/// moves a clock by hand.
@MainActor
protocol LoopWakeups: AnyObject {
    /// Calls `body` whenever the descriptor is readable, until ``cancel()``.
    func watchInput(_ descriptor: Int32, _ body: @escaping @MainActor () -> Void)
    /// Calls `body` while the descriptor has room, until ``ignoreOutput()``.
    func watchOutput(_ descriptor: Int32, _ body: @escaping @MainActor () -> Void)
    func ignoreOutput()
    /// What ``wake(after:)`` calls.
    var didWake: @MainActor () -> Void { get set }
    /// Wakes once, after so long, in place of any time that was set before; `nil`: not by time.
    func wake(after delay: Duration?)
    /// Stops all wakeups.
    func cancel()
}

/// Wakes on the main queue of libdispatch.
@MainActor
final class DispatchWakeups: LoopWakeups {
    var didWake: @MainActor () -> Void = {}

    private var inputs: [any DispatchSourceProtocol] = []
    private var output: (any DispatchSourceProtocol)?
    private let timer = DispatchSource.makeTimerSource(queue: .main)

    init() {
        timer.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.didWake() } }
        timer.schedule(deadline: .distantFuture)
        timer.activate()
    }

    func watchInput(_ descriptor: Int32, _ body: @escaping @MainActor () -> Void) {
        inputs.append(activate(DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main), body))
    }

    func watchOutput(_ descriptor: Int32, _ body: @escaping @MainActor () -> Void) {
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

    func ignoreOutput() {
        output?.cancel()
        output = nil
    }

    /// An hour at most: more does not fit into every form that a time takes on its way, and one turn an hour is none.
    func wake(after delay: Duration?) {
        guard let delay else { return timer.schedule(deadline: .distantFuture) }
        let nanoseconds = min(max(.zero, delay), .seconds(3600)) / .nanoseconds(1)
        timer.schedule(deadline: .now() + .nanoseconds(Int(nanoseconds)), leeway: .milliseconds(1))
    }

    func cancel() {
        for source in inputs { source.cancel() }
        inputs = []
        ignoreOutput()
        timer.cancel()
    }
}
