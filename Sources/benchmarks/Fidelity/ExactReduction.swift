import Glibc
import ImageCoding
import Pixels

/// A picture at full size, with which printed pixels are compared after an exact reduction.
///
/// The reduction is an independent implementation in double precision, so that the engine does not judge itself.
struct ExactReduction {
    private let size: PixelSize
    private let bytes: [UInt8]
    private static let light: [Double] = (0..<256).map { value in
        let encoded = Double(value) / 255
        return encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4)
    }

    /// Decodes the picture at full size. Transparent pixels count as black.
    init(_ picture: [UInt8]) throws {
        var options = DecodeOptions()
        options.fidelity = .exact
        let bitmap = try ImageCodersManager.shared.decode(picture, options: options).bitmap
        (size, bytes) = (bitmap.size, bitmap.bytes)
    }

    /// Returns the peak signal-to-noise ratio in dB over all channels; `nil` if the printed pixels are unknown.
    func likeness(of printed: PrintedPixels) -> Double? {
        guard printed.width > 0, printed.height > 1, printed.otherGlyphs == 0 else { return nil }
        // with an odd height, the last half row is not part of the picture: the better of both readings counts
        return [0, 1].map { cut in
            let height = printed.height - cut
            let wanted = reduced(width: printed.width, height: height)
            var error = 0.0
            for index in wanted.indices {
                let difference = wanted[index] - Double(printed.bytes[index]) / 255
                error += difference * difference
            }
            return -10 * log10(max(1e-12, error / Double(wanted.count)))
        }.max()
    }

    /// Returns the mean light of each target pixel's area, encoded as 0...1.
    private func reduced(width: Int, height: Int) -> [Double] {
        var sums = [Double](repeating: 0, count: 3 * width * height)
        var line = [Double](repeating: 0, count: 3 * width)
        let columns = Self.overlaps(of: size.width, with: width)
        for (y, rows) in Self.overlaps(of: size.height, with: height).enumerated() {
            for index in line.indices { line[index] = 0 }
            for (x, targets) in columns.enumerated() {
                let pixel = 4 * (y * size.width + x)
                for (target, share) in targets {
                    for channel in 0..<3 {
                        line[3 * target + channel] += Self.light[Int(bytes[pixel + channel])] * share
                    }
                }
            }
            for (target, share) in rows {
                for index in line.indices { sums[3 * width * target + index] += line[index] * share }
            }
        }
        return sums.map { $0 <= 0.0031308 ? $0 * 12.92 : 1.055 * pow(min(1, $0), 1 / 2.4) - 0.055 }
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
