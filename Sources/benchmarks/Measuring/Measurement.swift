// Only for `String(format:)`.
import Foundation

/// Samples of one quantity in one unit, in the order of measuring.
struct Measurement: Sendable {
    enum Unit: String, Sendable {
        case seconds
        case bytes
        case decibels
        /// A plain number, such as a count of allocations or a ratio.
        case number
    }

    let unit: Unit
    let samples: [Double]

    /// `samples` must not be empty.
    init(_ samples: [Double], _ unit: Unit) {
        precondition(!samples.isEmpty, "a measurement has samples")
        self.samples = samples
        self.unit = unit
    }

    var median: Double { quantile(0.5) }

    /// Half the interquartile range: about half of the samples are this close to the median.
    var spread: Double { (quantile(0.75) - quantile(0.25)) / 2 }

    /// Returns the ratio to another measurement, computed per round, so that a disturbance affects both sides of a
    /// ratio.
    func ratio(to other: Measurement) -> Measurement {
        Measurement(zip(samples, other.samples).map { $0 / max($1, .leastNormalMagnitude) }, .number)
    }

    /// Returns the samples minus a constant, at least 0.
    func less(_ constant: Double) -> Measurement { Measurement(samples.map { max(0, $0 - constant) }, unit) }

    private func quantile(_ fraction: Double) -> Double {
        let sorted = samples.sorted()
        let place = fraction * Double(sorted.count - 1)
        let lower = Int(place)
        let upper = min(lower + 1, sorted.count - 1)
        return sorted[lower] + (sorted[upper] - sorted[lower]) * (place - Double(lower))
    }
}

// MARK: - As text

extension Measurement: CustomStringConvertible {
    /// `112 ms ±3`
    var description: String {
        let (scale, name) = Self.scale(of: median, unit)
        let value = Self.digits(median / scale)
        let unitName = name.isEmpty ? "" : " " + name
        guard spread > 0 else { return value + unitName }
        return "\(value)\(unitName) ±\(Self.digits(spread / scale, least: Self.decimals(of: median / scale)))"
    }

    private static func scale(of value: Double, _ unit: Unit) -> (Double, String) {
        switch unit {
        case .number: (1, "")
        case .decibels: (1, "dB")
        case .bytes: value < 10_000 ? (1, "B") : value < 1_000_000 ? (1e3, "KB") : (1e6, "MB")
        case .seconds:
            value < 1e-6 ? (1e-9, "ns") : value < 1e-3 ? (1e-6, "µs") : value < 1 ? (1e-3, "ms") : (1, "s")
        }
    }

    /// Returns the number of decimals for three significant digits; 0 from a hundred on.
    private static func decimals(of value: Double) -> Int {
        let size = abs(value)
        return size >= 100 || size == size.rounded() && size < 10 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3
    }

    static func digits(_ value: Double, least places: Int? = nil) -> String {
        String(format: "%.\(places ?? decimals(of: value))f", value)
    }
}
