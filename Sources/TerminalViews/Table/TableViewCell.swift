/// One row of a table, recycled: when it has left the screen it comes back as another row.
@MainActor
open class TableViewCell: View {
    /// The kind of cell: only rows of the same kind recycle it.
    public let reuseIdentifier: String
    /// How often the cell has been recycled.
    public internal(set) var reuseCount = 0
    /// Whether it is the row that keys act on. Subclasses show it.
    open var isSelected = false {
        didSet { if isSelected != oldValue { setNeedsDisplay() } }
    }

    public init(reuseIdentifier: String) {
        self.reuseIdentifier = reuseIdentifier
        super.init()
    }

    /// Forgets the former row. Called before ``TableView/dequeueReusableCell(withIdentifier:for:)`` returns a recycled
    /// cell, and before a cell that nobody needs is released. Overrides call `super`.
    open func prepareForReuse() { isSelected = false }
}

/// Cells that left the screen and wait for their next row.
@MainActor
struct ReusePool {
    private var cells: [String: [TableViewCell]] = [:]

    var count: Int { cells.values.reduce(0) { $0 + $1.count } }

    /// The cell that has waited longest, so that a row that comes straight back finds others before its own.
    mutating func take(_ identifier: String) -> TableViewCell? {
        guard cells[identifier]?.isEmpty == false else { return nil }
        return cells[identifier]?.removeFirst()
    }

    mutating func put(_ cell: TableViewCell) { cells[cell.reuseIdentifier, default: []].append(cell) }

    /// Takes out what is more than two of a kind: as many as a scroll by one line may need at once.
    mutating func takeSurplus() -> [TableViewCell] {
        var surplus: [TableViewCell] = []
        for identifier in cells.keys.sorted() {
            while let count = cells[identifier]?.count, count > 2, let cell = take(identifier) { surplus.append(cell) }
        }
        return surplus
    }
}
