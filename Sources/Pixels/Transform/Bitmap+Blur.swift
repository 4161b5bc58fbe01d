import HalftoneCore

extension Bitmap {
    /// Returns the image blurred, approximating a Gaussian of the given standard deviation: three box averages, in
    /// linear light, premultiplied. Edge pixels are extended beyond the edges.
    ///
    /// - Parameters:
    ///   - radius: the standard deviation in pixels. Near zero the image is returned unchanged; less than 2 counts as 2.
    ///   - cancellation: stops the work between rows.
    /// - Returns: `nil` if the radius is not finite, the image is empty, or the work was cancelled.
    public func blurred(radius: Double, cancellation: CancellationToken? = nil) -> Bitmap? {
        guard radius.isFinite, !size.isEmpty else { return nil }
        guard radius > 1e-6 else { return self }
        let reaches = BoxBlur.reaches(radius: max(2, radius))
        var blur = BoxBlur(self, reach: reaches.max() ?? 0)
        for reach in reaches {
            blur.reach = reach
            guard blur.averageRows(cancellation), blur.averageColumns(cancellation) else { return nil }
        }
        return blur.bitmap(mayHaveAlpha: hasAlpha, cancellation: cancellation)
    }
}

/// A premultiplied image in linear light for moving box averages. Light is stored in whole numbers whose sum over a box
/// stays below 2^24, so that sums are exact and no residue of a pixel remains once the box has passed it.
private struct BoxBlur {
    private let size: PixelSize
    /// Number of pixels of the box on either side of its center.
    var reach = 0
    private var perBox: Float { 1 / Float(2 * reach + 1) }
    /// The number for full light: 16 bits for a box of up to 256 pixels.
    private let full: Float
    private var pixels: [Light]

    /// Returns three box sizes whose variances add up to that of the Gaussian, as closely as odd widths can: narrower
    /// boxes first, then boxes wider by two (P. Kovesi, "Fast almost-Gaussian filtering", 2010).
    static func reaches(radius: Double) -> [Int] {
        // Below this limit any image is already uniform, and full light still has 800 levels.
        let variance = min(radius, 10_000) * min(radius, 10_000)
        let narrow = (Int((4 * variance + 1).squareRoot()) - 1) / 2
        let width = Double(2 * narrow + 1)
        let count = (12 * variance - 3 * width * width - 12 * width - 9) / (-4 * width - 4)
        return (0..<3).map { $0 < Int(count.rounded()) ? narrow : narrow + 1 }
    }

    /// - Parameter reach: the largest reach that will be used.
    init(_ bitmap: Bitmap, reach: Int) {
        size = bitmap.size
        let full = min(65_535, (Float(1 << 24) / Float(2 * reach + 1)).rounded(.down))
        self.full = full
        pixels = [Light](unsafeUninitializedCapacity: bitmap.size.area) { pixels, count in
            count = bitmap.size.area
            bitmap.bytes.withUnsafeBufferPointer { bytes in
                guard let start = bytes.baseAddress else { return }
                for index in 0..<count {
                    pixels[index] = (LinearLight.light(of: start + 4 &* index) * full).rounded(.toNearestOrEven)
                }
            }
        }
    }

    /// Averages each row. Returns `false` if the work was cancelled.
    mutating func averageRows(_ cancellation: CancellationToken?) -> Bool {
        var line = [Light](repeating: .zero, count: size.width)
        let (width, reach, perBox) = (size.width, reach, perBox)
        return pixels.withUnsafeMutableBufferPointer { pixels in
            line.withUnsafeMutableBufferPointer { line in
                for y in 0..<size.height {
                    if y % 16 == 0, cancellation?.isCancelled == true { return false }
                    guard let row = pixels.baseAddress.map({ $0 + y * width }) else { return false }
                    for x in 0..<width { line[x] = row[x] }
                    var sum = Self.firstSum(reach: reach, count: width) { line[$0] }
                    for x in 0..<width {
                        row[x] = Self.average(sum, perBox)
                        sum += line[min(width - 1, x + reach + 1)] - line[max(0, x - reach)]
                    }
                }
                return true
            }
        }
    }

    /// Averages all columns at once, row by row, in memory order. Returns `false` if the work was cancelled.
    mutating func averageColumns(_ cancellation: CancellationToken?) -> Bool {
        let (width, height, reach, perBox) = (size.width, size.height, reach, perBox)
        let before = pixels
        return before.withUnsafeBufferPointer { before in
            var sums = (0..<width).map { x in
                Self.firstSum(reach: reach, count: height) { before[$0 * width + x] }
            }
            return pixels.withUnsafeMutableBufferPointer { pixels in
                sums.withUnsafeMutableBufferPointer { sums in
                    for y in 0..<height {
                        if y % 16 == 0, cancellation?.isCancelled == true { return false }
                        let entering = min(height - 1, y + reach + 1) * width
                        let leaving = max(0, y - reach) * width
                        for x in 0..<width {
                            pixels[y * width + x] = Self.average(sums[x], perBox)
                            sums[x] += before[entering + x] - before[leaving + x]
                        }
                    }
                    return true
                }
            }
        }
    }

    func bitmap(mayHaveAlpha: Bool, cancellation: CancellationToken?) -> Bitmap? {
        pixels.withUnsafeBufferPointer { pixels in
            Bitmap.making(size, mayHaveAlpha: mayHaveAlpha, cancellation: cancellation) { y, row in
                for x in 0..<size.width {
                    LinearLight.store(pixels[y * size.width + x] * (1 / full), to: row + 4 * x)
                }
            }
        }
    }

    /// Returns the sum of the box around the first pixel.
    private static func firstSum(reach: Int, count: Int, _ pixel: (Int) -> Light) -> Light {
        var sum = pixel(0) * Float(reach + 1)
        for index in stride(from: 1, through: reach, by: 1) { sum += pixel(min(count - 1, index)) }
        return sum
    }

    @inline(__always)
    private static func average(_ sum: Light, _ perBox: Float) -> Light {
        (sum * perBox).rounded(.toNearestOrEven)
    }
}
