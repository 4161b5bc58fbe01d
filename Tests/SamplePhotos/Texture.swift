/// Smooth random values of about -1 to 1: a sum of octaves, the finer the weaker, as in nature.
struct Texture {
    private let seed: UInt64
    private let octaves: [(period: Float, weight: Float)]

    /// - Parameters:
    ///   - periods: the pixels between two random values, of the finest octave and of the coarsest.
    ///   - roughness: the weight of an octave relative to the next coarser one, 0 to 1.
    init(seed: UInt64, periods: (finest: Int, coarsest: Int), roughness: Float) {
        self.seed = seed
        var octaves: [(period: Float, weight: Float)] = []
        var (period, weight) = (Float(max(1, periods.coarsest)), Float(1))
        repeat {
            octaves.append((period, weight))
            (period, weight) = (period / 2, weight * roughness)
        } while period >= Float(periods.finest)
        let power = octaves.reduce(0) { $0 + $1.weight * $1.weight }
        self.octaves = octaves.map { ($0.period, $0.weight / power.squareRoot()) }
    }

    /// Returns the values of a row.
    func row(_ y: Int, width: Int) -> [Float] {
        var line = [Float](repeating: 0, count: width)
        for (number, octave) in octaves.enumerated() {
            let (place, rest) = Self.split(Float(y) / octave.period)
            let seed = seed &+ UInt64(number) &* 0x1_0001
            let knots = (0...Int(Float(width) / octave.period) + 1).map { x in
                let (upper, lower) = (Self.value(seed, x, place), Self.value(seed, x, place + 1))
                return octave.weight * (upper + (lower - upper) * rest)
            }
            for x in 0..<width {
                let (knot, rest) = Self.split(Float(x) / octave.period)
                line[x] += knots[knot] + (knots[knot + 1] - knots[knot]) * rest
            }
        }
        return line
    }

    /// Returns a random value of -1 to 1 for a place, the same each time.
    static func value(_ seed: UInt64, _ x: Int, _ y: Int) -> Float {
        var hash = seed &* 0x9E37_79B9_7F4A_7C15
        hash ^= UInt64(x) &* 0xC2B2_AE3D_27D4_EB4F ^ UInt64(y) &* 0x1656_67B1_9E37_79F9
        hash = (hash ^ hash >> 29) &* 0xBF58_476D_1CE4_E5B9
        hash = (hash ^ hash >> 32) &* 0x94D0_49BB_1331_11EB
        return Float(hash >> 40) / Float(1 << 23) - 1
    }

    private static func split(_ value: Float) -> (whole: Int, rest: Float) {
        let whole = Int(value)
        return (whole, value - Float(whole))
    }
}
