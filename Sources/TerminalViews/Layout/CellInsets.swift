import TerminalScreen

/// Distances in cells from the edges of a rectangle.
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

    /// Creates equal insets on all sides.
    public init(all cells: Int) { self.init(top: cells, left: cells, bottom: cells, right: cells) }

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
