import TerminalScreen

/// A spinner of one cell that advances ten times a second while something is in progress.
@MainActor
public final class ActivityIndicatorView: View {
    /// The frames of the spinner.
    public enum Style: Hashable, Sendable, CaseIterable {
        /// Braille dots that rotate in one cell.
        case dots
        /// A rotating line, in ASCII.
        case line
        /// A rotating quarter of a circle.
        case quarter

        var signs: [String] {
            switch self {
            case .dots: ActivityIndicator.Style.dots.frames
            case .line: ActivityIndicator.Style.line.plainFrames
            case .quarter: ["◜", "◝", "◞", "◟"]
            }
        }
    }

    /// The frames of the spinner. A change takes effect at once.
    public var style: Style {
        didSet { if style != oldValue { setNeedsDisplay() } }
    }
    /// The colors and attributes of the spinner. The terminal's own by default.
    public var textStyle = CellStyle.plain {
        didSet { if textStyle != oldValue { setNeedsDisplay() } }
    }
    /// Whether the spinner is hidden while it is stopped. On by default.
    public var hidesWhenStopped = true {
        didSet { if hidesWhenStopped != oldValue { setNeedsDisplay() } }
    }
    /// Whether the spinner is running. Off at first.
    public private(set) var isAnimating = false

    private var counter = StepCounter(interval: .milliseconds(100))

    /// Creates a spinner that is stopped, and hidden until it is started.
    public init(style: Style = .dots) {
        self.style = style
        super.init()
    }

    /// Starts the spinner. Does nothing if it is running.
    public func startAnimating() {
        guard !isAnimating else { return }
        isAnimating = true
        setNeedsDisplay()
    }

    /// Stops the spinner. Does nothing if it is stopped.
    public func stopAnimating() {
        guard isAnimating else { return }
        isAnimating = false
        setNeedsDisplay()
    }

    public override func sizeThatFits(_ size: CellSize) -> CellSize {
        CellSize(columns: min(1, size.columns), rows: min(1, size.rows))
    }

    public override func advance(to now: Duration) -> Duration? {
        let (hasMoved, next) = counter.advance(to: now, isMoving: isAnimating)
        if hasMoved { setNeedsDisplay() }
        return next
    }

    public override func draw(in context: inout DrawingContext) {
        guard isAnimating || !hidesWhenStopped else { return }
        let signs = style.signs
        context.draw(
            signs[counter.step % signs.count], column: max(0, (bounds.size.columns - 1) / 2),
            row: max(0, (bounds.size.rows - 1) / 2), columns: 1, style: textStyle)
    }
}
