import Pixels

/// A picture as cells, which can be drawn at any position of a ``Canvas``. Created by ``PictureRenderer``.
public struct PictureCells: Hashable, Sendable {
    /// Width and height in cells.
    public let size: CellSize
    /// The cells row by row, top left first; each one column wide.
    public let cells: [Cell]
    /// The pixels that may be shown in place of the cells, which they cover without a gap; empty if there are only cells.
    let tiles: [PicturePixels]

    /// The number of bytes that the picture takes.
    public var bytes: Int { cells.count * MemoryLayout<Cell>.stride + (tiles.first?.bytes ?? 0) }

    /// Creates a picture. `cells` must hold `columns * rows` cells, none of them wide.
    init(size: CellSize, cells: [Cell], tiles: [PicturePixels] = []) {
        precondition(cells.count == size.columns * size.rows, "a picture of \(size) cells has \(cells.count)")
        self.size = size
        self.cells = cells
        self.tiles = tiles
    }
}

/// The background behind the transparent parts of a picture.
public enum PictureBackground: Hashable, Sendable {
    /// A checkerboard of two grays, in squares of four by four pixels.
    case checkerboard
    /// A single color.
    case color(RGB)
    /// The terminal's default background where the picture is fully transparent. Its color is not known, so partly
    /// transparent pixels are blended with black.
    case terminal
    /// The terminal's default background, whose color is known: partly transparent pixels are blended with it.
    case terminalColor(RGB)
}
