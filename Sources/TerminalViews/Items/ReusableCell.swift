/// The cell of one item, which is reused: after it has left the view it displays another item.
@MainActor
open class ReusableCell: View {
    /// The kind of the cell: only items that dequeue this identifier reuse it.
    public let reuseIdentifier: String
    /// Number of times the cell has been reused.
    var reuseCount = 0

    /// Creates a cell for an identifier, which says what items may reuse it.
    public init(reuseIdentifier: String) {
        self.reuseIdentifier = reuseIdentifier
        super.init()
    }

    /// Whether the item is selected. Subclasses draw it.
    open var isSelected = false {
        didSet { if isSelected != oldValue { didChangeLook() } }
    }

    /// Whether a mouse button is held on the item. Subclasses draw it.
    open var isHighlighted = false {
        didSet { if isHighlighted != oldValue { didChangeLook() } }
    }

    /// Resets the cell. Called before it is reused, and before a surplus cell is released. Overrides call `super`.
    open func prepareForReuse() { (isSelected, isHighlighted) = (false, false) }

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

/// Cells that left the view and are available for reuse.
@MainActor
struct ReusePool {
    private var cells: [String: [ReusableCell]] = [:]

    var count: Int { cells.values.reduce(0) { $0 + $1.count } }

    /// Returns the cell that was put in first.
    mutating func take(_ identifier: String) -> ReusableCell? {
        guard cells[identifier]?.isEmpty == false else { return nil }
        return cells[identifier]?.removeFirst()
    }

    mutating func put(_ cell: ReusableCell) { cells[cell.reuseIdentifier, default: []].append(cell) }

    /// Removes and returns all cells beyond two per identifier, which is what a scroll by one line may need at once.
    mutating func takeSurplus() -> [ReusableCell] {
        var surplus: [ReusableCell] = []
        for identifier in cells.keys.sorted() {
            while let count = cells[identifier]?.count, count > 2, let cell = take(identifier) { surplus.append(cell) }
        }
        return surplus
    }

    /// Returns the cells of all identifiers but these.
    func cells(besides identifiers: Set<String>) -> [ReusableCell] {
        cells.filter { !identifiers.contains($0.key) }.flatMap(\.value)
    }
}
