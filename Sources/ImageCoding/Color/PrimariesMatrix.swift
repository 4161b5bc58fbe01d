import Pixels

/// A matrix from linear light of some primaries to that of sRGB: nine factors, row by row.
///
/// White points are adapted so that colors keep their appearance (Bradford; ICC.1, annex E).
struct PrimariesMatrix: Hashable, Sendable {
    let factors: [Double]

    /// Creates the matrix; `nil` if the primaries are degenerate.
    init?(_ source: SourceColor.Chromaticities) {
        guard let toXYZ = Self.toXYZ(source), let white = Self.xyz(source.white),
            let fromXYZ = Self.toXYZ(.sRGB).flatMap(Self.inverse), let target = Self.xyz(.init(x: 0.3127, y: 0.3290)),
            let adaptation = Self.adaptation(from: white, to: target)
        else { return nil }
        factors = Self.product(fromXYZ, Self.product(adaptation, toXYZ))
        guard factors.allSatisfy({ $0.isFinite && abs($0) < 1000 }) else { return nil }
    }

    // MARK: -

    /// Returns the RGB to XYZ matrix in which full light of all primaries makes white (Lindbloom, "RGB/XYZ matrices").
    private static func toXYZ(_ source: SourceColor.Chromaticities) -> [Double]? {
        guard let red = xyz(source.red), let green = xyz(source.green), let blue = xyz(source.blue),
            let white = xyz(source.white)
        else { return nil }
        let columns = (0..<3).flatMap { [red[$0], green[$0], blue[$0]] }
        guard let amounts = inverse(columns).map({ product($0, vector: white) }) else { return nil }
        return (0..<9).map { columns[$0] * amounts[$0 % 3] }
    }

    private static func xyz(_ point: SourceColor.Chromaticities.Point) -> [Double]? {
        guard point.x.isFinite, point.y.isFinite, point.y > 1e-4 else { return nil }
        return [point.x / point.y, 1, (1 - point.x - point.y) / point.y]
    }

    private static let bradford = [0.8951, 0.2664, -0.1614, -0.7502, 1.7135, 0.0367, 0.0389, -0.0685, 1.0296]

    private static func adaptation(from: [Double], to: [Double]) -> [Double]? {
        guard let back = inverse(bradford) else { return nil }
        let (before, after) = (product(bradford, vector: from), product(bradford, vector: to))
        guard before.allSatisfy({ abs($0) > 1e-6 }) else { return nil }
        let scaled = (0..<9).map { bradford[$0] * after[$0 / 3] / before[$0 / 3] }
        return product(back, scaled)
    }

    private static func product(_ left: [Double], _ right: [Double]) -> [Double] {
        (0..<9).map { index -> Double in
            let (row, column) = (index / 3 * 3, index % 3)
            return (0..<3).reduce(0.0) { $0 + left[row + $1] * right[3 * $1 + column] }
        }
    }

    private static func product(_ matrix: [Double], vector: [Double]) -> [Double] {
        [0, 3, 6].map { row -> Double in (0..<3).reduce(0.0) { $0 + matrix[row + $1] * vector[$1] } }
    }

    private static func inverse(_ m: [Double]) -> [Double]? {
        // By cofactors: the cyclic indices that remain when row and column are struck out.
        func minor(_ row: Int, _ column: Int) -> Double {
            let (r1, r2) = ((row + 1) % 3 * 3, (row + 2) % 3 * 3)
            let (c1, c2) = ((column + 1) % 3, (column + 2) % 3)
            return m[r1 + c1] * m[r2 + c2] - m[r1 + c2] * m[r2 + c1]
        }
        let determinant = m[0] * minor(0, 0) + m[1] * minor(0, 1) + m[2] * minor(0, 2)
        guard abs(determinant) > 1e-9 else { return nil }
        return (0..<9).map { minor($0 % 3, $0 / 3) / determinant }
    }
}

extension SourceColor.Chromaticities {
    /// The chromaticities of sRGB (BT.709).
    static let sRGB = Self(
        white: .init(x: 0.3127, y: 0.3290), red: .init(x: 0.64, y: 0.33), green: .init(x: 0.30, y: 0.60),
        blue: .init(x: 0.15, y: 0.06))

    /// Whether both are equal but for rounding.
    func isNear(_ other: Self) -> Bool {
        [\Self.white, \.red, \.green, \.blue].allSatisfy { color -> Bool in
            let (one, two) = (self[keyPath: color], other[keyPath: color])
            return abs(one.x - two.x) < 0.002 && abs(one.y - two.y) < 0.002
        }
    }
}
