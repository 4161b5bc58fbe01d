/// An averager for pixels that arrive in any order: it keeps the sums and the covered weight of every target pixel
/// until the end.
struct AreaScatter: Sendable {
    private let plan: ReductionPlan
    /// The current source row, summed horizontally; each pixel's sums are followed by the weight that arrived.
    private var line: [UInt64]
    private var sums: [UInt64]
    private let stride: Int
    private let gaps: InterlaceGapFiller

    init(_ plan: ReductionPlan, gaps: InterlaceGapFiller) {
        self.plan = plan
        self.gaps = gaps
        stride = plan.layout.bytesPerPixel + 1
        line = [UInt64](repeating: 0, count: plan.window.size.width * stride)
        sums = [UInt64](repeating: 0, count: plan.window.size.area * stride)
    }

    mutating func add(_ row: UnsafePointer<UInt8>, at y: Int, start: Int, step: Int) {
        var isSummed = false
        let plan = plan
        plan.forEachTargetRow(of: y) { target, overlap, _ in
            if !isSummed { sumAcross(row, start: start, step: step) }
            isSummed = true
            sumDown(target, overlap)
        }
    }

    consuming func finish() -> Bitmap {
        switch plan.layout {
        case .gray8: pixels(as: GraySums.self)
        case .grayAlpha8: pixels(as: AlphaSums<GraySums>.self)
        case .rgb8: pixels(as: ColorSums.self)
        case .rgba8: pixels(as: AlphaSums<ColorSums>.self)
        }
    }

    // MARK: -

    private mutating func sumAcross(_ row: UnsafePointer<UInt8>, start: Int, step: Int) {
        switch plan.layout {
        case .gray8: sumAcross(row, start: start, step: step, as: GraySums.self)
        case .grayAlpha8: sumAcross(row, start: start, step: step, as: AlphaSums<GraySums>.self)
        case .rgb8: sumAcross(row, start: start, step: step, as: ColorSums.self)
        case .rgba8: sumAcross(row, start: start, step: step, as: AlphaSums<ColorSums>.self)
        }
    }

    private mutating func sumAcross<Sums: PixelSums>(
        _ row: UnsafePointer<UInt8>, start: Int, step: Int, as kind: Sums.Type
    ) {
        let light = LinearLight.lightOfByte
        let (unit, width) = (plan.target.width, plan.source.width)
        let (left, right) = (plan.window.x, plan.window.x + plan.window.size.width)
        let stride = stride
        line.withUnsafeMutableBufferPointer { line in
            line.update(repeating: 0)
            var pixel = row
            var target = 0
            for column in Swift.stride(from: start, to: width, by: step) {
                let value = Sums(pixel, light)
                pixel += Sums.bytesPerPixel
                let (from, to) = (column * unit, (column + 1) * unit)
                while (target + 1) * width <= from { target += 1 }
                var covered = target
                while covered * width < to {
                    let overlap = UInt64(min(to, (covered + 1) * width) - max(from, covered * width))
                    if covered >= left, covered < right {
                        let place = (covered - left) * stride
                        (value * overlap).add(to: &line, at: place)
                        line[place + Sums.bytesPerPixel] &+= overlap
                    }
                    covered += 1
                }
            }
        }
    }

    private mutating func sumDown(_ target: Int, _ overlap: UInt64) {
        let offset = target * line.count
        line.withUnsafeBufferPointer { line in
            sums.withUnsafeMutableBufferPointer { sums in
                for index in 0..<line.count { sums[offset + index] &+= line[index] &* overlap }
            }
        }
    }

    private func pixels<Sums: PixelSums>(as kind: Sums.Type) -> Bitmap {
        let area = plan.window.size.area
        var bytes = [UInt8](repeating: 0, count: 4 * area)
        var gaps = gaps
        bytes.withUnsafeMutableBufferPointer { bytes in
            sums.withUnsafeBufferPointer { sums in
                guard let to = bytes.baseAddress, let from = sums.baseAddress else { return }
                for index in 0..<area {
                    let pixel = from + index &* stride
                    let weight = pixel[Sums.bytesPerPixel]
                    if weight > 0 {
                        Sums.write(pixel, perWeight: 1 / Double(weight), to: to + 4 &* index)
                    } else {
                        gaps.add(index)
                    }
                }
            }
        }
        gaps.fill(&bytes) { sums[$0 * stride + Sums.bytesPerPixel] > 0 }
        return Bitmap(
            size: plan.window.size, bytes: bytes, mayHaveAlpha: plan.layout.hasAlpha || gaps.areLeft)
    }
}

extension PixelSums {
    @inline(__always)
    fileprivate func add(to line: inout UnsafeMutableBufferPointer<UInt64>, at place: Int) {
        guard let base = line.baseAddress else { return }
        let sums = base + place
        var total = self
        total += Self(sums: sums)
        total.store(to: sums)
    }
}
