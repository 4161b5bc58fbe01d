/// A filler for pixels that never arrived, in an interlaced image that was cut short: it takes the coarser pixels
/// around them.
///
/// Adam7 sends one pixel of each 8x8 block first and halves the distances with each pass, alternately in one direction
/// and the other (PNG, section 8.2); GIF does so with whole rows (GIF89a, appendix E). A missing pixel takes the color
/// of the last pixel sent of the block it is in.
struct InterlaceGapFiller: Sendable {
    private let plan: ReductionPlan
    private let blocks: [(width: Int, height: Int)]
    private let firstRow: Int
    private var gaps: [Int] = []
    /// Whether some missing pixels could not be filled.
    private(set) var areLeft = false

    /// Creates a filler. `blocks` is ``pixels`` or ``rows``; `firstRow` is the row in which the first block begins.
    init(_ plan: ReductionPlan, blocks: [(width: Int, height: Int)], firstRow: Int = 0) {
        self.plan = plan
        self.blocks = blocks
        self.firstRow = firstRow
    }

    /// Records that the pixel with that index in the window is missing.
    mutating func add(_ index: Int) { gaps.append(index) }

    /// Gives each missing pixel the color of the finest enclosing block whose corner did arrive.
    mutating func fill(_ bytes: inout [UInt8], where hasArrived: (Int) -> Bool) {
        for gap in gaps {
            if let origin = origin(of: gap, where: hasArrived) {
                for channel in 0..<4 { bytes[4 * gap + channel] = bytes[4 * origin + channel] }
            } else {
                areLeft = true
            }
        }
    }

    /// Block sizes of Adam7, from the last pass to the first.
    static let pixels = [(width: 1, height: 2), (2, 2), (2, 4), (4, 4), (4, 8), (8, 8)]
    /// Block sizes of GIF interlacing, from the last pass to the first.
    static let rows = [(width: 1, height: 2), (1, 4), (1, 8)]

    private func origin(of gap: Int, where hasArrived: (Int) -> Bool) -> Int? {
        let window = plan.window
        let column = window.x + gap % window.size.width
        let row = window.y + gap / window.size.width
        // The source pixel under the center of the target pixel.
        let x = (2 * column + 1) * plan.source.width / (2 * plan.target.width)
        let y = (2 * row + 1) * plan.source.height / (2 * plan.target.height)
        guard y >= firstRow else { return nil }
        for (width, height) in blocks {
            let left = (x - x % width) * plan.target.width / plan.source.width - window.x
            let top = (y - (y - firstRow) % height) * plan.target.height / plan.source.height - window.y
            guard left >= 0, top >= 0, left < window.size.width, top < window.size.height else { continue }
            let origin = top * window.size.width + left
            if hasArrived(origin) { return origin }
        }
        return nil
    }
}
