import TerminalScreen

/// The terminal as the main loop knows it: its input, its properties, and stops of the process. Output goes through a
/// ``TerminalWriter`` alone.
@MainActor
protocol LoopTerminal: AnyObject {
    var descriptors: LoopDescriptors { get }

    var size: CellSize { get }
    var pixelAspect: Double { get }
    var facts: TerminalFacts { get }
    var takesLinks: Bool { get }
    var runs: CellRuns { get }
    /// Whether it is ours now, and may be drawn on.
    var isActive: Bool { get }

    /// Returns what turns frames into bytes, or `nil` without a screen.
    func makePresenter() -> (any Presenter)?
    /// Whether something was typed that has not been read.
    var hasInput: Bool { get }
    func readEvents() throws(TerminalError) -> [InputEvent]
    /// How long to wait for more input before ``finishPendingInput()``; `nil` when nothing has begun.
    var pendingInputPatience: Duration? { get }
    func finishPendingInput() -> [InputEvent]
    func readSignals() -> [ProcessSignal]
    func resized() -> CellSize
    /// Returns when the process has been continued.
    func suspend() throws(TerminalError)
    func resume() throws(TerminalError)
}

/// The file descriptors of a terminal.
struct LoopDescriptors {
    /// Readable when there may be events; `nil` without a keyboard.
    var input: Int32?
    /// Receives the frames; `nil` without a screen.
    var output: Int32?
    /// Readable when the process has received a signal; `nil`: signals have their default effect.
    var signals: Int32?
}

extension TerminalSession: LoopTerminal {
    var descriptors: LoopDescriptors {
        LoopDescriptors(input: inputDescriptor, output: outputDescriptor, signals: signals.descriptor)
    }
    func readSignals() -> [ProcessSignal] { signals.read() }
    func makePresenter() -> (any Presenter)? { makePresenter(synchronised: true) }
}
