import TerminalScreen

/// Room that is left free at the edges of a rectangle.
public struct CellInsets: Hashable, Sendable {
    public var top: Int
    public var left: Int
    public var bottom: Int
    public var right: Int

    public init(top: Int = 0, left: Int = 0, bottom: Int = 0, right: Int = 0) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }

    /// The same on all sides.
    public init(all cells: Int) { self.init(top: cells, left: cells, bottom: cells, right: cells) }

    public static let zero = CellInsets()
}

extension CellRect {
    /// What is left of the rectangle inside of the insets; its sides are never negative.
    public func inset(by insets: CellInsets) -> CellRect {
        CellRect(
            column: minColumn + insets.left, row: minRow + insets.top,
            columns: max(0, size.columns - insets.left - insets.right),
            rows: max(0, size.rows - insets.top - insets.bottom))
    }
}
