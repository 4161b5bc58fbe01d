/// The colors of a strip, those that are alike counted together.
struct ColorHistogram {
    /// Pixels whose colors are alike.
    struct Entry {
        /// The mean of the colors: red, green, blue, each 0 to 255.
        var mean: SIMD4<Float>
        /// The number of pixels.
        var count: Float
    }

    /// The entries, in the order of their first pixels.
    private(set) var colors: [Entry] = []
    /// The entry of each pixel, row by row.
    private(set) var pixels: [UInt16]

    /// Counts the pixels of a strip by the highest bits of their channels: five of red and blue, six of green.
    init(_ strip: StripPixels) {
        pixels = [UInt16](repeating: 0, count: strip.rect.size.area)
        // the number of the entry, plus one
        var slots = [UInt16](repeating: 0, count: 1 << 16)
        var sums: [SIMD4<UInt32>] = []
        sums.reserveCapacity(4096)
        _ = pixels.withUnsafeMutableBufferPointer { pixels in
            slots.withUnsafeMutableBufferPointer { slots in
                strip.allSatisfy { place, pixel in
                    let (red, green, blue): (UInt32, UInt32, UInt32) = (
                        pixel << 8 & 0xF800, pixel >> 5 & 0x07E0, pixel >> 19
                    )
                    let slot = Int(red | green | blue)
                    var number = slots[slot]
                    if number == 0 {
                        guard sums.count < UInt16.max else { return false }
                        sums.append(SIMD4(repeating: 0))
                        number = UInt16(sums.count)
                        slots[slot] = number
                    }
                    sums[Int(number) - 1] &+= SIMD4(pixel & 0xFF, pixel >> 8 & 0xFF, pixel >> 16, 1)
                    pixels[place] = number - 1
                    return true
                }
            }
        }
        colors = sums.map { sum in
            let count = Float(sum.w)
            var mean = SIMD4<Float>(sum) / count
            mean.w = 0
            return Entry(mean: mean, count: count)
        }
    }
}
