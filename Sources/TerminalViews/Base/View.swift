import TerminalScreen

/// A rectangle of the screen that draws itself and its subviews, back to front. Main actor only.
///
/// Subclasses override the methods under "To be overridden". Their default implementations do nothing, and only the
/// window calls them. A view draws from its own state alone; code that changes this state calls ``setNeedsDisplay()``,
/// because only damaged rectangles are redrawn.
@MainActor
open class View {
    /// The view's rectangle in its superview's coordinates.
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

    /// Whether the view and its subviews are hidden: they are neither drawn nor advanced, and receive no events.
    public var isHidden = false {
        didSet {
            guard isHidden != oldValue else { return }
            if isHidden { window?.resignFirstResponder(inside: self) }
            superview?.setNeedsDisplay(frame)
            visibilityChanged()
        }
    }

    /// Whether the view and its subviews receive mouse events. If not, the events go to the view below. On by default.
    public var isUserInteractionEnabled = true

    /// The view that contains this one, held weakly; `nil` if there is none.
    public private(set) weak var superview: View?
    /// The subviews, back to front.
    public private(set) var subviews: [View] = []
    private var needsLayout = true

    /// Creates a view with a rectangle in its superview's coordinates, in cells.
    public init(frame: CellRect = .zero) { self.frame = frame }

    /// The view's rectangle in its own coordinates, with a zero origin.
    public var bounds: CellRect { CellRect(frame.size) }

    /// The window that contains the view; `nil` if there is none. A window is its own.
    public var window: Window? { superview?.window ?? (self as? Window) }

    // MARK: - Tree

    /// Adds a subview in front of the others. It is removed from its former superview.
    public func addSubview(_ view: View) { insertSubview(view, at: subviews.count) }

    /// Inserts a subview at an index, 0 being the back, after removing it from its former superview. If that is this
    /// view, `index` counts without it. An index that is too large means the front.
    func insertSubview(_ view: View, at index: Int) {
        precondition(!isDescendant(of: view), "a view cannot be inside itself")
        view.removeFromSuperview()
        view.superview = self
        subviews.insert(view, at: min(max(0, index), subviews.count))
        view.setNeedsLayout()
        setNeedsDisplay(view.frame)
        view.visibilityChanged()
    }

    /// Removes the view from its superview. Does nothing if it has none.
    public func removeFromSuperview() {
        guard let superview else { return }
        window?.resignFirstResponder(inside: self)
        superview.subviews.removeAll { $0 === self }
        if !isHidden { superview.setNeedsDisplay(frame) }
        self.superview = nil
        visibilityChanged()
    }

    /// Returns whether the view is `view` or inside of it, at any depth.
    func isDescendant(of view: View) -> Bool { self === view || superview?.isDescendant(of: view) == true }

    /// Whether the view is in a window and neither it nor an ancestor is hidden.
    var isInVisibleTree: Bool {
        guard !isHidden else { return false }
        return self is Window || superview?.isInVisibleTree == true
    }

    // MARK: - To be overridden

    /// Draws the view's own content, before its subviews are drawn. The rectangle is not cleared: it starts out blank
    /// or with what is behind the view.
    open func draw(in context: inout DrawingContext) {}

    /// Sets the frames of the subviews; called after the view's size changed or ``setNeedsLayout()``.
    open func layoutSubviews() {}

    /// Advances animations and returns when to call again; `nil` means not before something else changes. Called once
    /// per turn of the main loop while neither the view nor an ancestor is hidden.
    open func advance(to now: Duration) -> Duration? { nil }

    /// Called when ``isInVisibleTree`` may have changed: the view or an ancestor was hidden, shown, added or removed.
    /// ``advance(to:)`` may not have been called for a long time before.
    func didChangeVisibility() {}

    /// Handles an event and returns `true`, or returns `false` to pass it to the superview. Mouse positions are in the
    /// view's coordinates.
    open func handle(_ event: InputEvent) -> Bool { false }

    /// Intercepts a mouse event before the subviews under the pointer receive it: `true` withholds it from them, and it
    /// counts as handled here. Called from the window down to the view under the pointer or, for a drag or release,
    /// down to the view that took the press. Positions are in the view's coordinates. `false` unless overridden.
    open func intercept(_ mouse: MouseEvent) -> Bool { false }

    /// Whether the view can become first responder. `false` unless overridden.
    open var canBecomeFirstResponder: Bool { false }

    /// Makes the view first responder, until another one is or this one leaves the window or is hidden. Returns `false`
    /// and changes nothing if it cannot be or is not visible.
    @discardableResult
    public func becomeFirstResponder() -> Bool { window?.makeFirstResponder(self) ?? false }

    // MARK: - Invalidation

    /// Marks the whole view as damaged, so that it is redrawn in the next frame.
    public func setNeedsDisplay() { setNeedsDisplay(bounds) }

    /// Marks a rectangle of the view, in its own coordinates, as damaged. Calls are coalesced into one frame; a
    /// rectangle that is clipped away or hidden requests none.
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

    /// Requests a call of ``layoutSubviews()`` before the next frame.
    public func setNeedsLayout() {
        needsLayout = true
        if isInVisibleTree { window?.needsFrame = true }
    }

    /// Lays out the view and its subviews now where a layout was requested. A view that requests another layout while
    /// it is laid out is laid out again, at most four times in all.
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
