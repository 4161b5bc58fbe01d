/// A minimal ICC profile parser (ICC.1, sections 7 and 10): enough to recognize the most common profile, sRGB, without
/// loading a library. The bytes are untrusted; invalid data gives `nil`.
struct ICCProfile {
    enum Space: Hashable, Sendable { case gray, rgb, cmyk, other }

    let space: Space
    private let bytes: [UInt8]
    /// The ranges of the tags' content, by signature.
    private let tags: [UInt32: Range<Int>]

    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 132, Self.number(bytes, 36) == Self.name("acsp") else { return nil }
        self.bytes = bytes
        switch Self.number(bytes, 16) {
        case Self.name("GRAY"): space = .gray
        case Self.name("RGB "): space = .rgb
        case Self.name("CMYK"): space = .cmyk
        default: space = .other
        }
        var tags: [UInt32: Range<Int>] = [:]
        // Typical profiles have ten to twenty tags; the library accepts at most a hundred.
        for entry in 0..<min(100, Int(Self.number(bytes, 128) ?? 0)) {
            let place = 132 + 12 * entry
            guard let name = Self.number(bytes, place), let start = Self.number(bytes, place + 4).map(Int.init),
                let count = Self.number(bytes, place + 8).map(Int.init), start <= bytes.count,
                count <= bytes.count - start
            else { continue }
            tags[name] = start..<start + count
        }
        self.tags = tags
    }

    /// Whether the profile consists of three curves and three primaries, without lookup tables.
    var isMatrixShaper: Bool {
        space == .rgb && primaries != nil && tags[Self.name("A2B0")] == nil && tags[Self.name("A2B1")] == nil
    }

    /// Whether its primaries and curves are those of sRGB, but for differences that vanish in 8 bits.
    var isSRGB: Bool {
        guard isMatrixShaper, let primaries else { return false }
        let isNear = zip(primaries, Self.sRGBPrimaries).allSatisfy { abs($0 - $1) < 0.002 }
        return isNear
            && ["rTRC", "gTRC", "bTRC"].allSatisfy { name in
                guard let range = tags[Self.name(name)], let curve = ToneCurve(bytes[range]) else { return false }
                return stride(from: 0.05, through: 1, by: 0.05).allSatisfy {
                    abs(curve.light(of: $0) - ToneCurve.sRGB.light(of: $0)) < 0.003
                }
            }
    }

    // MARK: -

    /// X, Y and Z of red, green and blue, adapted to D50.
    private var primaries: [Double]? {
        var values: [Double] = []
        for name in ["rXYZ", "gXYZ", "bXYZ"] {
            guard let range = tags[Self.name(name)], range.count >= 20 else { return nil }
            for axis in 0..<3 {
                guard let value = Self.number(bytes, range.lowerBound + 8 + 4 * axis) else { return nil }
                values.append(Double(Int32(bitPattern: value)) / 65_536)
            }
        }
        return values
    }

    private static let sRGBPrimaries = [0.4361, 0.2225, 0.0139, 0.3851, 0.7169, 0.0971, 0.1431, 0.0606, 0.7141]

    private static func name(_ text: String) -> UInt32 { text.utf8.reduce(0) { $0 << 8 | UInt32($1) } }

    private static func number(_ bytes: [UInt8], _ place: Int) -> UInt32? {
        guard place >= 0, place <= bytes.count - 4 else { return nil }
        return bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
}
