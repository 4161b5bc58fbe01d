import TerminalScreen

/// A rectangle of the screen that draws itself and its subviews, back to front. Main actor only.
///
/// Subclasses override ``draw(in:)``, ``layoutSubviews()``, ``advance(to:)`` and ``handle(_:)``; each does nothing
/// unless overridden, and none is called by anybody but the window.
@MainActor
open class View {
    /// Where the view is, in the cells of its superview.
    public var frame: CellRect {
        didSet {
            guard frame != oldValue else { return }
            if frame.size != oldValue.size { setNeedsLayout() }
            setNeedsDisplay()
        }
    }

    /// Whether the view, and all that is in it, is left out: it is neither drawn nor advanced.
    public var isHidden = false {
        didSet {
            guard isHidden != oldValue else { return }
            setNeedsDisplay()
            superview?.setNeedsDisplay()
        }
    }

    public private(set) weak var superview: View?
    /// Back to front.
    public private(set) var subviews: [View] = []
    private var needsLayout = true

    public init(frame: CellRect = .zero) { self.frame = frame }

    /// The view's own rectangle, whose origin is zero.
    public var bounds: CellRect { CellRect(frame.size) }

    /// The window that the view is in; `nil` while it is in none.
    public var window: Window? { superview?.window ?? (self as? Window) }

    // MARK: - Tree

    /// Puts a view on top of the others. It leaves the view it was in.
    public func addSubview(_ view: View) {
        view.removeFromSuperview()
        view.superview = self
        subviews.append(view)
        view.setNeedsLayout()
        setNeedsDisplay()
    }

    /// Takes the view out of the one it is in. Does nothing if it is in none.
    public func removeFromSuperview() {
        guard let superview else { return }
        superview.subviews.removeAll { $0 === self }
        superview.setNeedsDisplay()
        self.superview = nil
    }

    /// Whether the view is in a window and neither it nor anything it is in is hidden.
    public var isInVisibleTree: Bool {
        guard !isHidden else { return false }
        return self is Window || superview?.isInVisibleTree == true
    }

    // MARK: - To be overridden

    /// Draws the view's own content; the subviews follow.
    open func draw(in context: inout DrawingContext) {}

    /// Gives the subviews their frames, after the view's size changed.
    open func layoutSubviews() {}

    /// Moves what changes with time, and returns when it wants to be called again; `nil`: not until something else
    /// changes. Called once a turn of the main loop while neither the view nor anything it is in is hidden.
    open func advance(to now: Duration) -> Duration? { nil }

    /// Handles an event, or leaves it to the superview by returning `false`.
    open func handle(_ event: InputEvent) -> Bool { false }

    // MARK: - What changed

    /// Asks for a new frame. Any number of calls make one frame; a view that cannot be seen makes none.
    public func setNeedsDisplay() { if isInVisibleTree { window?.needsFrame = true } }

    /// Asks for ``layoutSubviews()`` before the next frame.
    public func setNeedsLayout() {
        needsLayout = true
        setNeedsDisplay()
    }

    /// Lays out the view and everything in it that asked for it, now. A view that asks again while it is being laid
    /// out is laid out again, but not for ever.
    public func layoutIfNeeded() {
        var rounds = 0
        while needsLayout, rounds < 4 {
            needsLayout = false
            layoutSubviews()
            rounds += 1
        }
        for view in subviews { view.layoutIfNeeded() }
    }

    // MARK: - For the window

    func drawTree(in context: inout DrawingContext) {
        draw(in: &context)
        for view in subviews where !view.isHidden {
            context.inside(view.frame) { view.drawTree(in: &$0) }
        }
    }

    func advanceTree(to now: Duration) -> Duration? {
        var next = advance(to: now)
        for view in subviews where !view.isHidden {
            guard let time = view.advanceTree(to: now) else { continue }
            next = min(next ?? time, time)
        }
        return next
    }
}
