import HalftoneCore
import Pixels

/// The pixels of a picture, or of a tile of one with many cells, that a terminal may show in place of its half blocks.
///
/// Nothing is computed before they are shown. Pictures of equal pixels have equal numbers, so that a terminal is sent
/// them once.
final class PicturePixels: Hashable, Sendable {
    /// The number by which cells and terminals name the picture: 24 bits, not 0.
    let number: UInt32
    /// The place in the whole picture; zero unless it is a tile.
    let origin: CellPoint
    /// The size in cells, at most ``maxCells`` each way.
    let size: CellSize
    let cell: PixelSize
    private let source: ScaledPicture
    /// The part of the source's visible pixels.
    private let part: PixelRect
    private let background: PictureBackground

    /// Maximum number of columns, and of rows: a cell names each in eight bits, and kitty's protocol by a diacritic. It is
    /// a multiple of the squares of a checkerboard, which so continues from tile to tile.
    static let maxCells = KittyGraphics.maxCells

    /// Returns the pixels of a picture in as few tiles as possible, row by row.
    static func tiles(
        of source: ScaledPicture, size: CellSize, cell: PixelSize, background: PictureBackground
    ) -> [PicturePixels] {
        stride(from: 0, to: size.rows, by: maxCells).flatMap { row in
            stride(from: 0, to: size.columns, by: maxCells).map { column in
                let tile = CellRect(
                    column: column, row: row, columns: min(maxCells, size.columns - column),
                    rows: min(maxCells, size.rows - row))
                return PicturePixels(source, tile, cell: cell, background: background)
            }
        }
    }

    /// Creates the pixels of some cells of a picture.
    private init(_ source: ScaledPicture, _ tile: CellRect, cell: PixelSize, background: PictureBackground) {
        (self.source, origin, size) = (source, tile.origin, tile.size)
        (self.cell, self.background) = (cell, background)
        part =
            PixelRect(
                x: tile.minColumn * cell.width, y: tile.minRow * cell.height,
                size: PixelSize(width: tile.size.columns * cell.width, height: tile.size.rows * cell.height)
            ).clipped(to: source.visible.size) ?? PixelRect(PixelSize(width: 0, height: 0))
        number = PictureNumbers.number(of: source, part: part, cell: cell, background)
    }

    /// The number of bytes of the bitmap that is kept.
    var bytes: Int { source.image.bytes.count }

    var pixelSize: PixelSize { PixelSize(width: size.columns * cell.width, height: size.rows * cell.height) }

    /// Returns the picture's pixels, none of them transparent. They may end within the last column and row of cells.
    ///
    /// - Parameter color: the color of the terminal's background.
    func rendered(on color: RGB) -> Bitmap {
        source.bitmap().cropped(to: part).blended(over: background, on: color, cell: cell)
    }

    /// Returns the pixels of all cells, none of them transparent.
    ///
    /// - Parameter color: the color of the terminal's background.
    func filled(on color: RGB) -> Bitmap {
        let beyond = if case .color(let own) = background { own } else { color }
        return rendered(on: color).placed(on: pixelSize, of: RGBA(beyond))
    }

    static func == (one: PicturePixels, other: PicturePixels) -> Bool { one.number == other.number }

    func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// The pixels that a picture is drawn from: a part of a bitmap that is scaled as a whole.
public struct ScaledPicture: Sendable {
    let image: Bitmap
    /// The size that the whole bitmap is scaled to.
    let scaled: PixelSize
    /// The part of the scaled bitmap that is shown.
    let visible: PixelRect
    /// Whether it is a frame of an animation that plays, which is drawn with characters.
    let isPlaying: Bool

    /// Creates a source of a bitmap that is shown in a size. `visible` is a part of that; `nil`, the default, for all.
    public init(_ image: Bitmap, scaledTo size: PixelSize, visible: PixelRect? = nil, isPlaying: Bool = false) {
        (self.image, scaled, self.visible, self.isPlaying) = (image, size, visible ?? PixelRect(size), isPlaying)
    }

    /// Returns the visible part in its size.
    func bitmap() -> Bitmap {
        if visible.size == scaled { return scaled == image.size ? image : image.resized(to: scaled) }
        return image.part(visible, ofSize: scaled)
    }

    /// Returns the visible part with a pixel for each half of a cell.
    ///
    /// - Parameters:
    ///   - cells: the cells that the part takes.
    ///   - cell: the size of a cell in pixels.
    func halves(in cells: CellSize, cell: PixelSize) -> Bitmap {
        let height = max(2 * cells.rows - 1, (2 * visible.size.height + cell.height / 2) / cell.height)
        let target = PixelSize(width: cells.columns, height: height)
        return (visible.size == scaled ? image : bitmap()).resized(to: target)
    }
}

/// The numbers of pictures in this process.
enum PictureNumbers {
    /// All numbers that are given. They start at a random one, because other programs in the same terminal have numbers
    /// too.
    static let all = {
        let first = UInt32.random(in: 1...(KittyGraphics.maxID - 1 - span))
        return first...first + span - 1
    }()
    private static let span: UInt32 = 1 << 20

    /// What makes pictures equal.
    private struct Key: Hashable {
        let digest: UInt64
        let scaled: PixelSize
        let visible: PixelRect
        let cell: PixelSize
        let part: PixelRect
        let background: PictureBackground
    }

    private struct State {
        var next = all.lowerBound
        var numbers: [Key: UInt32] = [:]
    }

    private static let state = Lock(State())
    /// Number of pictures that are remembered; when there are more, an old one gets a new number.
    private static let limit = 65_536
    /// Maximum number of bytes of a picture that is recognized when it is drawn again: more take too long to compare.
    private static let maximumBytes = 4 << 20

    static func number(
        of source: ScaledPicture, part: PixelRect, cell: PixelSize, _ background: PictureBackground
    ) -> UInt32 {
        guard source.image.bytes.count <= maximumBytes else { return next() }
        let key = Key(
            digest: StoredBytes(source.image.bytes).digest, scaled: source.scaled, visible: source.visible, cell: cell,
            part: part, background: background)
        return state.withLock { state in
            if let number = state.numbers[key] { return number }
            if state.numbers.count >= limit { state.numbers = [:] }
            let number = newNumber(&state)
            state.numbers[key] = number
            return number
        }
    }

    /// Returns a number that no other picture has.
    static func next() -> UInt32 { state.withLock { newNumber(&$0) } }

    private static func newNumber(_ state: inout State) -> UInt32 {
        defer { state.next = state.next == all.upperBound ? all.lowerBound : state.next + 1 }
        return state.next
    }
}
