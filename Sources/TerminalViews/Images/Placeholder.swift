import ImageCoding
import Pixels
import TerminalScreen

/// The content that an image view displays while it has no image.
public enum Placeholder: Sendable {
    /// The terminal's own background.
    case none
    /// A checkerboard of two dark grays, less conspicuous than the one behind transparent images.
    case checkerboard
    /// A single color.
    case plain(RGB)
    /// Another image, such as an error sign.
    case image(Image)
    /// Text in the middle of the view, such as a title.
    case text(String)

    /// The placeholders that have a name, as in command line options.
    public static let named: [(name: String, placeholder: Placeholder)] = [
        ("checkerboard", .checkerboard), ("plain", .plain(RGB(hex: 0x3A3F4A))), ("none", .none),
        ("text", .text("no picture yet")),
    ]

    /// Returns the placeholder of a name; `nil` if there is none.
    public static func named(_ name: String) -> Placeholder? { named.first { $0.name == name }?.placeholder }
}

extension Bitmap {
    /// Creates the checkerboard of a placeholder, in squares of four by four pixels.
    init(checkerboardOf size: PixelSize) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(4 * size.area)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let color = RGB(hex: (x / 4 + y / 4).isMultiple(of: 2) ? 0x36393F : 0x26282D)
                bytes.append(color.red)
                bytes.append(color.green)
                bytes.append(color.blue)
                bytes.append(255)
            }
        }
        self.init(size: size, bytes: bytes, hasAlpha: false)
    }
}

extension PictureCells {
    /// Returns the checkerboard of a size. The last four are cached, because the views of a list have one or two sizes
    /// and draw in every frame.
    @MainActor
    static func checkerboard(of size: CellSize, by renderer: PictureRenderer) -> PictureCells {
        let renderer = renderer.with(.halfBlocks)
        let key = BoardKey(size: size, renderer: renderer)
        if let board = boards.first(where: { $0.key == key }) { return board.cells }
        let pixels = PixelSize(width: max(0, size.columns), height: 2 * max(0, size.rows))
        let cells = renderer.cells(for: Bitmap(checkerboardOf: pixels), background: .terminal)
        boards = [(key, cells)] + boards.prefix(3)
        return cells
    }

    private struct BoardKey: Equatable {
        let size: CellSize
        let renderer: PictureRenderer
    }

    @MainActor private static var boards: [(key: BoardKey, cells: PictureCells)] = []
}
