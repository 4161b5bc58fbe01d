import ImageLoading
import TerminalScreen

/// What views need to know about the terminal they are shown on, and the engine that serves them.
public struct ScreenEnvironment: Sendable {
    public var renderer: PictureRenderer
    /// Width divided by height of half a cell, which is one pixel of a picture.
    public var pixelAspect: Double
    public var manager: ImageManager
    /// Whether signs must be made of ASCII: the terminal has no UTF-8.
    public var isASCII: Bool

    public init(renderer: PictureRenderer, pixelAspect: Double, manager: ImageManager, isASCII: Bool = false) {
        self.renderer = renderer
        self.pixelAspect = pixelAspect
        self.manager = manager
        self.isASCII = isASCII
    }
}

/// The root of the views, as large as the terminal.
///
/// It keeps no clock: whoever runs the main loop tells it the time with ``turn(at:)``, which makes every animation
/// testable to the frame. Between turns ``now`` stands still, however long that is: what measures time starts to do
/// so in its next `advance(to:)`.
@MainActor
public final class Window: View {
    public let environment: ScreenEnvironment
    /// Whether anything changed since the last frame was drawn.
    public internal(set) var needsFrame = true {
        didSet { if needsFrame, !oldValue, !isInTurn { didNeedFrame() } }
    }
    /// Called when something changed outside of a turn, such as an image that arrived: a turn must follow. Once until
    /// the next frame is drawn.
    public var didNeedFrame: @MainActor () -> Void = {}
    /// The time of the present turn.
    public private(set) var now = Duration.zero
    /// When views want to be advanced again; `nil`: not by time.
    public private(set) var nextDeadline: Duration?
    private var isInTurn = false

    public init(size: CellSize, environment: ScreenEnvironment) {
        self.environment = environment
        super.init(frame: CellRect(size))
    }

    /// Gives the window, and all that is in it, another size.
    public func resize(to size: CellSize) {
        frame = CellRect(size)
        setNeedsLayout()
    }

    /// Begins a turn: lays out what needs it and moves what changes with time.
    public func turn(at now: Duration) {
        isInTurn = true
        defer { isInTurn = false }
        self.now = now
        layoutIfNeeded()
        nextDeadline = advanceTree(to: now)
    }

    /// Draws everything that is visible into a fresh canvas.
    public func drawFrame() -> Canvas {
        isInTurn = true
        defer { isInTurn = false }
        layoutIfNeeded()
        needsFrame = false
        var context = DrawingContext(canvas: Canvas(size: frame.size), now: now)
        drawTree(in: &context)
        return context.canvas
    }

    /// Its subviews fill the window.
    public override func layoutSubviews() {
        for view in subviews { view.frame = bounds }
    }
}
