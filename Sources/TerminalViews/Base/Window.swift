import ImageCoding
import ImageLoading
import Pixels
import TerminalScreen

/// What the views of a window know about their terminal, and the image manager that loads their images.
///
/// All views of a window share one. A change takes effect when the views are laid out again.
@MainActor
public final class ScreenEnvironment {
    /// The renderer that draws images as cells.
    public var renderer: PictureRenderer
    /// Width divided by height of half a cell, which is one pixel of a picture. Changes with the terminal's font.
    public var pixelAspect: Double
    /// The background of images that have not loaded; `nil` for the terminal's own. A change redraws nothing.
    public var surface: RGB? = RGB(hex: 0x30343C)
    /// The terminal's default background color; `nil` if it has not reported one.
    var terminalBackground: RGB?
    /// The image manager that image views load from.
    public let manager: ImageManager
    /// The pools that decode and hold animation frames. By default decoding has a thread of its own: a playing
    /// animation must not wait behind the images of a whole list.
    public private(set) lazy var framePools: FramePools = {
        let thread = WorkerPool(threads: 1)
        return FramePools { thread.run($0) }
    }()

    /// The application that runs the views; `nil` if there is none. Held weakly.
    public internal(set) weak var application: TerminalApplication?

    private var values: [ObjectIdentifier: Any] = [:]

    /// Creates the environment of a terminal; for 24-bit color and a usual font without one.
    public convenience init(_ session: TerminalSession?, manager: ImageManager) {
        self.init(
            renderer: PictureRenderer(colors: session?.colors ?? .direct), pixelAspect: session?.pixelAspect ?? 1,
            manager: manager)
    }

    /// Creates an environment. Without `framePools` it makes its own when an animation plays.
    public init(
        renderer: PictureRenderer, pixelAspect: Double, manager: ImageManager,
        framePools: FramePools? = nil
    ) {
        self.renderer = renderer
        self.pixelAspect = pixelAspect
        self.manager = manager
        if let framePools { self.framePools = framePools }
    }
}

/// A key for a value that a program adds to its ``ScreenEnvironment`` for all views, such as the colors of a theme.
public protocol EnvironmentKey {
    /// The type of the value.
    associatedtype Value
    /// The value of the key until another one is set.
    static var defaultValue: Value { get }
}

extension ScreenEnvironment {
    /// The value of a key; its default until another one is set. A change redraws nothing.
    public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
        get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
        set { values[ObjectIdentifier(key)] = newValue }
    }
}

/// The root of the view tree, as large as the terminal.
///
/// The window has no clock of its own: the main loop passes the time to each turn, so tests control every frame of
/// an animation. The time does not change between turns, however long that takes; code that measures time starts in its
/// next `advance(to:)`. The main loop passes input to it, too.
@MainActor
public final class Window: View {
    /// The environment that all views of the window share.
    public let environment: ScreenEnvironment
    /// Whether anything changed since the last frame was drawn.
    package internal(set) var needsFrame = true {
        didSet { if needsFrame, !oldValue, !isInTurn { onFrameNeeded() } }
    }
    /// Called when something changed outside of a turn, such as the arrival of an image: a turn must follow. Called at
    /// most once until the next frame is drawn, so a turn that draws none must see to another while ``needsFrame`` is
    /// set.
    package var onFrameNeeded: @MainActor () -> Void = {}
    /// A check for tests and debugging: when set, every frame is drawn a second time as a whole, and this is called
    /// with the first cell that differs, because a view changed without marking its damage.
    package var didFindWrongDamage: (@MainActor (String) -> Void)?
    /// The time of the current turn.
    private(set) var now = Duration.zero
    /// When the next turn is due for an animation; `nil` if no view needs one.
    package private(set) var nextDeadline: Duration?
    /// The view that receives keys first, held weakly; if `nil`, keys go to the frontmost visible subview.
    weak var firstResponder: View?
    /// The view that handled the button press, held weakly; drags and the release go to it wherever the pointer is.
    weak var pressedView: View?

    private var isInTurn = false
    private var damaged = DamageRegion()
    private var shown = Canvas(size: CellSize(columns: 0, rows: 0))
    private var scratch = Canvas(size: CellSize(columns: 0, rows: 0))

    /// Creates a window of a size in cells, without views.
    package init(size: CellSize, environment: ScreenEnvironment) {
        self.environment = environment
        super.init(frame: CellRect(size))
    }

    /// Resizes the window, and lays out its views before the next frame.
    package func resize(to size: CellSize) {
        frame = CellRect(size)
        setNeedsLayout()
    }

    /// Starts a turn: sets the time, lays out views that requested it and advances animations.
    package func turn(at now: Duration) {
        isInTurn = true
        defer { isInTurn = false }
        self.now = now
        layoutIfNeeded()
        nextDeadline = advanceTree(to: now)
    }

    /// Sets the frame of every subview to the window's bounds.
    public override func layoutSubviews() {
        for view in subviews { view.frame = bounds }
    }

    // MARK: - Frames

    func damage(_ rect: CellRect) {
        damaged.add(rect)
        needsFrame = true
    }

    /// Returns the screen as it is now. Only the damage since the last frame is redrawn.
    package func drawFrame() -> Canvas {
        isInTurn = true
        defer { isInTurn = false }
        layoutIfNeeded()
        needsFrame = false
        let rects = damaged.take()
        if shown.size != frame.size || rects.contains(bounds) {
            shown = drawAll()
        } else {
            for rect in rects { redraw(rect) }
            shown.releasePictures()
        }
        if let didFindWrongDamage, let fault = difference(to: drawAll()) { didFindWrongDamage(fault) }
        return shown
    }

    private func drawAll() -> Canvas {
        var context = DrawingContext(canvas: Canvas(size: frame.size))
        drawTree(in: &context)
        return context.canvas
    }

    /// Redraws a rectangle on the scratch canvas and copies it to the screen with one column more on either side: a
    /// wide character that is cut by the edge, or whole again, changes the cell outside. Two further columns are drawn
    /// but not copied, because cells at the edge of a redraw may be wrong for this reason.
    private func redraw(_ rect: CellRect) {
        if scratch.size != shown.size { scratch = Canvas(size: shown.size) }
        let area = rect.widened(byColumns: 3).intersection(bounds)
        scratch.fill(area, with: .blank)
        var context = DrawingContext(canvas: scratch, clip: area)
        scratch = Canvas(size: CellSize(columns: 0, rows: 0))  // unshared, or the context would copy its cells
        drawTree(in: &context)
        scratch = context.canvas
        shown.copy(rect.widened(byColumns: 1), from: scratch)
        scratch.releasePictures(ofAllCells: true)
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
