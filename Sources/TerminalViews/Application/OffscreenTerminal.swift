import Glibc
import Pixels
import TerminalScreen

/// A terminal without keyboard and screen: frames are drawn and discarded. Pictures are encoded for it
/// pixel by pixel, so that traces count them.
@MainActor
package final class OffscreenTerminal: LoopTerminal {
    package let size: CellSize
    /// The signals; if `nil`, they end the process immediately.
    private let signals: (any OffscreenSignals)?

    package init(size: CellSize, signals: (any OffscreenSignals)?) { (self.size, self.signals) = (size, signals) }

    package var descriptors: LoopDescriptors { LoopDescriptors(signals: signals?.descriptor) }
    package let pixelAspect = 1.0
    package var pixelSupport: PixelSupport { Self.pixelSupport }
    package static let pixelSupport = PixelSupport(ofAllWith: PixelSize(width: 10, height: 20))
    package func takeQueries() -> [UInt8] { [] }
    package let facts = TerminalCapabilities()
    package let colors = ColorDepth.direct
    package let presenterModes: [UInt8] = []
    package let supportsHyperlinks = false
    package let isActive = true

    package func makePresenter() -> (any Presenter)? { DirectColorPresenter(size: size) }
    package let hasInput = false
    package func readEvents() -> [InputEvent] { [] }
    package let pendingInputTimeout: Duration? = nil
    package func finishPendingInput() -> [InputEvent] { [] }
    package func readSignals() -> [ProcessSignal] { signals?.read() ?? [] }
    package func resized() -> CellSize { size }
    package func suspend() { signals?.stop() }
    package func resume() {}
    package func lend(_ use: @MainActor () -> Void) { use() }
}

/// The signals of a process without a terminal.
@MainActor
package protocol OffscreenSignals: AnyObject {
    /// Readable when there is something to ``read()``.
    var descriptor: Int32 { get }
    func read() -> [ProcessSignal]
    /// Stops the process; returns when it has been continued.
    func stop()
}

extension ProcessSignals: OffscreenSignals {
    package func stop() { raise(SIGSTOP) }
}
