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
    ///
    /// - Parameters:
    ///   - printed: the printed pixels.
    ///   - cellHeight: the height of a cell in pixels. The last row may be part of the picture in part: the best of all
    ///     readings counts.
    ///   - deviation: the standard deviation in pixels of a Gaussian blur of both, as an eye at a distance sees them; 0
    ///     for none.
    func likeness(of printed: PrintedPixels, cellHeight: Int = 2, blurredBy deviation: Double = 0) -> Double? {
        guard printed.width > 0, printed.height >= cellHeight, printed.otherGlyphs == 0 else { return nil }
        let seen = printed.bytes.map { Self.light[Int($0)] }
        let blur = deviation > 0 ? GaussianBlur(deviation: deviation) : nil
        return (0..<cellHeight).map { cut in
            let (width, height) = (printed.width, printed.height - cut)
            // an eye at a distance sees the mean of light
            var (wanted, shown) = (reduced(width: width, height: height), Array(seen.prefix(3 * width * height)))
            if let blur {
                wanted = blur.blurred(wanted, width: width, height: height)
                shown = blur.blurred(shown, width: width, height: height)
            }
            var error = 0.0
            for index in wanted.indices {
                let difference = Self.encoded(wanted[index]) - Self.encoded(shown[index])
                error += difference * difference
            }
            return -10 * log10(max(1e-12, error / Double(wanted.count)))
        }.max()
    }

    /// Returns the encoded value of light, both 0...1.
    private static func encoded(_ light: Double) -> Double {
        light <= 0.0031308 ? light * 12.92 : 1.055 * pow(min(1, light), 1 / 2.4) - 0.055
    }

    /// Returns the mean light of each target pixel's area.
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
