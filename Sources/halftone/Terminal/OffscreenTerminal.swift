import Glibc
import TerminalScreen

/// A terminal without keyboard and screen, for Lab scripts in a pipe or in CI: frames are drawn and discarded.
@MainActor
final class OffscreenTerminal: LoopTerminal {
    let size: CellSize
    /// The signals; if `nil`, they end the process immediately.
    private let signals: (any OffscreenSignals)?

    init(size: CellSize, signals: (any OffscreenSignals)?) { (self.size, self.signals) = (size, signals) }

    var descriptors: LoopDescriptors { LoopDescriptors(signals: signals?.descriptor) }
    let pixelAspect = 1.0
    let facts = TerminalFacts()
    let takesLinks = false
    let runs = CellRuns()
    let isActive = true

    func makePresenter() -> (any Presenter)? { nil }
    let hasInput = false
    func readEvents() -> [InputEvent] { [] }
    let pendingInputPatience: Duration? = nil
    func finishPendingInput() -> [InputEvent] { [] }
    func readSignals() -> [ProcessSignal] { signals?.read() ?? [] }
    func resized() -> CellSize { size }
    func suspend() { signals?.stop() }
    func resume() {}
}

/// The signals of a process without a terminal.
@MainActor
protocol OffscreenSignals: AnyObject {
    /// Readable when there is something to ``read()``.
    var descriptor: Int32 { get }
    func read() -> [ProcessSignal]
    /// Stops the process; returns when it has been continued.
    func stop()
}

extension ProcessSignals: OffscreenSignals {
    func stop() { raise(SIGSTOP) }
}
