import TerminalScreen

/// The encoder of a main loop's frames, which follows what becomes known of the terminal: its colors, its replies, and
/// the speed of the connection.
@MainActor
struct LoopPresenter {
    private var presenter: any Presenter
    private var colors: ColorDepth
    /// Whether the terminal draws half blocks and lines two columns wide.
    private var hasWideSigns = false
    /// A sequence to send before the next frame.
    private var prologue: [UInt8] = []
    /// The cells that earlier presenters did not send.
    private var cellsElidedBefore = 0

    /// The maximum difference of a color channel, of 255, where that saves bytes.
    var colorTolerance = 0 {
        didSet { (presenter as? DirectColorPresenter)?.options.colorTolerance = colorTolerance }
    }

    /// Number of cells whose content was not sent.
    var cellsElided: Int { cellsElidedBefore + presenter.statistics.cellsElided }

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
        cellsElidedBefore = cellsElided
        presenter = other
        prologue = terminal.presenterModes
        (presenter as? DirectColorPresenter)?.options.colorTolerance = colorTolerance
        return true
    }

    /// Applies the terminal's other replies. Returns whether the next frame must be drawn whole.
    mutating func adoptFacts(of terminal: any LoopTerminal) -> Bool {
        if let presenter = presenter as? DirectColorPresenter {
            if let synchronizes = terminal.facts.synchronizesUpdates {
                presenter.options.synchronizesUpdates = synchronizes
            }
            presenter.options.links = terminal.supportsHyperlinks
            presenter.options.runs = terminal.runs
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

    /// Returns the bytes that turn the screen into `canvas`, with pictures by a protocol or in half blocks.
    mutating func present(_ canvas: Canvas, pixels: PixelProtocol?, at now: Duration) -> [UInt8] {
        defer { prologue = [] }
        let canvas = hasWideSigns ? canvas.withoutAmbiguousSigns() : canvas
        guard let presenter = presenter as? DirectColorPresenter else { return prologue + presenter.present(canvas) }
        presenter.options.pixels = pixels
        return prologue + presenter.present(canvas, at: now)
    }

    /// Returns what has happened to pictures since the last call.
    func takePictureEvents() -> [PictureEvent] { (presenter as? DirectColorPresenter)?.takePictureEvents() ?? [] }

    /// Returns the bytes that free all pictures in the terminal, before others use it.
    func freePictures() -> [UInt8] { (presenter as? DirectColorPresenter)?.freedPictures() ?? [] }
}
