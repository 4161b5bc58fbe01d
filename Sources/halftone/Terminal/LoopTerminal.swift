import TerminalScreen

/// The terminal as the main loop knows it: what is typed, what it is, and the stops in between. It is written to through
/// a ``TerminalWriter`` alone.
@MainActor
protocol LoopTerminal: AnyObject {
    /// Readable when there may be events.
    var inputDescriptor: Int32 { get }
    /// Frames go there.
    var outputDescriptor: Int32 { get }
    /// Readable when the process was told something.
    var signalDescriptor: Int32 { get }

    var size: CellSize { get }
    var pixelAspect: Double { get }
    var facts: TerminalFacts { get }
    var takesLinks: Bool { get }
    var runs: CellRuns { get }
    /// Whether it is ours now, and may be drawn on.
    var isActive: Bool { get }

    func makePresenter() -> any Presenter
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

extension TerminalSession: LoopTerminal {
    var signalDescriptor: Int32 { signals.descriptor }
    func readSignals() -> [ProcessSignal] { signals.read() }
    func makePresenter() -> any Presenter { makePresenter(synchronised: true) }
}
