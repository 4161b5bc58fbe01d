/// A picture at a place on the screen.
struct PicturePlace: Hashable, Sendable {
    let number: UInt32
    /// The place of its top left cell, which may be outside of the canvas.
    let origin: CellPoint
}

extension PicturePlace {
    /// Creates the picture that a placeholder belongs to.
    init(_ cell: Cell, at index: Int, columns: Int) {
        let (row, column) = index.quotientAndRemainder(dividingBy: columns)
        let place = cell.placeInPicture
        number = cell.foreground.bits
        origin = CellPoint(column: column - place.column, row: row - place.row)
    }
}

/// Neighboring cells of one row of a picture.
struct PictureRun {
    let picture: PicturePlace
    let row: Int
    let columns: Range<Int>
}

extension Canvas {
    /// Returns the placeholders in runs, row by row.
    func pictureRuns() -> [PictureRun] {
        var runs: [PictureRun] = []
        for row in 0..<size.rows {
            var last: PicturePlace?
            for column in 0..<size.columns {
                let index = row * size.columns + column
                guard cells[index].isPlaceholder else {
                    last = nil
                    continue
                }
                let picture = PicturePlace(cells[index], at: index, columns: size.columns)
                if picture == last, let run = runs.last {
                    runs[runs.count - 1] = PictureRun(
                        picture: picture, row: row, columns: run.columns.lowerBound..<column + 1)
                } else {
                    runs.append(PictureRun(picture: picture, row: row, columns: column..<column + 1))
                }
                last = picture
            }
        }
        return runs
    }
}
