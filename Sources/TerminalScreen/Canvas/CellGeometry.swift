/// A size in character cells; unlike a `PixelSize`, as a cell shows two pixels, one above the other.
public struct CellSize: Hashable, Sendable, CustomStringConvertible {
    public var columns: Int
    public var rows: Int

    public init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    public var isEmpty: Bool { columns <= 0 || rows <= 0 }
    public var description: String { "\(columns)x\(rows)" }
}

/// A position on the screen, counted from 0 at the top left.
public struct CellPoint: Hashable, Sendable {
    public var column: Int
    public var row: Int

    public init(column: Int, row: Int) {
        self.column = column
        self.row = row
    }

    public static let zero = CellPoint(column: 0, row: 0)
}

/// A rectangle of cells. Empty when either side is zero or less.
public struct CellRect: Hashable, Sendable {
    public var origin: CellPoint
    public var size: CellSize

    public init(origin: CellPoint, size: CellSize) {
        self.origin = origin
        self.size = size
    }

    public init(column: Int, row: Int, columns: Int, rows: Int) {
        self.init(origin: CellPoint(column: column, row: row), size: CellSize(columns: columns, rows: rows))
    }

    /// Creates the bounds of a screen or view of a size, with a zero origin.
    public init(_ size: CellSize) { self.init(origin: .zero, size: size) }

    public static let zero = CellRect(column: 0, row: 0, columns: 0, rows: 0)

    public var minColumn: Int { origin.column }
    public var minRow: Int { origin.row }
    /// One past the last column.
    public var maxColumn: Int { origin.column + size.columns }
    /// One past the last row.
    public var maxRow: Int { origin.row + size.rows }
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
