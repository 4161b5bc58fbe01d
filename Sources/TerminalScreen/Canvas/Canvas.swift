/// A grid of cells that views draw into and presenters compare.
///
/// A canvas holds only what every terminal can show: no cell holds a control character, and a wide character always has
/// both its halves, the left with the glyph and the right with glyph 0. Overwriting one half turns the other into a
/// space. All drawing is clipped; coordinates may lie outside of the canvas.
public struct Canvas: Equatable, Sendable {
    /// The size in cells; never negative.
    public let size: CellSize
    /// The cells row by row, top left first; `columns * rows` of them.
    public internal(set) var cells: [Cell]
    /// The hyperlink targets of the cells; see ``link(_:to:clip:)``.
    var links = CanvasLinks()
    /// The pictures whose cells are placeholders: see ``draw(_:at:clip:)``.
    var pictures = CanvasPictures()

    /// Creates a blank canvas. Negative sides count as 0.
    public init(size: CellSize) {
        self.size = CellSize(columns: max(0, size.columns), rows: max(0, size.rows))
        cells = Array(repeating: .blank, count: self.size.columns * self.size.rows)
    }

    /// The canvas's rectangle, with a zero origin.
    public var bounds: CellRect { CellRect(size) }

    /// The cell at a column and row, which must be inside. A wide glyph takes the cell to its right as well, or becomes
    /// a space in the last column; a control character becomes U+FFFD and glyph 0 a space.
    public subscript(column: Int, row: Int) -> Cell {
        get { cells[row * size.columns + column] }
        set { put(newValue, column: column, row: row, clip: bounds) }
    }

    /// Fills the intersection of `rect` and `clip` (by default the whole canvas) with one cell. A wide glyph is
    /// repeated every two columns.
    public mutating func fill(_ rect: CellRect, with cell: Cell, clip: CellRect? = nil) {
        let area = rect.intersection(clip ?? bounds).intersection(bounds)
        guard !area.isEmpty else { return }
        let (cell, width) = Self.legal(cell)
        guard width == 1 else {
            for row in area.minRow..<area.maxRow {
                for column in stride(from: area.minColumn, to: area.maxColumn, by: 2) {
                    put(cell, column: column, row: row, clip: area)
                }
            }
            return
        }
        for row in area.minRow..<area.maxRow {
            separate(row: row, columns: area.minColumn..<area.maxColumn)
            let start = row * size.columns
            for index in start + area.minColumn..<start + area.maxColumn { cells[index] = cell }
        }
    }

    /// Draws a picture with its top left corner at `point`. The cells of one with pixels are placeholders, and what shows
    /// the canvas chooses between its pixels and its half blocks.
    public mutating func draw(_ picture: PictureCells, at point: CellPoint, clip: CellRect) {
        let area = CellRect(origin: point, size: picture.size).intersection(clip).intersection(bounds)
        guard !area.isEmpty else { return }
        for row in area.minRow..<area.maxRow {
            separate(row: row, columns: area.minColumn..<area.maxColumn)
            guard picture.tiles.isEmpty else { continue }
            let source = (row - point.row) * picture.size.columns - point.column
            let target = row * size.columns
            for column in area.minColumn..<area.maxColumn {
                cells[target + column] = picture.cells[source + column]
            }
        }
        pictures.add(picture)
        for tile in picture.tiles { putPlaceholders(of: tile, ofPictureAt: point, clip: area) }
    }

    private mutating func putPlaceholders(of tile: PicturePixels, ofPictureAt point: CellPoint, clip: CellRect) {
        let origin = CellPoint(column: point.column + tile.origin.column, row: point.row + tile.origin.row)
        let area = CellRect(origin: origin, size: tile.size).intersection(clip)
        guard !area.isEmpty else { return }
        for row in area.minRow..<area.maxRow {
            for column in area.minColumn..<area.maxColumn {
                cells[row * size.columns + column] = Cell(
                    placeholderOf: tile.number, column: column - origin.column, row: row - origin.row)
            }
        }
    }

    // MARK: - Wide characters

    /// Writes one cell, and its right half if it is wide, inside of `clip`, which must lie inside the canvas.
    mutating func put(_ cell: Cell, column: Int, row: Int, clip: CellRect) {
        var (cell, width) = Self.legal(cell)
        if width == 2, column + 1 >= clip.maxColumn {
            cell.glyph = 0x20
            cell.mark = 0
            width = 1
        }
        separate(row: row, columns: column..<column + width)
        let index = row * size.columns + column
        cells[index] = cell
        if width == 2 {
            cell.glyph = 0
            cell.mark = 0
            cells[index + 1] = cell
        }
    }

    /// Replaces the halves outside of `columns` of wide characters that extend into them by spaces.
    private mutating func separate(row: Int, columns: Range<Int>) {
        let start = row * size.columns
        if cells[start + columns.lowerBound].glyph == 0 { cells[start + columns.lowerBound - 1].makeSpace() }
        if columns.upperBound < size.columns, cells[start + columns.upperBound].glyph == 0 {
            cells[start + columns.upperBound].makeSpace()
        }
    }

    /// Returns the cell with a glyph that may be shown, and its width in columns.
    private static func legal(_ cell: Cell) -> (Cell, Int) {
        var cell = cell
        cell.link = 0
        if cell.glyph >= 0x20, cell.glyph < 0x7F { return (cell, 1) }
        guard cell.glyph != 0, let scalar = Unicode.Scalar(cell.glyph) else {
            cell.makeSpace()
            return (cell, 1)
        }
        switch CharacterWidth(scalar) {
        case .narrow:
            if cell.isPlaceholder { cell.glyph = 0xFFFD }  // only a picture is shown as one
            return (cell, 1)
        case .wide: return (cell, 2)
        case .control, .combining, .invisible:
            cell.glyph = 0xFFFD
            return (cell, 1)
        }
    }
}

extension Cell {
    fileprivate mutating func makeSpace() {
        glyph = 0x20
        mark = 0
    }
}
