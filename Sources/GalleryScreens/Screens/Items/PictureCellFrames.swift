import TerminalScreen

/// Where a ``PictureCell`` of a size has its picture and its text. A value.
struct PictureCellFrames {
    let layout: GalleryLayout
    let size: CellSize
    /// Number of lines of the text; only the preview has room by it.
    var textRows = 0

    /// Returns the height of a list row: seven lines of picture, more on a tall screen, and a blank one.
    static func height(on rows: Int) -> Int { max(1, min(20, rows, max((rows + 19) / 6, 8))) }

    /// Returns the height of a grid item of a width: a picture of 3:2 fills it, inside a frame.
    static func height(ofColumns columns: Int, pixelAspect: Double) -> Int {
        max(2, Int((Double(columns - 2) * pixelAspect / 3).rounded()) + 2)
    }

    /// The rows of a list row's picture, or of the preview's: the text takes what it needs of those, the picture the rest.
    var pictureRows: Int {
        switch layout {
        case .list, .grid: return max(1, size.rows - 1)  // a blank line, or the caption
        case .preview:
            let most = size.rows < 8 ? min(1, size.rows / 2) : max(4, size.rows / 3)
            return max(0, size.rows - min(most, textRows) - 1)
        }
    }

    /// Whether there is room for a frame around the picture of the grid.
    var hasFrame: Bool { size.columns >= 8 && size.rows >= 5 }

    var picture: CellRect {
        switch layout {
        case .grid where hasFrame: CellRect(column: 1, row: 1, columns: size.columns - 2, rows: size.rows - 2)
        case .grid: CellRect(column: 1, row: 0, columns: max(0, size.columns - 2), rows: pictureRows)
        case .list:
            CellRect(
                column: 2, row: 0, columns: max(0, min(3 * size.rows, size.columns / 2, size.columns - 2)),
                rows: pictureRows)
        case .preview: CellRect(column: 0, row: 0, columns: size.columns, rows: pictureRows)
        }
    }

    /// The frame of the text; empty in the grid, which has a caption.
    var text: CellRect {
        switch layout {
        case .grid: return .zero
        case .list:
            let start = picture.size.columns + 4
            return CellRect(column: start, row: 0, columns: max(0, size.columns - start - 1), rows: pictureRows)
        case .preview:
            let start = pictureRows + 1
            return CellRect(column: 0, row: start, columns: size.columns, rows: max(0, size.rows - start))
        }
    }
}
