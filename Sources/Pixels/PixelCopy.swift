/// A reducer that copies pixels unchanged, for a target as large as the source.
struct PixelCopy: Sendable {
    private let plan: ReductionPlan
    private var pixels: [UInt8]
    private var arrived = 0
    /// Whether each pixel has arrived; empty when rows arrive in order.
    private var isThere: [Bool]
    private var gaps: InterlaceGapFiller?

    /// Creates a copier. `gaps` fills missing pixels at the end; `nil` if rows arrive in order.
    init(_ plan: ReductionPlan, gaps: InterlaceGapFiller?) {
        self.plan = plan
        self.gaps = gaps
        pixels = [UInt8](repeating: 0, count: 4 * plan.window.size.area)
        isThere = gaps == nil ? [] : [Bool](repeating: false, count: plan.window.size.area)
    }

    mutating func add(_ row: UnsafePointer<UInt8>, at y: Int, start: Int, step: Int) {
        let window = plan.window
        let y = y - window.y
        guard y >= 0, y < window.size.height else { return }
        let (layout, width, offset) = (plan.layout, window.size.width, y * window.size.width)
        // The number of arriving pixels left of the window.
        let skipped = start >= window.x ? 0 : (window.x - start + step - 1) / step
        let columns = stride(from: start + skipped * step - window.x, to: width, by: step)
        guard let first = columns.first(where: { _ in true }) else { return }
        pixels.withUnsafeMutableBufferPointer { pixels in
            guard let target = pixels.baseAddress else { return }
            layout.copy(
                from: row + skipped * layout.bytesPerPixel, to: target + 4 * (offset + first),
                count: (width - first + step - 1) / step, step: step)
        }
        if isThere.isEmpty {
            arrived += width
        } else {
            for column in columns where !isThere[offset + column] {
                isThere[offset + column] = true
                arrived += 1
            }
        }
    }

    consuming func finish() -> Bitmap {
        let area = plan.window.size.area
        guard arrived < area else {
            return Bitmap(size: plan.window.size, bytes: pixels, mayHaveAlpha: plan.layout.hasAlpha)
        }
        var gaps = gaps
        for index in isThere.indices where !isThere[index] { gaps?.add(index) }
        let isThere = isThere
        gaps?.fill(&pixels) { isThere[$0] }
        return Bitmap(size: plan.window.size, bytes: pixels, mayHaveAlpha: true)
    }
}
