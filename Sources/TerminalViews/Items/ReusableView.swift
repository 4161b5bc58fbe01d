/// A view that is reused: after it has left the screen it displays another item.
@MainActor
open class ReusableView: View {
    /// The kind of the view: only items that dequeue this identifier reuse it.
    public let reuseIdentifier: String
    /// Number of times the view has been reused.
    public internal(set) var reuseCount = 0

    /// Creates a view for an identifier, which says what items may reuse it.
    public init(reuseIdentifier: String) {
        self.reuseIdentifier = reuseIdentifier
        super.init()
    }

    /// Resets the view. Called before it is reused, and before a surplus view is released. Overrides call `super`.
    open func prepareForReuse() {}
}

/// The cell of one item of a table or a grid.
@MainActor
open class ReusableCell: ReusableView {
    /// Whether the item is selected. Subclasses draw it.
    open var isSelected = false {
        didSet { if isSelected != oldValue { didChangeLook() } }
    }

    /// Whether a mouse button is held on the item. Subclasses draw it.
    open var isHighlighted = false {
        didSet { if isHighlighted != oldValue { didChangeLook() } }
    }

    /// Whether the item is marked; see ``ReusableItemsView/setMarked(_:at:)``. Subclasses draw it.
    public var isMarked = false {
        didSet { if isMarked != oldValue { setNeedsDisplay() } }
    }

    open override func prepareForReuse() {
        super.prepareForReuse()
        isSelected = false
        isHighlighted = false
        isMarked = false
    }

    private func didChangeLook() {
        setNeedsDisplay()
        highlightPictures(in: self)
    }

    /// Highlights the image views of a selected or highlighted cell, as in UITableViewCell; they show their
    /// ``ImageView/highlightedImage`` if they have one.
    private func highlightPictures(in view: View) {
        (view as? ImageView)?.isHighlighted = isSelected || isHighlighted
        for subview in view.subviews { highlightPictures(in: subview) }
    }
}

/// Views that left the screen and are available for reuse.
@MainActor
struct ReusePool<Element: ReusableView> {
    private var views: [String: [Element]] = [:]

    var count: Int { views.values.reduce(0) { $0 + $1.count } }

    /// Returns the view that was put in first, so that an item that comes straight back finds its own view still
    /// unused.
    mutating func take(_ identifier: String) -> Element? {
        guard views[identifier]?.isEmpty == false else { return nil }
        return views[identifier]?.removeFirst()
    }

    mutating func put(_ view: Element) { views[view.reuseIdentifier, default: []].append(view) }

    /// Removes and returns all views beyond two per identifier, which is what a scroll by one line may need at once.
    mutating func takeSurplus() -> [Element] {
        var surplus: [Element] = []
        for identifier in views.keys.sorted() {
            while let count = views[identifier]?.count, count > 2, let view = take(identifier) { surplus.append(view) }
        }
        return surplus
    }
}
