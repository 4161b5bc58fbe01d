import Glibc
import Pixels

/// The colors between two others when mixed in linear light.
struct ColorLine {
    private let start: [Double]
    private let end: [Double]

    init(from start: RGB, to end: RGB) {
        self.start = Self.light(of: start)
        self.end = Self.light(of: end)
    }

    /// Whether a color is on the line, within two steps of a channel for rounding.
    func contains(_ color: RGB) -> Bool {
        let light = Self.light(of: color)
        let way = zip(start, end).map { $1 - $0 }
        let length = way.reduce(0) { $0 + $1 * $1 }
        guard length > 0 else { return light == start }
        let along = zip(zip(light, start), way).reduce(0) { $0 + ($1.0.0 - $1.0.1) * $1.1 } / length
        let fraction = min(1, max(0, along))
        return (0..<3).allSatisfy { channel in
            let nearest = start[channel] + fraction * way[channel]
            return abs(Self.level(of: nearest) - Self.level(of: light[channel])) <= 2
        }
    }

    private static func light(of color: RGB) -> [Double] {
        [color.red, color.green, color.blue].map { lights[Int($0)] }
    }

    private static let lights: [Double] = (0..<256).map { level in
        let value = Double(level) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    /// The inverse, from 0 to 255.
    private static func level(of light: Double) -> Double {
        255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055)
    }
}
