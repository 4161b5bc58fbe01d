import Pixels

extension Cell {
    /// The character that stands for a part of a picture, as in the kitty graphics protocol: private use, so that no
    /// text needs it.
    static let placeholder: UInt32 = 0x10_EEEE

    /// Creates the placeholder of a picture's cell.
    init(placeholderOf picture: UInt32, column: Int, row: Int) {
        self = .blank
        glyph = Self.placeholder
        mark = UInt16(row) << Self.columnBits | UInt16(column)
        foreground = CellColor(bits: picture)
    }

    /// Whether it is a placeholder: the picture's number is its foreground.
    var isPlaceholder: Bool { glyph == Self.placeholder }

    /// The place of a placeholder's cell in its picture, or in its tile of one.
    var placeInPicture: CellPoint {
        CellPoint(column: Int(mark) & (1 << Self.columnBits - 1), row: Int(mark) >> Self.columnBits)
    }

    /// The bits of a mark that name a column; as many name a row.
    private static let columnBits = 8
}

/// The pictures on a canvas, or their tiles, that may be shown pixel by pixel, by their numbers. A value.
struct CanvasPictures: Sendable {
    private struct Entry {
        let tile: PicturePixels
        let picture: PictureCells
    }
    private var entries: [UInt32: Entry] = [:]

    var isEmpty: Bool { entries.isEmpty }

    subscript(number: UInt32) -> PicturePixels? { entries[number]?.tile }

    mutating func add(_ picture: PictureCells) {
        for tile in picture.tiles { entries[tile.number] = Entry(tile: tile, picture: picture) }
    }

    mutating func add(_ others: CanvasPictures) { entries.merge(others.entries) { first, _ in first } }

    mutating func keepOnly(_ used: Set<UInt32>) { entries = entries.filter { used.contains($0.key) } }

    /// Returns the half block of a placeholder, with its hyperlink.
    func halfBlock(of placeholder: Cell) -> Cell {
        let place = placeholder.placeInPicture
        guard let entry = entries[placeholder.foreground.bits],
            place.column < entry.tile.size.columns, place.row < entry.tile.size.rows
        else { return .blank }
        let (column, row) = (entry.tile.origin.column + place.column, entry.tile.origin.row + place.row)
        var cell = entry.picture.cells[row * entry.picture.size.columns + column]
        cell.link = placeholder.link
        return cell
    }
}

extension Canvas {
    /// Returns the color that a cell is seen as from afar: the mean light of a half block's colors, else the background.
    public func ground(column: Int, row: Int) -> CellColor {
        guard bounds.contains(CellPoint(column: column, row: row)) else { return .terminal }
        let cell = self[column, row]
        let shown = cell.isPlaceholder ? pictures.halfBlock(of: cell) : cell
        guard shown.glyph == 0x2580, let upper = shown.foreground.rgb, let lower = shown.background.rgb else {
            return shown.background
        }
        return CellColor(AlphaBlender.blend(RGBA(upper, alpha: 128), over: lower))
    }

    /// Returns whether one of `rows` has a part of a picture.
    func hasPlaceholders(in rows: Range<Int>) -> Bool {
        !pictures.isEmpty
            && cells[rows.lowerBound * size.columns..<rows.upperBound * size.columns].contains(where: \.isPlaceholder)
    }

    /// Returns the canvas with half blocks in the place of all pixels.
    package func inHalfBlocks() -> Canvas {
        guard !pictures.isEmpty else { return self }
        var canvas = self
        for index in canvas.cells.indices where canvas.cells[index].isPlaceholder {
            canvas.cells[index] = pictures.halfBlock(of: canvas.cells[index])
        }
        canvas.pictures = CanvasPictures()
        return canvas
    }

    /// Releases pictures that no cell shows any more, or all: the canvas is then to be drawn again.
    package mutating func releasePictures(ofAllCells: Bool = false) {
        guard !pictures.isEmpty else { return }
        if ofAllCells { return pictures = CanvasPictures() }
        var used: Set<UInt32> = []
        var last: UInt32 = 0
        for cell in cells where cell.isPlaceholder && cell.foreground.bits != last {
            last = cell.foreground.bits
            used.insert(last)
        }
        pictures.keepOnly(used)
    }
}
