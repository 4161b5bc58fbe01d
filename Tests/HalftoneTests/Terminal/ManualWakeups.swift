import TerminalViews
import TestSupport

/// Wakes the main loop on a call of the test, in place of the kernel.
@MainActor
final class ManualWakeups: LoopWakeups {
    private let time: ManualTime
    var didWake: @MainActor () -> Void = {}
    /// The next deadline of the loop; `nil`: none.
    private(set) var dueAt: Duration?
    private(set) var inputs: [Int32: @MainActor () -> Void] = [:]
    /// Called while the terminal has room; `nil`: the loop has nothing to write.
    private(set) var output: (@MainActor () -> Void)?
    private(set) var isCancelled = false

    init(time: ManualTime) { self.time = time }

    func watchInput(_ descriptor: Int32, _ body: @escaping @MainActor () -> Void) { inputs[descriptor] = body }
    func watchOutput(_ descriptor: Int32, _ body: @escaping @MainActor () -> Void) { output = body }
    func ignoreOutput() { output = nil }
    func wake(after delay: Duration?) { dueAt = isCancelled ? nil : delay.map { time.now + $0 } }

    func cancel() {
        (inputs, output, dueAt, isCancelled) = ([:], nil, nil, true)
    }

    /// Wakes the loop at its time.
    func fire() {
        dueAt = nil
        didWake()
    }
}
