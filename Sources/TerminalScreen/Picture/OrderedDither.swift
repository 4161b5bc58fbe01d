import Pixels

/// Dithers by a fixed pattern: for each pixel several colours are found whose mean is its colour, ordered by brightness,
/// and its place in the picture says which one it takes (Thomas Knoll's pattern dithering). A pixel's result depends on
/// nothing but its colour and its place.
struct OrderedDither<Colors: DitherColors> {
    let colors: Colors
    /// How many colours are mixed, a power of four: 16 in squares of four pixels, 64 in squares of eight.
    let steps: Int

    /// Reduces opaque pixels to these colours, in place.
    func reduce(_ pixels: inout [CellColor], width: Int) {
        let side = steps > 16 ? 8 : 4
        let places = Self.matrix(side: side)
        var mixture = [UInt8](repeating: 0, count: steps)
        var last = CellColor.terminal  // neighbours are often equal: skies, margins, drawings
        pixels.withUnsafeMutableBufferPointer { pixels in
            for (y, start) in stride(from: 0, to: pixels.count, by: width).enumerated() {
                for x in 0..<width {
                    let pixel = pixels[start + x]
                    guard let color = pixel.rgb else { continue }
                    if pixel != last {
                        mix(colors.light(of: color), into: &mixture)
                        last = pixel
                    }
                    let place = places[y % side * side + x % side]
                    pixels[start + x] = colors.color(at: mixture[place])
                }
            }
        }
    }

    /// Colours whose light is `light` on average, the darkest first.
    private func mix(_ light: SIMD4<Float>, into mixture: inout [UInt8]) {
        // The pattern is far easier seen than the scatter of a diffusion: half of it does.
        let strength = colors.strength < 1 ? colors.strength / 2 : 1
        var error = SIMD4<Float>()
        for step in 0..<steps {
            let index = colors.nearest(to: light + error)
            error += (light - colors.light(at: index)) * strength
            var place = step
            while place > 0, mixture[place - 1] > index {
                mixture[place] = mixture[place - 1]
                place -= 1
            }
            mixture[place] = index
        }
    }

    /// Bayer's matrix, counted from the brightest: the bits of `x ^ y` and `y`, interleaved, lowest first.
    private static func matrix(side: Int) -> [Int] {
        (0..<side * side).map { place in
            let (x, y) = (place % side, place / side)
            var result = 0
            for bit in 0..<side.trailingZeroBitCount {
                result = result << 2 | ((x ^ y) >> bit & 1) << 1 | (y >> bit & 1)
            }
            return side * side - 1 - result
        }
    }
}
