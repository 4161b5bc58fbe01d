/// An area-averaging downscaler, in linear light, that works while the rows of an image arrive.
///
/// Every target pixel is the exact average of the source area it covers: premultiplied by alpha, in linear light,
/// weighted by the overlap in whole numbers, so the result does not depend on the order of arrival. Memory is two rows
/// of the target beside the result; for rows in any order it is 16 to 40 bytes for each target pixel. Works for any
/// pair of sizes, also where a side grows. A value: no threads, no I/O.
public struct AreaReducer: Sendable {
    /// The order in which rows arrive.
    public enum Arrival: Equatable, Sendable {
        /// Row 0 first, each row complete and once.
        case topDown
        /// Any row at any time, also some of its columns: the passes of an interlaced image.
        case anyOrder
        /// Complete rows at any time: the passes of an interlaced GIF, whose frame begins with row `first`.
        case rowsInAnyOrder(first: Int)
    }

    /// Maximum number of source pixels, 2^38; beyond it the sums could overflow.
    public static let maximumArea = 1 << 38

    /// Returns the bytes that a reduction in any order needs beside the result, if the sizes differ: 8 for each sum of
    /// each pixel of the window, and 8 for its weight.
    public static func workingBytes(anyOrder window: PixelSize, layout: PixelLayout) -> Int {
        window.area * 8 * (layout.bytesPerPixel + 1)
    }

    /// The size of the arriving image: the source divided by `shrink`.
    public let arriving: PixelSize
    /// The layout of the arriving rows.
    public let layout: PixelLayout
    /// The row that ``add(row:)`` takes next.
    public private(set) var nextRow = 0

    private let arrival: Arrival
    // Exactly one of these is set. Optionals rather than an enum, because their arrays must be mutated in place.
    private var copy: PixelCopy?
    private var stream: RowStream?
    private var scatter: AreaScatter?

    /// Creates a reducer.
    ///
    /// - Parameters:
    ///   - source: the size of the image; at least 1x1 and at most ``maximumArea`` pixels.
    ///   - target: the size it is reduced to; at least 1x1.
    ///   - layout: the layout of the arriving rows.
    ///   - arrival: the order of the rows.
    ///   - shrink: how many source pixels an arriving pixel stands for in each direction, when a decoder has averaged
    ///     already. The last column and row may then stand for fewer, and weigh less. 1 for plain pixels; more only
    ///     with ``Arrival/topDown``.
    ///   - window: the part of the target to produce, all of it if `nil`; the result has the window's size.
    public init(
        source: PixelSize, target: PixelSize, layout: PixelLayout, arrival: Arrival = .topDown,
        shrink: Int = 1, window: PixelRect? = nil
    ) {
        precondition(!source.isEmpty && !target.isEmpty && source.area <= Self.maximumArea, "\(source) to \(target)")
        precondition(shrink == 1 || (shrink > 1 && arrival == .topDown))
        arriving = PixelSize(width: (source.width - 1) / shrink + 1, height: (source.height - 1) / shrink + 1)
        self.layout = layout
        self.arrival = arrival
        let plan = ReductionPlan(
            source: source, target: target, window: window ?? PixelRect(target), layout: layout, shrink: shrink)
        let gaps: InterlaceGapFiller? =
            switch arrival {
            case .topDown: nil
            case .anyOrder: InterlaceGapFiller(plan, blocks: InterlaceGapFiller.pixels)
            case .rowsInAnyOrder(let first): InterlaceGapFiller(plan, blocks: InterlaceGapFiller.rows, firstRow: first)
            }
        if source == target, shrink == 1 {
            copy = PixelCopy(plan, gaps: gaps)
        } else if let gaps {
            scatter = AreaScatter(plan, gaps: gaps)
        } else {
            stream = RowStream(plan)
        }
    }

    /// Adds the next row, which must have `arriving.width` pixels. Rows beyond the last are ignored.
    public mutating func add(row: UnsafeBufferPointer<UInt8>) {
        add(row: row, at: nextRow)
    }

    /// Adds pixels of row `y`: the first belongs to column `start`, each further one to the column `step` to the right.
    /// Every pixel must arrive at most once. Rows out of order need another arrival than ``Arrival/topDown``, parts of
    /// rows need ``Arrival/anyOrder``.
    public mutating func add(row: UnsafeBufferPointer<UInt8>, at y: Int, start: Int = 0, step: Int = 1) {
        guard y >= 0, y < arriving.height, start < arriving.width, let pixels = row.baseAddress else { return }
        precondition(arrival != .topDown || y == nextRow, "row \(y) before \(nextRow)")
        precondition(arrival == .anyOrder || (start == 0 && step == 1), "a part of row \(y)")
        let count = (arriving.width - start + step - 1) / step
        precondition(row.count >= count * layout.bytesPerPixel, "a row of \(row.count) bytes is too short")
        copy?.add(pixels, at: y, start: start, step: step)
        stream?.add(pixels, at: y)
        scatter?.add(pixels, at: y, start: start, step: step)
        nextRow = y + 1
    }

    /// Returns the reduced image. A partly covered pixel is the average of what arrived, and an uncovered one is
    /// transparent; in an interlaced image, it first takes the value of the coarser pixel around it.
    public consuming func finish() -> Bitmap {
        copy?.finish() ?? stream?.finish() ?? scatter?.finish() ?? Bitmap(size: arriving, filledWith: RGBA(0, 0, 0, 0))
    }
}

/// The geometry of a reduction. Overlaps are whole numbers: a source column is `target.width` units wide and a target
/// column `source.width`, so that both images are equally wide, and likewise for rows. An arriving pixel is `shrink`
/// times as wide and high as a source pixel.
struct ReductionPlan: Sendable {
    let source: PixelSize
    let target: PixelSize
    /// The part of the target that is produced.
    let window: PixelRect
    let layout: PixelLayout
    let shrink: Int

    init(source: PixelSize, target: PixelSize, window: PixelRect, layout: PixelLayout, shrink: Int) {
        precondition(
            window.x >= 0 && window.y >= 0 && !window.size.isEmpty && window.x + window.size.width <= target.width
                && window.y + window.size.height <= target.height, "\(window) is not inside \(target)")
        self.source = source
        self.target = target
        self.window = window
        self.layout = layout
        self.shrink = shrink
    }

    /// Number of sums in one row of the window.
    var sumsPerRow: Int { window.size.width * layout.bytesPerPixel }

    /// Calls `body` for each target row in the window that arriving row `y` overlaps, with the overlap and whether it
    /// is the last arriving row of that target row.
    @inline(__always)
    func forEachTargetRow(of y: Int, _ body: (_ row: Int, _ overlap: UInt64, _ isComplete: Bool) -> Void) {
        let start = y * shrink * target.height
        let end = min(start + shrink * target.height, source.height * target.height)
        let first = max(start / source.height, window.y)
        let last = min((end - 1) / source.height, window.y + window.size.height - 1)
        guard first <= last else { return }
        for row in first...last {
            let rowEnd = (row + 1) * source.height
            let overlap = min(end, rowEnd) - max(start, row * source.height)
            body(row - window.y, UInt64(overlap), end >= rowEnd)
        }
    }
}
