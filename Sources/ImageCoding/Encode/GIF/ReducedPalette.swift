import Pixels

/// A palette of an image's colors: boxes of them are split where they differ most, in Oklab, and each box gets its mean
/// (P. Heckbert's median cut with variance).
struct ReducedPalette {
    private(set) var colors: [RGB] = [RGB(0, 0, 0)]
    /// The palette index of each group.
    private var indices = [UInt8](repeating: 0, count: 32_768)

    /// Colors that agree in their five high bits, merged. 32,768 groups are enough to choose 256 colors from.
    private struct Group {
        let number: Int
        var light = SIMD4<Float>.zero
        var weight: Float = 0
        var place = SIMD3<Float>.zero
    }

    private struct Box {
        var range: Range<Int>
        /// The sum of squared distances from the mean along the axis where it is largest.
        var error: Float
        var axis: Int
        var mean: Float
    }

    private var groups: [Group] = []

    /// Chooses at most `count` colors for the pixels that are at least half opaque; black if there are none.
    init(_ bitmap: Bitmap, limit count: Int) {
        var table = (0..<32_768).map { Group(number: $0) }
        let bytes = bitmap.bytes
        for place in stride(from: 0, to: bytes.count, by: 4) where bytes[place + 3] >= 128 {
            let color = RGB(bytes[place], bytes[place + 1], bytes[place + 2])
            let group = Self.group(of: color)
            table[group].light += color.light
            table[group].weight += 1
        }
        groups = table.filter { $0.weight > 0 }
        guard !groups.isEmpty else { return }
        for index in groups.indices {
            groups[index].place = Oklab(light: groups[index].light / groups[index].weight).vector
        }
        var boxes = [box(0..<groups.count)]
        while boxes.count < count, let widest = boxes.indices.max(by: { boxes[$0].error < boxes[$1].error }),
            boxes[widest].error > 1e-9
        {
            let (low, high) = split(boxes[widest])
            boxes[widest] = low
            boxes.append(high)
        }
        colors = boxes.map { mean(of: groups[$0.range]) }
        for (index, box) in boxes.enumerated() {
            for group in groups[box.range] { indices[group.number] = UInt8(index) }
        }
    }

    /// Returns the palette index of one of the image's colors.
    func index(of color: RGB) -> UInt8 { indices[Self.group(of: color)] }

    // MARK: -

    private func box(_ range: Range<Int>) -> Box {
        var (weight, sum, squares) = (Float.zero, SIMD3<Float>.zero, SIMD3<Float>.zero)
        for group in groups[range] {
            weight += group.weight
            sum += group.place * group.weight
            squares += group.place * group.place * group.weight
        }
        let errors = squares - sum * sum / weight
        let axis = (0..<3).max { errors[$0] < errors[$1] } ?? 0
        return Box(range: range, error: range.count > 1 ? errors[axis] : 0, axis: axis, mean: sum[axis] / weight)
    }

    private mutating func split(_ box: Box) -> (Box, Box) {
        let middle = groups[box.range].partition { $0.place[box.axis] > box.mean }
        // Rounding must not leave one side empty.
        let cut = min(max(middle, box.range.lowerBound + 1), box.range.upperBound - 1)
        return (self.box(box.range.lowerBound..<cut), self.box(cut..<box.range.upperBound))
    }

    private func mean(of groups: ArraySlice<Group>) -> RGB {
        let weight = groups.reduce(0) { $0 + $1.weight }
        return RGB(light: groups.reduce(SIMD4<Float>.zero) { $0 + $1.light } / weight)
    }

    private static func group(of color: RGB) -> Int {
        Int(color.red >> 3) << 10 | Int(color.green >> 3) << 5 | Int(color.blue >> 3)
    }
}

extension RGB {
    /// The color in linear light, 0 to 1; the fourth component is 0.
    fileprivate var light: SIMD4<Float> {
        SIMD4(
            Float(LinearLight.light(of: red)), Float(LinearLight.light(of: green)), Float(LinearLight.light(of: blue)),
            0) * (1 / 65_535)
    }

    fileprivate init(light: SIMD4<Float>) {
        let units = (light.clamped(lowerBound: .zero, upperBound: .one) * 65_535).rounded(.toNearestOrEven)
        self.init(
            LinearLight.byte(of: UInt16(units.x)), LinearLight.byte(of: UInt16(units.y)),
            LinearLight.byte(of: UInt16(units.z)))
    }
}

extension Oklab {
    fileprivate var vector: SIMD3<Float> { SIMD3(lightness, a, b) }
}
