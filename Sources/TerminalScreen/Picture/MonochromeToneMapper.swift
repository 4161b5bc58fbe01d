import Pixels

/// Tone mapping of a picture to black and white: a few hundred pixels must make it recognizable.
///
/// Recognition matters more than correct light. Tones lie between linear light, in which dark pictures become black,
/// and perceived lightness, in which bright ones become white. The picture's range is stretched to the full range, and
/// an unsharp mask emphasizes every pixel against its neighbors, so that outlines survive the dither. A picture of one
/// tone keeps that tone.
struct MonochromeToneMapper {
    /// The fraction of pixels that may become all black or all white, at either end.
    private let cut = 0.02
    /// Limits of the stretched range, so that a picture that is dark or bright as a whole remains so.
    private let darkest: Float = 0.2
    private let brightest: Float = 0.5
    /// The strength of the unsharp mask, and its weights at distances 0 to 3: a Gaussian of one pixel.
    private let sharpness: Float = 1
    private let weights: [Float] = [0.399, 0.242, 0.054, 0.004]

    /// Replaces opaque colors by grays whose light is the fraction of white they should get. Transparent pixels stay.
    func adjust(_ pixels: inout [CellColor], width: Int) {
        let tones = pixels.map { color in color.rgb.map { Oklab($0).lightness * Oklab($0).lightness } }
        guard let range = range(of: tones.compactMap(\.self)) else { return }
        let stretched = tones.map { tone in
            tone.map { min(1, max(0, ($0 - range.lowerBound) / (range.upperBound - range.lowerBound))) } ?? 0
        }
        let soft = blurred(blurred(stretched, step: 1, side: width), step: width, side: stretched.count / width)
        for index in pixels.indices where tones[index] != nil {
            let tone = stretched[index] + sharpness * (stretched[index] - soft[index])
            let gray = LinearLight.byte(of: UInt16(min(1, max(0, tone)) * 65_535))
            pixels[index] = CellColor(RGB(gray, gray, gray))
        }
    }

    /// Returns the range of tones from black to white; `nil` if the tones hardly differ.
    private func range(of tones: [Float]) -> Range<Float>? {
        let sorted = tones.sorted()
        guard let first = sorted.first, let last = sorted.last, last - first > 0.1 else { return nil }
        let rest = Int(Double(sorted.count) * cut)
        let low = min(sorted[rest], darkest)
        return low..<max(sorted[sorted.count - 1 - rest], brightest)
    }

    /// Returns the weighted mean of each value and its neighbors along lines of `side` values that are `step` apart.
    private func blurred(_ values: [Float], step: Int, side: Int) -> [Float] {
        values.indices.map { index in
            let place = index / step % side
            var sum = values[index] * weights[0]
            for distance in 1..<weights.count {
                let before = index - step * min(distance, place)
                let after = index + step * min(distance, side - 1 - place)
                sum += (values[before] + values[after]) * weights[distance]
            }
            return sum
        }
    }
}
