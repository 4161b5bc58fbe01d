/// The colors of pixels, those counted together that agree in the highest bits of their channels: five of red and blue,
/// six of green.
struct ColorHistogram {
    /// Pixels whose colors are alike.
    struct Entry {
        /// The mean of the colors: red, green, blue, each 0 to 255.
        var mean: SIMD4<Float>
        /// The mean in the space in which distances are measured.
        var place: SIMD4<Float>
        /// The number of pixels.
        var count: Float
    }

    /// The entries, in the order of their first pixels.
    private(set) var colors: [Entry] = []
    /// The number of the entry of each slot; -1 for none.
    private var numbers = [Int32](repeating: -1, count: 1 << 16)

    init(_ pixels: ColoredPixels, _ space: IndexedPixels.Space) {
        var sums: [SIMD4<UInt64>] = []  // a channel of 17 million white pixels exceeds 32 bits
        sums.reserveCapacity(4096)
        _ = numbers.withUnsafeMutableBufferPointer { numbers in
            pixels.allSatisfy { _, color in
                let slot = Self.slot(of: color)
                if numbers[slot] < 0 {
                    numbers[slot] = Int32(sums.count)
                    sums.append(SIMD4(repeating: 0))
                }
                sums[Int(numbers[slot])] &+= SIMD4(
                    truncatingIfNeeded: SIMD4(color & 0xFF, color >> 8 & 0xFF, color >> 16, 1))
                return true
            }
        }
        colors = sums.map { sum in
            let mean = SIMD4<Float>(sum) / Float(sum.w)
            return Entry(mean: mean, place: space.place(of: mean), count: Float(sum.w))
        }
    }

    /// Returns the number of the entry of a color, red in the lowest byte.
    func number(of color: UInt32) -> Int { Int(numbers[Self.slot(of: color)]) }

    private static func slot(of color: UInt32) -> Int {
        Int(color << 8 & 0xF800 | color >> 5 & 0x07E0 | color >> 19)
    }
}

extension IndexedPixels.Space {
    /// Returns the place of a mean of red, green and blue, each 0 to 255.
    fileprivate func place(of mean: SIMD4<Float>) -> SIMD4<Float> {
        guard case .oklab = self else { return SIMD4(mean.x, mean.y, mean.z, 0) }
        let lab = Oklab(RGB(mean: mean))
        return SIMD4(lab.lightness, lab.a, lab.b, 0)
    }
}

extension RGB {
    /// Creates the color nearest to a mean of red, green and blue, each 0 to 255.
    init(mean: SIMD4<Float>) {
        let bytes = SIMD4<UInt8>(mean.rounded(.toNearestOrEven))
        self.init(bytes.x, bytes.y, bytes.z)
    }
}
