import Pixels
import TerminalScreen

/// The rendered frames of an animation, so that each frame is rendered once and not once per loop. A value.
///
/// Frames beyond the budget are rendered each time. Evicting the oldest would not help: frames are used cyclically, so
/// the next frame needed would always be the one just evicted.
struct FrameCells {
    /// The default budget: 8 MB hold 40 frames of 200 by 60 cells, and 20 of 40 by 12 at 10 by 20 pixels a cell.
    static let standardBudget = 8_000_000

    let maxBytes: Int
    private(set) var bytes = 0
    /// The key of the stored frames.
    private var key: ImageView.RenderKey?
    private var cells: [Int: PictureCells] = [:]

    init(maxBytes: Int = Self.standardBudget) { self.maxBytes = maxBytes }

    var count: Int { cells.count }

    /// Returns the cells of a frame, rendered by `make` unless they are stored. A change of `key` discards all stored
    /// frames.
    mutating func cells(ofFrame index: Int, _ key: ImageView.RenderKey, make: () -> PictureCells) -> PictureCells {
        if key != self.key {
            removeAll()
            self.key = key
        }
        if let cells = cells[index] { return cells }
        let made = make()
        if bytes + made.bytes <= maxBytes {
            cells[index] = made
            bytes += made.bytes
        }
        return made
    }

    mutating func removeAll() {
        cells = [:]
        bytes = 0
        key = nil
    }
}
