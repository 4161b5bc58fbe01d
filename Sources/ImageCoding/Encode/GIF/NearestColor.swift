import Pixels

/// A search for the palette color that is perceptually nearest to a color.
struct NearestColor {
    private let places: [SIMD3<Float>]
    /// Cached results by color quantized to six bits a channel; -1 for none yet. Colors that agree in these bits are so
    /// similar that one result does for all.
    private var known = [Int16](repeating: -1, count: 1 << 18)

    init(_ palette: [RGB]) { places = palette.map { Oklab($0).vector } }

    mutating func index(of color: RGB) -> Int {
        let name = Int(color.red >> 2) << 12 | Int(color.green >> 2) << 6 | Int(color.blue >> 2)
        if known[name] >= 0 { return Int(known[name]) }
        // The center of the quantized cell, so that the result does not depend on which of its colors came first.
        let middle = RGB(color.red & 0xFC | 2, color.green & 0xFC | 2, color.blue & 0xFC | 2)
        let index = Self.index(of: Oklab(middle).vector, in: places)
        known[name] = Int16(index)
        return index
    }

    static func index(of place: SIMD3<Float>, in places: [SIMD3<Float>]) -> Int {
        var best = (index: 0, distance: Float.infinity)
        for (index, other) in places.enumerated() {
            let step = other - place
            let distance = (step * step).sum()
            if distance < best.distance { best = (index, distance) }
        }
        return best.index
    }
}
