import TerminalScreen

/// A rectangle of the screen that draws itself and its subviews, back to front. Main actor only.
///
/// Subclasses override what stands under "To be overridden"; each of these does nothing unless overridden, and none is
/// called by anybody but the window. What a view draws depends on nothing but its state, and whoever changes that state
/// says so with ``setNeedsDisplay()``: only what was marked is drawn again.
@MainActor
open class View {
    /// Where the view is, in the cells of its superview.
    public var frame: CellRect {
        didSet {
            guard frame != oldValue else { return }
            if frame.size != oldValue.size { setNeedsLayout() }
            guard !isHidden else { return }
            guard let superview else { return setNeedsDisplay() }
            superview.setNeedsDisplay(oldValue)
            superview.setNeedsDisplay(frame)
        }
    }

    /// Whether the view, and all that is in it, is left out: it is neither drawn nor advanced, and gets no events.
    public var isHidden = false {
        didSet {
            guard isHidden != oldValue else { return }
            if isHidden { window?.resignFirstResponder(inside: self) }
            superview?.setNeedsDisplay(frame)
            visibilityChanged()
        }
    }

    /// Whether mouse events reach the view and what is in it. If not, they go to what is behind it.
    public var isUserInteractionEnabled = true

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
    public func addSubview(_ view: View) { insertSubview(view, at: subviews.count) }

    /// Puts a view among the others, 0 being the back. It leaves the view it was in; if that is this one, `index`
    /// counts without it. An index that is too large means the front.
    public func insertSubview(_ view: View, at index: Int) {
        precondition(!isDescendant(of: view), "a view cannot be inside itself")
        view.removeFromSuperview()
        view.superview = self
        subviews.insert(view, at: min(max(0, index), subviews.count))
        view.setNeedsLayout()
        setNeedsDisplay(view.frame)
        view.visibilityChanged()
    }

    /// Puts a view directly in front of one that is here; in front of all if it is not.
    public func insertSubview(_ view: View, above sibling: View) {
        let others = subviews.filter { $0 !== view }
        insertSubview(view, at: (others.firstIndex { $0 === sibling } ?? others.count) + 1)
    }

    /// Puts a view directly behind one that is here; behind all if it is not.
    public func insertSubview(_ view: View, below sibling: View) {
        insertSubview(view, at: subviews.filter { $0 !== view }.firstIndex { $0 === sibling } ?? 0)
    }

    /// Moves a subview in front of the others. Does nothing if it is not one.
    public func bringSubviewToFront(_ view: View) { move(view, to: subviews.count - 1) }

    /// Moves a subview behind the others. Does nothing if it is not one.
    public func sendSubviewToBack(_ view: View) { move(view, to: 0) }

    private func move(_ view: View, to index: Int) {
        guard let old = subviews.firstIndex(where: { $0 === view }), old != index else { return }
        subviews.insert(subviews.remove(at: old), at: index)
        if !view.isHidden { setNeedsDisplay(view.frame) }
    }

    /// Takes the view out of the one it is in. Does nothing if it is in none.
    public func removeFromSuperview() {
        guard let superview else { return }
        window?.resignFirstResponder(inside: self)
        superview.subviews.removeAll { $0 === self }
        if !isHidden { superview.setNeedsDisplay(frame) }
        self.superview = nil
        visibilityChanged()
    }

    /// Whether this is the view or is in it, however deep.
    public func isDescendant(of view: View) -> Bool { self === view || superview?.isDescendant(of: view) == true }

    /// Whether the view is in a window and neither it nor anything it is in is hidden.
    public var isInVisibleTree: Bool {
        guard !isHidden else { return false }
        return self is Window || superview?.isInVisibleTree == true
    }

    // MARK: - To be overridden

    /// Draws the view's own content; the subviews follow. The rectangle starts out blank or with what is behind it.
    open func draw(in context: inout DrawingContext) {}

    /// Gives the subviews their frames, after the view's size changed.
    open func layoutSubviews() {}

    /// The room that the view would like to have of what is offered; what it has now, unless overridden.
    open func sizeThatFits(_ size: CellSize) -> CellSize { frame.size }

    /// Moves what changes with time, and returns when it wants to be called again; `nil`: not until something else
    /// changes. Called once a turn of the main loop while neither the view nor anything it is in is hidden.
    open func advance(to now: Duration) -> Duration? { nil }

    /// Called when the view, or one it is in, was hidden or shown, put into another or taken out of it:
    /// ``isInVisibleTree`` may be another. Meanwhile ``advance(to:)`` may not have been called for long.
    open func didChangeVisibility() {}

    /// Handles an event, or leaves it to the superview by returning `false`. Mouse positions are in the view's cells.
    open func handle(_ event: InputEvent) -> Bool { false }

    /// Takes a mouse event before the views in it that it is over have it: `true` keeps it from them, and it counts as
    /// handled here. Asked from the window down to the view under the pointer; where a button is held, of what it was
    /// pressed on. Positions are in the view's cells. `false` unless overridden.
    open func intercept(_ mouse: MouseEvent) -> Bool { false }

    /// Whether a point of the view's cells belongs to it; what is in its bounds, unless overridden.
    open func contains(_ point: CellPoint) -> Bool { bounds.contains(point) }

    /// Whether keys may go to this view first. `false` unless overridden.
    open var canBecomeFirstResponder: Bool { false }

    /// Makes keys go to this view first. `false`, and nothing changes, if it cannot, cannot be seen, or the view that
    /// has them does not let go. Overrides call `super`.
    @discardableResult
    open func becomeFirstResponder() -> Bool { window?.makeFirstResponder(self) ?? false }

    /// Lets go of the keys. Called too when the view leaves the window or is hidden; then the answer changes nothing.
    /// Overrides call `super`.
    @discardableResult
    open func resignFirstResponder() -> Bool { true }

    // MARK: - What changed

    /// Asks for the whole view to be drawn again.
    public func setNeedsDisplay() { setNeedsDisplay(bounds) }

    /// Asks for a part of the view, in its own cells, to be drawn again. Any number of calls make one frame; what cannot
    /// be seen makes none.
    public func setNeedsDisplay(_ rect: CellRect) {
        var rect = rect.intersection(bounds)
        var view = self
        while !rect.isEmpty, !view.isHidden {
            guard let superview = view.superview else {
                (view as? Window)?.damage(rect)
                return
            }
            rect = rect.offset(columns: view.frame.minColumn, rows: view.frame.minRow)
                .intersection(superview.bounds)
            view = superview
        }
    }

    /// Asks for ``layoutSubviews()`` before the next frame.
    public func setNeedsLayout() {
        needsLayout = true
        if isInVisibleTree { window?.needsFrame = true }
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

    private func visibilityChanged() {
        didChangeVisibility()
        for view in subviews { view.visibilityChanged() }
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
