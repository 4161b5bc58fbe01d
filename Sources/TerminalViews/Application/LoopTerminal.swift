import TerminalScreen

/// The terminal's interface to the main loop: its input, its properties, and stops of the process. Output goes through
/// a ``TerminalWriter`` only.
@MainActor
package protocol LoopTerminal: AnyObject {
    var descriptors: LoopDescriptors { get }

    var size: CellSize { get }
    var pixelAspect: Double { get }
    /// How pictures can be shown pixel by pixel.
    var pixelSupport: PixelSupport { get }
    /// Returns queries that the replies so far give reason for, each once.
    func takeQueries() -> [UInt8]
    var facts: TerminalCapabilities { get }
    /// The number of colors, which the terminal's replies may change.
    var colors: ColorDepth { get }
    /// The sequence that goes before the first frame of another presenter.
    var presenterModes: [UInt8] { get }
    var supportsHyperlinks: Bool { get }
    /// Whether the program controls the terminal now, and may draw on it.
    var isActive: Bool { get }

    /// Returns an encoder of frames in ``colors``; `nil` without a screen.
    func makePresenter() -> (any Presenter)?
    /// Whether there is input that has not been read.
    var hasInput: Bool { get }
    func readEvents() throws(TerminalError) -> [InputEvent]
    /// How long to wait for more input before ``finishPendingInput()``; `nil` if no input is unfinished.
    var pendingInputTimeout: Duration? { get }
    func finishPendingInput() -> [InputEvent]
    func readSignals() -> [ProcessSignal]
    func resized() -> CellSize
    /// Stops the process; returns when it has been continued.
    func suspend() throws(TerminalError)
    func resume() throws(TerminalError)
    /// Gives the terminal to another program, which `use` runs to its end, and takes it again.
    func lend(_ use: @MainActor () -> Void) throws(TerminalError)
}

/// The file descriptors of a terminal.
package struct LoopDescriptors {
    /// Readable when there may be events; `nil` without a keyboard.
    package var input: Int32?
    /// Receives the frames; `nil` without a screen.
    package var output: Int32?
    /// Readable when the process has received a signal; if `nil`, signals have their default effect.
    package var signals: Int32?

    package init(input: Int32? = nil, output: Int32? = nil, signals: Int32? = nil) {
        (self.input, self.output, self.signals) = (input, output, signals)
    }
}

extension TerminalSession: LoopTerminal {
    package var descriptors: LoopDescriptors {
        LoopDescriptors(input: descriptor, output: descriptor, signals: signals.descriptor)
    }
    package func readSignals() -> [ProcessSignal] { signals.read() }
    package func makePresenter() -> (any Presenter)? {
        let presenter: any Presenter = makePresenter()
        return presenter
    }
}
