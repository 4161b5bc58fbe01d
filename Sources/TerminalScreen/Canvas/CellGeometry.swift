/// A size in character cells; unlike a `PixelSize`, as a cell shows two pixels, one above the other.
public struct CellSize: Hashable, Sendable, CustomStringConvertible {
    /// Number of cells from left to right.
    public var columns: Int
    /// Number of cells from top to bottom.
    public var rows: Int

    /// Creates a size. Negative sides are not refused; such a size is empty.
    public init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// Whether there is no cell.
    public var isEmpty: Bool { columns <= 0 || rows <= 0 }
    public var description: String { "\(columns)x\(rows)" }
}

/// A position on the screen, counted from 0 at the top left.
public struct CellPoint: Hashable, Sendable {
    /// The distance from the left edge, in cells.
    public var column: Int
    /// The distance from the top edge, in cells.
    public var row: Int

    /// Creates a position, which may be outside of the screen.
    public init(column: Int, row: Int) {
        self.column = column
        self.row = row
    }

    /// The top left cell.
    public static let zero = CellPoint(column: 0, row: 0)
}

/// A rectangle of cells. Empty when either side is zero or less.
public struct CellRect: Hashable, Sendable {
    /// The top left cell.
    public var origin: CellPoint
    /// Width and height in cells.
    public var size: CellSize

    /// Creates a rectangle, which may extend beyond the screen.
    public init(origin: CellPoint, size: CellSize) {
        self.origin = origin
        self.size = size
    }

    /// Creates a rectangle from its top left cell and its sides.
    public init(column: Int, row: Int, columns: Int, rows: Int) {
        self.init(origin: CellPoint(column: column, row: row), size: CellSize(columns: columns, rows: rows))
    }

    /// Creates the bounds of a screen or view of a size, with a zero origin.
    public init(_ size: CellSize) { self.init(origin: .zero, size: size) }

    /// An empty rectangle at the top left.
    public static let zero = CellRect(column: 0, row: 0, columns: 0, rows: 0)

    /// The first column.
    public var minColumn: Int { origin.column }
    /// The first row.
    public var minRow: Int { origin.row }
    /// One past the last column.
    public var maxColumn: Int { origin.column + size.columns }
    /// One past the last row.
    public var maxRow: Int { origin.row + size.rows }
    /// Whether there is no cell in it.
    public var isEmpty: Bool { size.isEmpty }

    /// Returns whether a point is inside of the rectangle.
    public func contains(_ point: CellPoint) -> Bool {
        point.column >= minColumn && point.column < maxColumn && point.row >= minRow && point.row < maxRow
    }

    /// Returns the cells that both rectangles contain; ``zero`` if there are none.
    public func intersection(_ other: CellRect) -> CellRect {
        let column = max(minColumn, other.minColumn)
        let row = max(minRow, other.minRow)
        let result = CellRect(
            column: column, row: row, columns: min(maxColumn, other.maxColumn) - column,
            rows: min(maxRow, other.maxRow) - row)
        return result.isEmpty ? .zero : result
    }

    /// Returns the rectangle moved to the right and down.
    public func offset(columns: Int, rows: Int) -> CellRect {
        CellRect(
            origin: CellPoint(column: origin.column + columns, row: origin.row + rows), size: size)
    }
}
