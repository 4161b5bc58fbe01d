/// A view that is recycled: when it has left the screen it comes back as another item's.
@MainActor
open class ReusableView: View {
    /// The kind of view: only items of the same kind recycle it.
    public let reuseIdentifier: String
    /// How often the view has been recycled.
    public internal(set) var reuseCount = 0

    public init(reuseIdentifier: String) {
        self.reuseIdentifier = reuseIdentifier
        super.init()
    }

    /// Forgets the former item. Called before a recycled view is handed out again, and before one that nobody needs is
    /// released. Overrides call `super`.
    open func prepareForReuse() {}
}

/// One item of a table or a grid.
@MainActor
open class ReusableCell: ReusableView {
    /// Whether the item is selected. Subclasses show it.
    open var isSelected = false {
        didSet { if isSelected != oldValue { didChangeLook() } }
    }

    /// Whether a mouse button was pressed on the item and is held. Subclasses show it.
    open var isHighlighted = false {
        didSet { if isHighlighted != oldValue { didChangeLook() } }
    }

    /// Whether the item is marked; see ``ReusableItemsView/setMarked(_:at:)``. Subclasses show it.
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

    /// As in UITableViewCell, the pictures of a cell that is selected or highlighted are highlighted: those that have
    /// an ``ImageView/highlightedImage`` show it.
    private func highlightPictures(in view: View) {
        (view as? ImageView)?.isHighlighted = isSelected || isHighlighted
        for subview in view.subviews { highlightPictures(in: subview) }
    }
}

/// Views that left the screen and wait for their next item.
@MainActor
struct ReusePool<Element: ReusableView> {
    private var views: [String: [Element]] = [:]

    var count: Int { views.values.reduce(0) { $0 + $1.count } }

    /// The view that has waited longest, so that an item that comes straight back finds others before its own.
    mutating func take(_ identifier: String) -> Element? {
        guard views[identifier]?.isEmpty == false else { return nil }
        return views[identifier]?.removeFirst()
    }

    mutating func put(_ view: Element) { views[view.reuseIdentifier, default: []].append(view) }

    /// Takes out what is more than two of a kind: as many as a scroll by one line may need at once.
    mutating func takeSurplus() -> [Element] {
        var surplus: [Element] = []
        for identifier in views.keys.sorted() {
            while let count = views[identifier]?.count, count > 2, let view = take(identifier) { surplus.append(view) }
        }
        return surplus
    }
}
