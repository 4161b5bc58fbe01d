import Pixels

/// A dither that distributes each pixel's error to its neighbors (Floyd and Steinberg, "An adaptive algorithm for
/// spatial grey scale", 1976), in alternating directions, which avoids streaks.
struct ErrorDiffusion<Colors: DitherColors> {
    let colors: Colors

    /// Reduces opaque pixels to the set of colors, in place. Transparent pixels neither receive nor distribute errors.
    func reduce(_ pixels: inout [CellColor], width: Int) {
        // one more element at each end, so that the edges need no check
        var here = [SIMD4<Float>](repeating: SIMD4(), count: width + 2)
        var below = here
        pixels.withUnsafeMutableBufferPointer { pixels in
            for (row, start) in stride(from: 0, to: pixels.count, by: width).enumerated() {
                for place in below.indices { below[place] = SIMD4() }
                let isLeftward = row % 2 == 1
                let step = isLeftward ? -1 : 1
                for count in 0..<width {
                    let x = isLeftward ? width - 1 - count : count
                    guard let color = pixels[start + x].rgb else { continue }
                    let wanted = colors.light(of: color) + here[x + 1]
                    let index = colors.nearest(to: wanted)
                    pixels[start + x] = colors.color(at: index)
                    // an error that no mixture of the colors can compensate must not accumulate and surface elsewhere
                    let error =
                        (wanted - colors.light(at: index)).clamped(
                            lowerBound: SIMD4(repeating: -1), upperBound: SIMD4(repeating: 1)) * colors.strength
                    let isLast = count == width - 1
                    let beside: Float = isLast ? 0 : 7 / 16
                    let ahead: Float = isLast ? 0 : 1 / 16
                    let under: Float = isLast ? 13 / 16 : count == 0 ? 8 / 16 : 5 / 16
                    here[x + 1 + step] += error * beside
                    below[x + 1 + step] += error * ahead
                    below[x + 1] += error * under
                    if count > 0 { below[x + 1 - step] += error * (3 / 16) }
                }
                swap(&here, &below)
            }
        }
    }
}
