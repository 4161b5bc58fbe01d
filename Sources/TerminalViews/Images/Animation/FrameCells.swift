import Pixels
import TerminalScreen

/// The rendered frames of an animation, so that each frame is rendered once and not once per loop. A value.
///
/// Frames beyond the budget are rendered each time. Evicting the oldest would not help: frames are used cyclically, so
/// the next frame needed would always be the one just evicted.
struct FrameCells {
    /// The parameters that rendered frames depend on, besides the frame.
    struct Look: Equatable {
        let animation: ObjectIdentifier
        let box: PixelSize
        let mode: ImageView.ContentMode
        let background: PictureBackground
        let pixelAspect: Double
        let renderer: PictureRenderer
        let isPlaying: Bool
    }

    /// The default budget: 8 MB hold 40 frames of 200 by 60 cells, and 20 of 40 by 12 at 10 by 20 pixels a cell.
    static let standardBudget = 8_000_000

    let maximumBytes: Int
    private(set) var bytes = 0
    private var look: Look?
    private var cells: [Int: PictureCells] = [:]

    init(maximumBytes: Int = Self.standardBudget) { self.maximumBytes = maximumBytes }

    var count: Int { cells.count }

    /// Returns the cells of a frame, rendered by `make` unless they are stored. A change of `look` discards all stored
    /// frames.
    mutating func cells(ofFrame index: Int, _ look: Look, make: () -> PictureCells) -> PictureCells {
        if look != self.look {
            removeAll()
            self.look = look
        }
        if let cells = cells[index] { return cells }
        let made = make()
        if bytes + made.bytes <= maximumBytes {
            cells[index] = made
            bytes += made.bytes
        }
        return made
    }

    mutating func removeAll() {
        cells = [:]
        bytes = 0
        look = nil
    }
}
