import Pixels

struct PicturePlace: Hashable, Sendable {
    let number: UInt32
    /// The place of its top left cell, which may be outside of the canvas.
    let origin: CellPoint

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

    /// Maximum width of an image in pixels: xterm ignores sixels that are wider, unless configured otherwise.
    static let maxImageWidth = 1000

    /// Returns the run in parts no wider than an image may be.
    ///
    /// - Parameter cell: the size of a cell in pixels.
    func parts(cell: PixelSize) -> [PictureRun] {
        let widest = max(1, Self.maxImageWidth / cell.width)
        return stride(from: columns.lowerBound, to: columns.upperBound, by: widest).map {
            PictureRun(picture: picture, row: row, columns: $0..<min($0 + widest, columns.upperBound))
        }
    }

    /// Returns the part of the picture's pixels that the run shows.
    func rect(cell: PixelSize) -> PixelRect {
        PixelRect(
            x: (columns.lowerBound - picture.origin.column) * cell.width, y: (row - picture.origin.row) * cell.height,
            size: PixelSize(width: columns.count * cell.width, height: cell.height))
    }

    /// Returns the image of the run, to be drawn with the cursor at its first cell. Pictures of kitty's protocol have
    /// numbers instead.
    ///
    /// - Parameters:
    ///   - bitmap: the pixels of the whole picture.
    ///   - cell: the size of a cell in pixels.
    ///   - method: the protocol of the terminal.
    ///   - sixelColors: maximum number of colors of sixels.
    func image(of bitmap: Bitmap, cell: PixelSize, by method: PixelProtocol, sixelColors: Int) -> [UInt8] {
        let rect = rect(cell: cell)
        switch method {
        case .kitty: return []
        case .sixel: return SixelEncoder.strip(of: bitmap, rect: rect, colors: sixelColors)
        case .iterm:
            return InlineImage.sequence(of: bitmap, rect: rect, cells: CellSize(columns: columns.count, rows: 1))
        }
    }
}

extension Canvas {
    /// Returns the placeholders in runs, row by row.
    func pictureRuns() -> [PictureRun] {
        guard !pictures.isEmpty else { return [] }
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

    /// Returns the text below images: blank cells, with their hyperlinks, where an image will be drawn.
    func text(under runs: [PictureRun]) -> Canvas {
        var text = self
        for run in runs {
            for column in run.columns {
                let index = run.row * size.columns + column
                let link = cells[index].link
                text.cells[index] = .blank
                text.cells[index].link = link
            }
        }
        return text
    }
}
