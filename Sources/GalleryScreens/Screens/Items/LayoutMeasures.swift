import TerminalScreen

/// The sizes of each layout: defaults for the screen, or chosen with `+` and `-`. A value.
struct LayoutMeasures: Hashable, Sendable, Codable {
    private var chosenColumns: Int?
    private var chosenRows: Int?
    private var chosenLineColumns: Int?

    /// Returns the number of columns of the grid.
    func columns(in size: CellSize) -> Int {
        // Chosen on a larger screen, perhaps.
        chosenColumns.map { min(max(1, $0), max(1, size.columns / 4)) } ?? max(1, (size.columns + 16) / 32)
    }

    /// Returns the height of a list row, of which the last line is blank.
    func listRows(in size: CellSize) -> Int {
        min(chosenRows.map { max(2, $0) } ?? PictureCellFrames.height(on: size.rows), max(1, size.rows))
    }

    /// Returns the width of the preview's lines; the full width if a picture beside them would be a strip.
    func lineColumns(in size: CellSize) -> Int {
        guard size.columns >= Self.minLineColumns + Self.minPictureColumns else { return size.columns }
        let wanted = chosenLineColumns ?? min(72, size.columns * 2 / 5)
        return min(max(Self.minLineColumns, wanted), size.columns - Self.minPictureColumns)
    }

    private static let minLineColumns = 24
    private static let minPictureColumns = 20

    /// Enlarges or reduces pictures.
    mutating func change(_ layout: GalleryLayout, isLarger: Bool, in size: CellSize) {
        switch layout {
        case .grid:
            chosenColumns = min(max(1, columns(in: size) + (isLarger ? -1 : 1)), max(1, size.columns / 4))
        case .list:
            let rows = listRows(in: size)
            let step = max(1, rows / 4)
            chosenRows = min(max(2, isLarger ? rows + step : rows - step), max(2, size.rows))
        case .preview:
            let columns = lineColumns(in: size)
            guard columns < size.columns else { return }
            chosenLineColumns = columns + (isLarger ? -4 : 4)
            chosenLineColumns = lineColumns(in: size)
        }
    }
}
