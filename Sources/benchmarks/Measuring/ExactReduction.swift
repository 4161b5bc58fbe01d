import Glibc
import Pixels

/// An opaque image at full size, with which smaller ones are compared after an exact reduction.
///
/// The reduction is an independent implementation in double precision, so that the engine does not judge itself.
struct ExactReduction {
    private let bitmap: Bitmap
    private static let light: [Double] = (0..<256).map { value in
        let encoded = Double(value) / 255
        return encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4)
    }

    init(of bitmap: Bitmap) { self.bitmap = bitmap }

    /// Returns the peak signal-to-noise ratio of a smaller image in dB, over all channels.
    func decibels(of small: Bitmap) -> Double {
        let wanted = reduced(width: small.size.width, height: small.size.height)
        var error = 0.0
        for pixel in 0..<small.size.area {
            for channel in 0..<3 {
                let value = Double(small.bytes[4 * pixel + channel]) / 255
                error += pow(Self.encoded(wanted[3 * pixel + channel]) - value, 2)
            }
        }
        return -10 * log10(max(1e-12, error / Double(wanted.count)))
    }

    /// Returns the encoded value of light, both 0...1.
    private static func encoded(_ light: Double) -> Double {
        light <= 0.0031308 ? light * 12.92 : 1.055 * pow(min(1, light), 1 / 2.4) - 0.055
    }

    /// Returns the mean light of each target pixel's area.
    private func reduced(width: Int, height: Int) -> [Double] {
        var sums = [Double](repeating: 0, count: 3 * width * height)
        var line = [Double](repeating: 0, count: 3 * width)
        let columns = Self.overlaps(of: bitmap.size.width, with: width)
        for (y, rows) in Self.overlaps(of: bitmap.size.height, with: height).enumerated() {
            for index in line.indices { line[index] = 0 }
            for (x, targets) in columns.enumerated() {
                let pixel = 4 * (y * bitmap.size.width + x)
                for (target, share) in targets {
                    for channel in 0..<3 {
                        line[3 * target + channel] += Self.light[Int(bitmap.bytes[pixel + channel])] * share
                    }
                }
            }
            for (target, share) in rows {
                for index in line.indices { sums[3 * width * target + index] += line[index] * share }
            }
        }
        return sums
    }

    /// Returns, for each of `count` source pixels along a side, the target pixels that it overlaps and its share of
    /// each.
    private static func overlaps(of count: Int, with targets: Int) -> [[(Int, Double)]] {
        (0..<count).map { place in
            let start = Double(place) * Double(targets) / Double(count)
            let end = Double(place + 1) * Double(targets) / Double(count)
            return (Int(start)...min(targets - 1, Int(end))).compactMap { target in
                let share = min(end, Double(target + 1)) - max(start, Double(target))
                return share > 1e-9 ? (target, share) : nil
            }
        }
    }
}
