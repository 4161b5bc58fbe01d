import ImageCoding
import ImageLoading
import TerminalScreen

/// What views need to know about the terminal they are shown on, and the engine that serves them.
///
/// One for all views of a window. What changes in it shows once the views are laid out again.
@MainActor
public final class ScreenEnvironment {
    public var renderer: PictureRenderer
    /// Width divided by height of half a cell, which is one pixel of a picture. Changes with the terminal's font.
    public var pixelAspect: Double
    public let manager: ImageManager
    /// Whether signs must be made of ASCII: the terminal has no UTF-8.
    public let isASCII: Bool
    /// Where the frames of animations are decoded and kept. Unless given, on a thread of its own: what plays must not
    /// wait behind the pictures of a whole list.
    public private(set) lazy var framePools: FramePools = {
        let thread = WorkerPool(threads: 1)
        return FramePools { thread.run($0) }
    }()

    private var values: [ObjectIdentifier: Any] = [:]

    public init(
        renderer: PictureRenderer, pixelAspect: Double, manager: ImageManager, isASCII: Bool = false,
        framePools: FramePools? = nil
    ) {
        self.renderer = renderer
        self.pixelAspect = pixelAspect
        self.manager = manager
        self.isASCII = isASCII
        if let framePools { self.framePools = framePools }
    }
}

/// The name of a value that a program adds to its ``ScreenEnvironment``, for all its views: the colors of a theme, say.
public protocol EnvironmentKey {
    associatedtype Value
    static var defaultValue: Value { get }
}

extension ScreenEnvironment {
    /// The value of a key; its default until another one is set. Setting it redraws nothing.
    public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
        get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
        set { values[ObjectIdentifier(key)] = newValue }
    }
}

/// The root of the views, as large as the terminal.
///
/// It keeps no clock: whoever runs the main loop tells it the time with ``turn(at:)``, which makes every animation
/// testable to the frame. Between turns ``now`` stands still, however long that is: what measures time starts to do
/// so in its next `advance(to:)`. Input goes in at ``sendEvent(_:)``.
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
    /// For tests and debugging: when set, every frame is drawn a second time as a whole, and this is called with the
    /// first cell that differs because a view changed without marking it.
    public var didFindWrongDamage: (@MainActor (String) -> Void)?
    /// The time of the present turn.
    public private(set) var now = Duration.zero
    /// When views want to be advanced again; `nil`: not by time.
    public private(set) var nextDeadline: Duration?
    /// The view that keys go to first; `nil`: the frontmost one in the window.
    public internal(set) weak var firstResponder: View?
    /// The view that took the mouse button's press gets its drags and its release too, wherever these are.
    weak var pressedView: View?

    private var isInTurn = false
    private var damaged = DamageRegion()
    private var shown = Canvas(size: CellSize(columns: 0, rows: 0))
    private var scratch = Canvas(size: CellSize(columns: 0, rows: 0))

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

    /// Its subviews fill the window.
    public override func layoutSubviews() {
        for view in subviews { view.frame = bounds }
    }

    // MARK: - Frames

    func damage(_ rect: CellRect) {
        damaged.add(rect)
        needsFrame = true
    }

    /// The screen as it is now. Only what was marked since the last time is drawn.
    public func drawFrame() -> Canvas {
        isInTurn = true
        defer { isInTurn = false }
        layoutIfNeeded()
        needsFrame = false
        let rects = damaged.take()
        if shown.size != frame.size || rects.contains(bounds) {
            shown = drawAll()
        } else {
            for rect in rects { redraw(rect) }
        }
        if let didFindWrongDamage, let fault = difference(to: drawAll()) { didFindWrongDamage(fault) }
        return shown
    }

    private func drawAll() -> Canvas {
        var context = DrawingContext(canvas: Canvas(size: frame.size), now: now)
        drawTree(in: &context)
        return context.canvas
    }

    /// Draws a rectangle beside the screen and takes it over from there, with one column on either side: a wide
    /// character that is cut by the edge, or is whole again, changes the cell outside. Cells at the edge of what is
    /// drawn would be wrong for the same reason; so two columns more are drawn than are taken.
    private func redraw(_ rect: CellRect) {
        if scratch.size != shown.size { scratch = Canvas(size: shown.size) }
        let area = rect.widened(byColumns: 3).intersection(bounds)
        scratch.fill(area, with: .blank)
        var context = DrawingContext(canvas: scratch, clip: area, now: now)
        scratch = Canvas(size: CellSize(columns: 0, rows: 0))  // its cells are the context's alone: not to be copied
        drawTree(in: &context)
        scratch = context.canvas
        shown.copy(rect.widened(byColumns: 1), from: scratch)
    }

    private func difference(to whole: Canvas) -> String? {
        guard shown != whole else { return nil }
        for row in 0..<whole.size.rows {
            for column in 0..<whole.size.columns where shown[column, row] != whole[column, row] {
                return "column \(column), row \(row) of \(whole.size) shows \(shown[column, row]), "
                    + "but should be \(whole[column, row])"
            }
        }
        return nil
    }
}
