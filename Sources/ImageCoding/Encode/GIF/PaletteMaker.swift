import Pixels

/// A palette quantizer: it splits colors where they differ most, in Oklab, and moves each palette color to the mean of
/// the colors it stands for (P. Heckbert's median cut with variance, then S. Lloyd's method).
struct PaletteMaker {
    /// Colors that agree in their five high bits, merged. 32,768 groups are enough to choose 256 colors from.
    private struct Group {
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

    private var groups: [Group]

    /// Collects the colors of pixels that are at least half opaque.
    init(_ bitmap: Bitmap) {
        var table = [Group](repeating: Group(), count: 32_768)
        let bytes = bitmap.bytes
        for place in stride(from: 0, to: bytes.count, by: 4) where bytes[place + 3] >= 128 {
            let (red, green, blue) = (bytes[place], bytes[place + 1], bytes[place + 2])
            let group = Int(red >> 3) << 10 | Int(green >> 3) << 5 | Int(blue >> 3)
            table[group].light += RGB(red, green, blue).light
            table[group].weight += 1
        }
        groups = table.filter { $0.weight > 0 }
        for index in groups.indices {
            groups[index].light /= groups[index].weight
            groups[index].place = Oklab(light: groups[index].light).vector
        }
    }

    /// Returns at most `count` colors, at least one; black if there are no pixels.
    mutating func palette(of count: Int) -> [RGB] {
        guard !groups.isEmpty else { return [RGB(0, 0, 0)] }
        var boxes = [box(0..<groups.count)]
        while boxes.count < count, let widest = boxes.indices.max(by: { boxes[$0].error < boxes[$1].error }),
            boxes[widest].error > 1e-9
        {
            let (low, high) = split(boxes[widest])
            boxes[widest] = low
            boxes.append(high)
        }
        var colors = boxes.map { middle(of: groups[$0.range]) }
        for _ in 0..<2 { colors = settled(colors) }
        return colors.map(RGB.init(light:))
    }

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

    private func middle(of groups: ArraySlice<Group>) -> SIMD4<Float> {
        var (sum, weight) = (SIMD4<Float>.zero, Float.zero)
        for group in groups {
            sum += group.light * group.weight
            weight += group.weight
        }
        return sum / weight
    }

    /// Returns every color moved to the mean of the groups nearest to it.
    private func settled(_ colors: [SIMD4<Float>]) -> [SIMD4<Float>] {
        let places = colors.map { Oklab(light: $0).vector }
        var sums = [SIMD4<Float>](repeating: .zero, count: colors.count)
        var weights = [Float](repeating: 0, count: colors.count)
        for group in groups {
            let nearest = NearestColor.index(of: group.place, in: places)
            sums[nearest] += group.light * group.weight
            weights[nearest] += group.weight
        }
        return colors.indices.map { weights[$0] > 0 ? sums[$0] / weights[$0] : colors[$0] }
    }
}

extension RGB {
    /// The color in linear light, 0 to 1; the fourth component is 0.
    var light: SIMD4<Float> {
        SIMD4(
            Float(LinearLight.light(of: red)), Float(LinearLight.light(of: green)), Float(LinearLight.light(of: blue)),
            0) * (1 / 65_535)
    }

    init(light: SIMD4<Float>) {
        let units = (light.clamped(lowerBound: .zero, upperBound: .one) * 65_535).rounded(.toNearestOrEven)
        self.init(
            LinearLight.byte(of: UInt16(units.x)), LinearLight.byte(of: UInt16(units.y)),
            LinearLight.byte(of: UInt16(units.z)))
    }
}

extension Oklab {
    var vector: SIMD3<Float> { SIMD3(lightness, a, b) }
}
