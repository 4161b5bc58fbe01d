import ImageLoading
import TerminalScreen

/// The encoder of a main loop's frames, which follows what becomes known of the terminal: its colors and its replies.
@MainActor
struct LoopPresenter {
    private var presenter: any Presenter
    private var colors: ColorDepth
    /// Whether the terminal draws half blocks and lines two columns wide.
    private var hasWideSigns = false
    /// A sequence to send before the next frame.
    private var prologue: [UInt8] = []

    /// Creates the encoder for a terminal; `nil` for one without a screen.
    init?(for terminal: any LoopTerminal) {
        guard let presenter = terminal.makePresenter() else { return nil }
        (self.presenter, colors) = (presenter, terminal.colors)
    }

    /// Encodes with the number of colors that the terminal is now known to have. Returns whether that is another one, and
    /// the next frame must be drawn whole.
    mutating func adoptColors(of terminal: any LoopTerminal) -> Bool {
        guard terminal.colors != colors, let other = terminal.makePresenter() else { return false }
        colors = terminal.colors
        prologue = freePictures() + terminal.presenterModes
        presenter = other
        return true
    }

    /// Applies the terminal's other replies. Returns whether the next frame must be drawn whole.
    mutating func adoptFacts(of terminal: any LoopTerminal) -> Bool {
        if let presenter = presenter as? DirectColorPresenter {
            presenter.options.links = terminal.supportsHyperlinks
            presenter.options.adopt(terminal.pixelSupport)
            if let background = terminal.facts.background { presenter.options.background = background }
        }
        let isOther = (terminal.facts.ambiguousWidth == 2) != hasWideSigns
        if isOther { hasWideSigns.toggle() }
        return isOther
    }

    /// Discards the known content of the screen.
    func invalidate() { presenter.invalidate() }

    /// When a frame with the same canvas would show more of its pictures; `nil` for never.
    var nextChange: Duration? { (presenter as? DirectColorPresenter)?.nextChange }

    /// Returns the bytes that turn the screen into the canvas of a window, and records in its trace what happens to
    /// pictures. `now` is the time by which pictures rest.
    mutating func present(_ canvas: Canvas, of window: Window, at now: Duration) -> [UInt8] {
        defer { prologue = [] }
        let canvas = hasWideSigns ? canvas.withoutAmbiguousSigns() : canvas
        guard let presenter = presenter as? DirectColorPresenter else { return prologue + presenter.present(canvas) }
        presenter.options.pixels = window.environment.renderer.pixels?.method
        let bytes = prologue + presenter.present(canvas, at: now)
        let trace = window.environment.manager.trace
        for event in presenter.takePictureEvents() { trace.record(TraceEvent(event)) }
        return bytes
    }

    /// Whether pictures of a window are, or were in the last frame, shown pixel by pixel.
    func usesPixels(of window: Window) -> Bool {
        window.environment.renderer.pixels != nil || (presenter as? DirectColorPresenter)?.options.pixels != nil
    }

    /// Records that the terminal could not take a picture.
    func didFailUpload(of number: UInt32) { (presenter as? DirectColorPresenter)?.didFailUpload(of: number) }

    /// Returns the bytes that free all pictures in the terminal, before others use it.
    func freePictures() -> [UInt8] { (presenter as? DirectColorPresenter)?.freedPictures() ?? [] }
}

extension TraceEvent {
    fileprivate init(_ event: PictureEvent) {
        switch event {
        case .uploaded(let bytes): self.init(.upload, tier: .terminal, bytes: bytes)
        case .cancelled: self.init(.uploadCancelled, tier: .terminal)
        case .evicted(let bytes): self.init(.evict, tier: .terminal, bytes: bytes)
        }
    }
}
