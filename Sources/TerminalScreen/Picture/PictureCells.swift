import Pixels

/// A picture as cells, ready to be drawn at any place of a ``Canvas``. Made by ``PictureRenderer``.
public struct PictureCells: Hashable, Sendable {
    public let size: CellSize
    /// Row by row, top left first; each one column wide.
    public let cells: [Cell]

    /// `cells` must hold `columns * rows` cells, none of them wide.
    init(size: CellSize, cells: [Cell]) {
        precondition(cells.count == size.columns * size.rows, "a picture of \(size) cells has \(cells.count)")
        self.size = size
        self.cells = cells
    }
}

/// What shows where a picture is transparent.
public enum PictureBackground: Hashable, Sendable {
    /// Two greys in squares of four by four pixels.
    case checkerboard
    case color(RGB)
    /// The terminal's own background where the picture is fully transparent. Its colour is not known, so partly
    /// transparent pixels are blended with black.
    case terminal
    /// The same of a terminal that told its background's colour: partly transparent pixels are blended with that.
    case terminalColor(RGB)
}
