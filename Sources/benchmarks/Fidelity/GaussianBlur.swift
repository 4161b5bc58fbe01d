import Glibc

/// A Gaussian blur of pixels with three channels. Pixels beyond the edges repeat those at the edges.
struct GaussianBlur {
    /// The weights from the middle on.
    private let weights: [Double]

    /// `deviation` is in pixels, above 0.
    init(deviation: Double) {
        let radius = Int((3 * deviation).rounded(.up))
        let bell = (0...radius).map { exp(-Double($0 * $0) / (2 * deviation * deviation)) }
        let sum = 2 * bell.reduce(0, +) - bell[0]
        weights = bell.map { $0 / sum }
    }

    /// Returns the blurred values, row by row.
    func blurred(_ values: [Double], width: Int, height: Int) -> [Double] {
        var result = values
        for y in 0..<height { blur(&result, from: 3 * y * width, count: width, step: 3) }
        for x in 0..<width { blur(&result, from: 3 * x, count: height, step: 3 * width) }
        return result
    }

    /// Blurs `count` pixels in place that are `step` values apart.
    private func blur(_ values: inout [Double], from start: Int, count: Int, step: Int) {
        for channel in 0..<3 {
            let line = (0..<count).map { values[start + channel + $0 * step] }
            for place in 0..<count {
                var sum = weights[0] * line[place]
                for distance in 1..<weights.count {
                    sum += weights[distance] * (line[max(0, place - distance)] + line[min(count - 1, place + distance)])
                }
                values[start + channel + place * step] = sum
            }
        }
    }
}
