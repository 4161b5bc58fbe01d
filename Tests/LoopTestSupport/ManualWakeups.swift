import TerminalViews
import TestSupport

/// Wakes the main loop on a call of the test, in place of the kernel.
@MainActor
package final class ManualWakeups: LoopWakeups {
    private let time: ManualTime
    package var didWake: @MainActor () -> Void = {}
    /// The next deadline of the loop; `nil`: none.
    package private(set) var dueAt: Duration?
    package private(set) var inputs: [Int32: @MainActor () -> Void] = [:]
    /// Called while the terminal has room; `nil`: the loop has nothing to write.
    package private(set) var output: (@MainActor () -> Void)?
    package private(set) var isCancelled = false

    package init(time: ManualTime) { self.time = time }

    package func watchInput(_ descriptor: Int32, _ body: @escaping @MainActor () -> Void) { inputs[descriptor] = body }
    package func watchOutput(_ descriptor: Int32, _ body: @escaping @MainActor () -> Void) { output = body }
    package func ignoreOutput() { output = nil }
    package func wake(after delay: Duration?) { dueAt = isCancelled ? nil : delay.map { time.now + $0 } }

    package func cancel() {
        (inputs, output, dueAt, isCancelled) = ([:], nil, nil, true)
    }

    /// Wakes the loop at its time.
    package func fire() {
        dueAt = nil
        didWake()
    }
}
