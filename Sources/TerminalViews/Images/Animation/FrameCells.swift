import Pixels
import TerminalScreen

/// The frames of an animation as cells, so that a frame is rendered once and not once a loop. A value.
///
/// What does not fit into the budget any more is rendered each time: frames come round in the same order again and again,
/// and whoever threw out the oldest one would always throw out the next.
struct FrameCells {
    /// What rendered frames depend on beside the frame.
    struct Look: Equatable {
        let animation: ObjectIdentifier
        let box: PixelSize
        let background: PictureBackground
        let pixelAspect: Double
        let renderer: PictureRenderer
    }

    /// 8 MB hold 40 frames of 200 by 60 cells.
    static let standardBudget = 8_000_000

    let maximumBytes: Int
    private(set) var bytes = 0
    private var look: Look?
    private var cells: [Int: PictureCells] = [:]

    init(maximumBytes: Int = Self.standardBudget) { self.maximumBytes = maximumBytes }

    var count: Int { cells.count }

    /// The cells of a frame, made by `make` unless they are there. Another look than before forgets all of them.
    mutating func cells(ofFrame index: Int, _ look: Look, make: () -> PictureCells) -> PictureCells {
        if look != self.look {
            removeAll()
            self.look = look
        }
        if let cells = cells[index] { return cells }
        let made = make()
        let size = made.cells.count * MemoryLayout<Cell>.stride
        if bytes + size <= maximumBytes {
            cells[index] = made
            bytes += size
        }
        return made
    }

    mutating func removeAll() {
        cells = [:]
        bytes = 0
        look = nil
    }
}
