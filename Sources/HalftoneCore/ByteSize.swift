/// A number of bytes in human-readable form: `36 KB`, `1.5 MB`. Units are powers of 1,000.
public struct ByteSize: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The exact number of bytes; negative numbers are shown as they are.
    public let bytes: Int

    /// Creates a size from a number of bytes.
    public init(_ bytes: Int) { self.bytes = bytes }

    /// Parses `1500`, `64KB`, `1.5 MB`, `2G`. Units are powers of 1,000, and case does not matter. Returns `nil` for
    /// anything else, negative numbers and numbers too large to represent.
    public init?(_ text: some StringProtocol) {
        let text = text.lowercased().filter { $0 != " " }
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let unit = text.dropFirst(digits.count)
        guard let number = Double(digits), let scale = Self.scales[String(unit)] else { return nil }
        let bytes = number * scale
        guard bytes < 9e18 else { return nil }
        self.bytes = Int(bytes)
    }

    public static func < (left: Self, right: Self) -> Bool { left.bytes < right.bytes }

    public var description: String {
        guard bytes >= 1000 else { return "\(bytes) B" }
        var value = Double(bytes) / 1000
        var units = ["KB", "MB", "GB", "TB"][...]
        while value >= 999.5, units.count > 1 {
            value /= 1000
            units = units.dropFirst()
        }
        let unit = units.first ?? "TB"
        guard value < 9.95 else { return "\(Int(value.rounded())) \(unit)" }
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) \(unit)"
    }

    private static let scales: [String: Double] = [
        "": 1, "b": 1, "k": 1e3, "kb": 1e3, "m": 1e6, "mb": 1e6, "g": 1e9, "gb": 1e9, "t": 1e12, "tb": 1e12,
    ]
}
