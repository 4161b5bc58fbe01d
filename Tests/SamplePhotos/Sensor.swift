import Glibc

/// A camera's sensor, which turns light into pixels and adds grain.
struct Sensor {
    private let width: Int
    private let grain: Float
    private var random: UInt64

    /// The encoded values of light from 0 to 1.
    private static let encoded: [UInt8] = (0..<16_384).map { step in
        let light = Float(step) / 16_383
        let value = light <= 0.0031308 ? light * 12.92 : 1.055 * powf(light, 1 / 2.4) - 0.055
        return UInt8(value * 255 + 0.5)
    }

    init(width: Int, seed: UInt64, grain: Float) {
        self.width = width
        // a step of middle gray is this much light, and developing leaves three eighths of the grain
        self.grain = grain * 0.0037 * 8 / 3
        random = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    }

    /// Returns a row of light with grain, whose variance grows with the light, above that of the electronics.
    mutating func exposed(to light: [Float]) -> [Float] {
        var row = light
        for pixel in 0..<width {
            random ^= random << 13
            random ^= random >> 7
            random ^= random << 17
            for channel in 0..<3 {
                // two random bytes for each channel; their sum has a deviation of 104.5
                let bytes = random >> UInt64(16 * channel)
                let sum = Float(Int(bytes & 255) + Int(bytes >> 8 & 255) - 255)
                let place = 3 * pixel + channel
                row[place] += grain * sum / 104.5 * ((light[place] + 0.02) / 0.24).squareRoot()
            }
        }
        return row
    }

    /// Appends the pixels of a row. Each is a mean with its neighbors, as the lens and the grid of colors mix them.
    func develop(_ above: [Float], _ here: [Float], _ below: [Float], into bytes: inout [UInt8]) {
        let column = here.indices.map { (above[$0] + 2 * here[$0] + below[$0]) / 4 }
        for place in column.indices {
            let left = column[place < 3 ? place : place - 3]
            let right = column[place + 3 < column.count ? place + 3 : place]
            let light = (left + 2 * column[place] + right) / 4
            bytes.append(Self.encoded[Int(min(max(light, 0), 1) * 16_383)])
        }
    }
}
