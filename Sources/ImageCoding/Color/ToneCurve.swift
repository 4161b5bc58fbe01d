import Glibc

/// A transfer function from encoded values 0...1 to light.
enum ToneCurve: Hashable, Sendable {
    /// Light is the value to that power.
    case power(Double)
    /// A power from `breakpoint` on, a line below it: `(a * v + b) ^ power`, `slope * v` (ICC, function 3).
    case pieces(power: Double, a: Double, b: Double, slope: Double, breakpoint: Double)
    /// Samples at equal distances, 0...1.
    case table([Double])

    /// The sRGB curve, IEC 61966-2-1.
    static let sRGB = ToneCurve.pieces(
        power: 2.4, a: 1 / 1.055, b: 0.055 / 1.055, slope: 1 / 12.92, breakpoint: 0.04045)

    /// Creates the curve of an ICC profile's tag: `curv`, or functions 0 and 3 of `para` (ICC.1, sections 10.6 and
    /// 10.18). `nil` for others and for invalid data.
    init?(_ tag: ArraySlice<UInt8>) {
        func number(_ offset: Int, _ count: Int) -> Int? {
            guard offset <= tag.count - count else { return nil }
            return tag[(tag.startIndex + offset)..<(tag.startIndex + offset + count)].reduce(0) { $0 << 8 | Int($1) }
        }
        func fraction(_ index: Int) -> Double? {
            number(12 + 4 * index, 4).map { Double(Int32(truncatingIfNeeded: $0)) / 65_536 }
        }
        switch (number(0, 4), number(8, 4), number(8, 2)) {
        case (0x6375_7276, 0?, _): self = .power(1)  // "curv"
        case (0x6375_7276, 1?, _):
            guard let gamma = number(12, 2) else { return nil }
            self = .power(Double(gamma) / 256)
        case (0x6375_7276, let count?, _):
            guard count <= 65_536, 12 + 2 * count <= tag.count else { return nil }
            self = .table((0..<count).compactMap { number(12 + 2 * $0, 2) }.map { Double($0) / 65_535 })
        case (0x7061_7261, _, 0?):  // "para"
            guard let power = fraction(0) else { return nil }
            self = .power(power)
        case (0x7061_7261, _, 3?):
            guard let power = fraction(0), let a = fraction(1), let b = fraction(2), let slope = fraction(3),
                let breakpoint = fraction(4)
            else { return nil }
            self = .pieces(power: power, a: a, b: b, slope: slope, breakpoint: breakpoint)
        default: return nil
        }
    }

    func light(of value: Double) -> Double {
        switch self {
        case .power(let exponent): return pow(value, exponent)
        case .pieces(let power, let a, let b, let slope, let breakpoint):
            return value < breakpoint ? slope * value : pow(max(0, a * value + b), power)
        case .table(let values):
            guard let last = values.last else { return value }
            let place = max(0, min(1, value)) * Double(values.count - 1)
            guard Int(place) < values.count - 1 else { return last }
            let below = Int(place)
            return values[below] + (values[below + 1] - values[below]) * (place - Double(below))
        }
    }
}
