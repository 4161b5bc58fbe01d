import TerminalScreen

/// Distances in cells from the edges of a rectangle.
public struct CellInsets: Hashable, Sendable {
    /// Rows from the upper edge.
    public var top: Int
    /// Columns from the left edge.
    public var left: Int
    /// Rows from the lower edge.
    public var bottom: Int
    /// Columns from the right edge.
    public var right: Int

    /// Creates insets in cells; 0 by default on every side.
    public init(top: Int = 0, left: Int = 0, bottom: Int = 0, right: Int = 0) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }

    /// Creates equal insets on all sides.
    public init(all cells: Int) { self.init(top: cells, left: cells, bottom: cells, right: cells) }

    /// No insets.
    public static let zero = CellInsets()
}

extension CellRect {
    /// Returns the rectangle inside of the insets; its size is never negative.
    public func inset(by insets: CellInsets) -> CellRect {
        CellRect(
            column: minColumn + insets.left, row: minRow + insets.top,
            columns: max(0, size.columns - insets.left - insets.right),
            rows: max(0, size.rows - insets.top - insets.bottom))
    }
}
