/// An averager for rows that arrive from top to bottom: it sums horizontally, then vertically, and writes out each
/// target row when it is complete.
struct RowStream: Sendable {
    private let plan: ReductionPlan
    private let spans: [Span]
    /// The current source row, summed horizontally.
    private var line: [UInt64]
    /// The sums of the current target row; `covered` is how much of its height has arrived.
    private var sums: [UInt64]
    private var covered: UInt64 = 0
    private var rowsDone = 0
    private var pixels: [UInt8]

    /// The source pixels under one target pixel: a part of the first, whole ones, a part of one more.
    private struct Span: Sendable {
        var first: Int
        var head: UInt64
        var whole: Int
        /// The overlap with the last pixel; 0 if there is none.
        var tail: UInt64

        init(column: Int, plan: ReductionPlan) {
            let unit = plan.shrink * plan.target.width
            let start = column * plan.source.width
            let end = start + plan.source.width
            first = start / unit
            head = UInt64(min(end, (first + 1) * unit) - start)
            let isInside = end <= (first + 1) * unit
            whole = isInside ? 0 : end / unit - first - 1
            tail = isInside ? 0 : UInt64(end % unit)
        }
    }

    init(_ plan: ReductionPlan) {
        self.plan = plan
        let window = plan.window
        spans = (window.x..<window.x + window.size.width).map { Span(column: $0, plan: plan) }
        line = [UInt64](repeating: 0, count: plan.sumsPerRow)
        sums = line
        pixels = [UInt8](repeating: 0, count: 4 * window.size.area)
    }

    mutating func add(_ row: UnsafePointer<UInt8>, at y: Int) {
        switch plan.layout {
        case .gray8: add(row, at: y, as: GraySums.self)
        case .grayAlpha8: add(row, at: y, as: AlphaSums<GraySums>.self)
        case .rgb8: add(row, at: y, as: ColorSums.self)
        case .rgba8: add(row, at: y, as: AlphaSums<ColorSums>.self)
        }
    }

    consuming func finish() -> Bitmap {
        var rows = rowsDone
        if covered > 0 {
            rows += 1
            switch plan.layout {
            case .gray8: write(rowsDone, as: GraySums.self)
            case .grayAlpha8: write(rowsDone, as: AlphaSums<GraySums>.self)
            case .rgb8: write(rowsDone, as: ColorSums.self)
            case .rgba8: write(rowsDone, as: AlphaSums<ColorSums>.self)
            }
        }
        // Rows that have not arrived are transparent: no need to scan for alpha.
        guard rows == plan.window.size.height else {
            return Bitmap(size: plan.window.size, bytes: pixels, hasAlpha: true)
        }
        return Bitmap(size: plan.window.size, bytes: pixels, mayHaveAlpha: plan.layout.hasAlpha)
    }

    // MARK: -

    private mutating func add<Sums: PixelSums>(_ row: UnsafePointer<UInt8>, at y: Int, as kind: Sums.Type) {
        var isSummed = false
        let plan = plan
        plan.forEachTargetRow(of: y) { target, overlap, isComplete in
            if !isSummed { sumAcross(row, as: kind) }
            isSummed = true
            sumDown(overlap)
            guard isComplete else { return }
            write(target, as: kind)
            rowsDone = target + 1
        }
    }

    /// Sums a row horizontally. The hot loop: every source pixel passes here once.
    private mutating func sumAcross<Sums: PixelSums>(_ row: UnsafePointer<UInt8>, as kind: Sums.Type) {
        let light = LinearLight.lightOfByte
        let unit = UInt64(plan.shrink * plan.target.width)
        spans.withUnsafeBufferPointer { spans in
            line.withUnsafeMutableBufferPointer { line in
                guard var target = line.baseAddress else { return }
                for span in spans {
                    var pixel = row + span.first &* Sums.bytesPerPixel
                    var total = Sums(pixel, light) * span.head
                    pixel += Sums.bytesPerPixel
                    var whole = Sums.zero
                    let end = pixel + span.whole &* Sums.bytesPerPixel
                    while pixel < end {
                        whole += Sums(pixel, light)
                        pixel += Sums.bytesPerPixel
                    }
                    total += whole * unit
                    if span.tail > 0 { total += Sums(pixel, light) * span.tail }
                    total.store(to: target)
                    target += Sums.bytesPerPixel
                }
            }
        }
    }

    private mutating func sumDown(_ overlap: UInt64) {
        line.withUnsafeBufferPointer { line in
            sums.withUnsafeMutableBufferPointer { sums in
                for index in 0..<line.count { sums[index] &+= line[index] &* overlap }
            }
        }
        covered += overlap
    }

    /// Writes the current target row and clears the sums.
    private mutating func write<Sums: PixelSums>(_ target: Int, as kind: Sums.Type) {
        let width = plan.window.size.width
        let perWeight = 1 / (Double(plan.source.width) * Double(covered))
        sums.withUnsafeMutableBufferPointer { sums in
            pixels.withUnsafeMutableBufferPointer { pixels in
                guard let from = sums.baseAddress, let to = pixels.baseAddress else { return }
                for column in 0..<width {
                    Sums.write(
                        from + column &* Sums.bytesPerPixel, perWeight: perWeight,
                        to: to + 4 &* (target &* width &+ column)
                    )
                }
                sums.update(repeating: 0)
            }
        }
        covered = 0
    }
}
