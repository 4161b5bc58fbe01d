import Pixels

/// A dither by a fixed pattern: several colors whose mean is the pixel's color are sorted by brightness, and the
/// pixel's position selects one of them (Thomas Knoll's pattern dithering). The result for a pixel depends only on its
/// color and position.
struct OrderedDither<Colors: DitherColors> {
    let colors: Colors
    /// Number of colors that are mixed, a power of four: 16 in squares of four pixels, 64 in squares of eight.
    let steps: Int

    /// Reduces opaque pixels to the set of colors, in place.
    func reduce(_ pixels: inout [CellColor], width: Int) {
        let side = steps > 16 ? 8 : 4
        let places = Self.matrix(side: side)
        var mixture = [UInt8](repeating: 0, count: steps)
        var last = CellColor.terminal  // adjacent pixels are often equal: skies, margins, drawings
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

    /// Fills `mixture` with colors whose mean light is `light`, the darkest first.
    private func mix(_ light: SIMD4<Float>, into mixture: inout [UInt8]) {
        // the pattern is far more visible than the noise of a diffusion, so half the strength suffices
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

    /// Returns Bayer's matrix, counted from the brightest: the bits of `x ^ y` and `y`, interleaved, lowest first.
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
