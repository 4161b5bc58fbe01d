import TerminalScreen

/// The sizes of each layout: defaults for the screen, or chosen with `+` and `-`. A value.
struct LayoutMeasures {
    private var chosenColumns: Int?
    private var chosenRows: Int?
    private var chosenLineColumns: Int?

    /// Returns the number of columns of the grid.
    func columns(in size: CellSize) -> Int { chosenColumns ?? max(1, size.columns / 25) }

    /// Returns the height of a list row, of which the last line is blank.
    @MainActor
    func listRows(in size: CellSize) -> Int {
        min(chosenRows ?? PictureCell.height(on: size.rows), max(1, size.rows))
    }

    /// Returns the width of the preview's lines; the full width if a picture beside them would be a strip.
    func lineColumns(in size: CellSize) -> Int {
        guard size.columns >= Self.leastLineColumns + Self.leastPictureColumns else { return size.columns }
        let wanted = chosenLineColumns ?? min(72, size.columns * 2 / 5)
        return min(max(Self.leastLineColumns, wanted), size.columns - Self.leastPictureColumns)
    }

    private static let leastLineColumns = 24
    private static let leastPictureColumns = 20

    /// Changes to more and smaller pictures, or fewer and larger ones. Returns the status message.
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
            guard columns < size.columns else { return "no room for the picture" }
            chosenLineColumns = columns + (isMore ? 4 : -4)
            let new = lineColumns(in: size)
            chosenLineColumns = new
            return "the list is \(new) columns wide"
        }
    }
}
