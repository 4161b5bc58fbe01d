import Dispatch
import TerminalViews

/// Wakes a main loop without keys and screen by a timer on the main queue, which the test's process runs.
@MainActor
final class MainQueueWakeups: LoopWakeups {
    var didWake: @MainActor () -> Void = {}
    private let timer = DispatchSource.makeTimerSource(queue: .main)

    init() {
        timer.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.didWake() } }
        timer.schedule(deadline: .distantFuture)
        timer.activate()
    }

    func watchInput(_ descriptor: Int32, _ body: @escaping @MainActor () -> Void) {}
    func watchOutput(_ descriptor: Int32, _ body: @escaping @MainActor () -> Void) {}
    func ignoreOutput() {}

    func wake(after delay: Duration?) {
        guard let delay else { return timer.schedule(deadline: .distantFuture) }
        timer.schedule(deadline: .now() + .nanoseconds(Int(min(delay, .seconds(3600)) / .nanoseconds(1))))
    }

    func cancel() { timer.cancel() }
}
