import TerminalScreen

/// How large the parts of each layout are: as looks well on the screen, or as `+` and `-` chose. A value.
struct LayoutMeasures {
    private var chosenColumns: Int?
    private var chosenRows: Int?
    private var chosenLineColumns: Int?

    /// Columns of the grid.
    func columns(in size: CellSize) -> Int { chosenColumns ?? max(1, size.columns / 25) }

    /// Lines of a row of the list, of which the last is blank.
    @MainActor
    func listRows(in size: CellSize) -> Int {
        min(chosenRows ?? PictureCell.height(on: size.rows), max(1, size.rows))
    }

    /// Columns of the preview's lines; all where a picture beside them would be a strip.
    func lineColumns(in size: CellSize) -> Int {
        guard size.columns >= Self.leastLineColumns + Self.leastPictureColumns else { return size.columns }
        let wanted = chosenLineColumns ?? min(72, size.columns * 2 / 5)
        return min(max(Self.leastLineColumns, wanted), size.columns - Self.leastPictureColumns)
    }

    private static let leastLineColumns = 24
    private static let leastPictureColumns = 20

    /// Changes the layout to more and smaller pictures, or to fewer and larger ones. Returns what to say.
    @MainActor
    mutating func change(_ layout: GalleryLayout, isMore: Bool, in size: CellSize) -> String {
        switch layout {
        case .grid:
            let columns = min(max(1, columns(in: size) + (isMore ? 1 : -1)), max(1, size.columns / 4))
            chosenColumns = columns
            return columns == 1 ? "1 column" : "\(columns) columns"
        case .list:
            let rows = listRows(in: size)
            let step = max(1, rows / 4)
            let new = min(max(2, isMore ? rows - step : rows + step), max(2, size.rows))
            chosenRows = new
            return "pictures of \(new - 1) \(new == 2 ? "line" : "lines")"
        case .preview:
            let columns = lineColumns(in: size)
            chosenLineColumns = columns + (isMore ? 4 : -4)
            let new = lineColumns(in: size)
            chosenLineColumns = new
            return "the list is \(new) columns wide"
        }
    }
}
