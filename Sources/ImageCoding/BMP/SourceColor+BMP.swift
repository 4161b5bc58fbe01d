extension SourceColor {
    /// Returns the color description of a BMP, which versions 4 and 5 of its header have. An embedded profile is usually
    /// behind the pixels: `nil` if its bytes are not there.
    static func inBMP(_ fields: BMPFields, _ source: ByteSource, limits: DecodeLimits) -> SourceColor? {
        guard fields.length >= 108 else { return .unknown }
        switch fields.number(56, 4) {
        case 0: return calibrated(fields)
        case 0x7352_4742, 0x5769_6E20: return .sRGB  // "sRGB", and "Win ": that of the system
        case 0x4C49_4E4B: return .icc([])  // "LINK": the name of a file, which is not opened
        case 0x4D42_4544: break  // "MBED"
        default: return .unknown
        }
        let (offset, count) = (BMPFields.fileHeader + fields.number(112, 4), fields.number(116, 4))
        guard count <= limits.profileBytes else { return .icc([]) }
        let profile = source.read(at: offset, count: count)
        return profile.count == count ? .icc(profile) : nil
    }

    /// Returns the primaries and the curve of a calibrated picture: the points of red, green and blue with 30 binary
    /// digits behind the point, then the exponents with 16.
    private static func calibrated(_ fields: BMPFields) -> SourceColor {
        let exponents = [96, 100, 104].map { Double(fields.number($0, 4)) / 65_536 }
        let points = [60, 72, 84].map { place in
            (0..<3).map { Double(fields.signed(place + 4 * $0)) / Double(1 << 30) }
        }
        let sums = points.map { $0.reduce(0, +) }
        guard exponents.contains(where: { $0 > 0 }) else { return .unknown }  // most programs leave all of it empty
        // One curve for all channels is all that can be described; 0 is an impossible one.
        let isOne = exponents.allSatisfy { abs($0 - exponents[0]) < 0.01 * exponents[0] }
        let gamma = isOne ? 1 / exponents[0] : 0
        guard sums.allSatisfy({ $0 > 0 }) else { return .gamma(gamma, nil) }
        func chromaticity(_ xyz: [Double]) -> Chromaticities.Point {
            let sum = xyz.reduce(0, +)
            return Chromaticities.Point(x: xyz[0] / sum, y: xyz[1] / sum)
        }
        // The three together make white, unless they are chromaticities only, whose sums are 1: then white is D65.
        let areChromaticities = sums.allSatisfy { abs($0 - 1) < 0.02 }
        let white = (0..<3).map { axis in points.reduce(0) { $0 + $1[axis] } }
        return .gamma(
            gamma,
            Chromaticities(
                white: areChromaticities ? Chromaticities.sRGB.white : chromaticity(white),
                red: chromaticity(points[0]), green: chromaticity(points[1]), blue: chromaticity(points[2])))
    }
}
