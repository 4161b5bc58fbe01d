import Pixels

/// Prepares a picture for ink and ground alone: a few hundred black and white pixels must tell what it shows.
///
/// Light gives way to recognition: ink lies between light, in which dark pictures drown, and lightness as the eye counts
/// it, in which bright ones do; the range that the picture uses is stretched to all there is; and every pixel is set off against its
/// neighbours (an unsharp mask), so that outlines survive the dither. A picture of one tone stays that tone.
struct InkTone {
    /// The parts of the pixels that may become all black or all white, at either end.
    private let cut = 0.02
    /// A picture that is dark or bright as a whole remains so: the range is at most stretched to this.
    private let darkest: Float = 0.2
    private let brightest: Float = 0.5
    /// How far a pixel is set off, and the weights of the neighbours at distances 0 to 3: a Gaussian of one pixel.
    private let sharpness: Float = 1
    private let weights: [Float] = [0.399, 0.242, 0.054, 0.004]

    /// Replaces opaque colours by greys whose light is the share of ink they should get. Transparent ones stay.
    func adjust(_ pixels: inout [CellColor], width: Int) {
        let tones = pixels.map { color in color.rgb.map { Oklab($0).lightness * Oklab($0).lightness } }
        guard let range = range(of: tones.compactMap(\.self)) else { return }
        let stretched = tones.map { tone in
            tone.map { min(1, max(0, ($0 - range.lowerBound) / (range.upperBound - range.lowerBound))) } ?? 0
        }
        let soft = blurred(blurred(stretched, step: 1, side: width), step: width, side: stretched.count / width)
        for index in pixels.indices where tones[index] != nil {
            let tone = stretched[index] + sharpness * (stretched[index] - soft[index])
            let grey = LinearLight.byte(of: UInt16(min(1, max(0, tone)) * 65_535))
            pixels[index] = CellColor(RGB(grey, grey, grey))
        }
    }

    /// What becomes black and white; `nil` if nothing is there to tell apart.
    private func range(of tones: [Float]) -> Range<Float>? {
        let sorted = tones.sorted()
        guard let first = sorted.first, let last = sorted.last, last - first > 0.1 else { return nil }
        let rest = Int(Double(sorted.count) * cut)
        let low = min(sorted[rest], darkest)
        return low..<max(sorted[sorted.count - 1 - rest], brightest)
    }

    /// The mean of each value and its neighbours along lines of `side` values that are `step` apart.
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
