/// A screenful of cells that views draw into and presenters compare.
public struct Canvas: Hashable, Sendable {
    public let size: CellSize
    /// Row by row, top left first; `columns * rows` of them.
    public internal(set) var cells: [Cell]

    /// A blank canvas.
    public init(size: CellSize) {
        self.size = size
        cells = Array(repeating: .blank, count: max(0, size.columns) * max(0, size.rows))
    }

    public var bounds: CellRect { CellRect(size) }

    public subscript(column: Int, row: Int) -> Cell {
        get { cells[row * size.columns + column] }
        set { cells[row * size.columns + column] = newValue }
    }
}
