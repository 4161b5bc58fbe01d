import CPNG

extension SourceColor {
    /// Returns the color description of a PNG: the chunks before the pixels, in the precedence `cICP`, `iCCP`, `sRGB`,
    /// `gAMA` (PNG specification, third edition, section 4.3). For duplicate chunks the first is used.
    static func inPNG(_ bytes: [UInt8], limits: DecodeLimits) -> SourceColor {
        var reader = ByteReader(bytes, at: 8)
        var (isStandard, gamma) = (false, Double?.none)
        var chromaticities: Chromaticities?
        var profile: [UInt8]?
        while let chunk = PNGChunk.next(&reader), chunk.name != PNGChunk.pixels {
            switch chunk.name {
            case PNGChunk.codePoints where chunk.content.count == 4:
                let numbers = Array(bytes[chunk.content])
                return .codePoints(
                    CICP(
                        primaries: numbers[0], transfer: numbers[1], matrix: numbers[2], fullRange: numbers[3]))
            case PNGChunk.profile where profile == nil:
                profile = Self.profile(in: bytes[chunk.content], limits: limits)
            case PNGChunk.standardColor: isStandard = true
            case PNGChunk.gamma where gamma == nil && chunk.content.count >= 4:
                var content = ByteReader(bytes, at: chunk.content.lowerBound)
                gamma = content.big(4).map { Double($0) / 100_000 }
            case PNGChunk.chromaticities where chromaticities == nil && chunk.content.count >= 32:
                var content = ByteReader(bytes, at: chunk.content.lowerBound)
                let points = (0..<4).map { _ in
                    Chromaticities.Point(
                        x: Double(content.big(4) ?? 0) / 100_000, y: Double(content.big(4) ?? 0) / 100_000)
                }
                chromaticities = Chromaticities(white: points[0], red: points[1], green: points[2], blue: points[3])
            default: break
            }
        }
        if let profile { return .icc(profile) }
        if isStandard { return .sRGB }
        // Primaries without a curve are not enough to act on.
        return gamma.map { .gamma($0, chromaticities) } ?? .unknown
    }

    /// Returns the profile in an iCCP chunk: a name, a NUL, compression method 0, compressed bytes. Empty if it is
    /// invalid or too large.
    private static func profile(in content: ArraySlice<UInt8>, limits: DecodeLimits) -> [UInt8] {
        guard let nameEnd = content.prefix(80).firstIndex(of: 0), nameEnd + 2 <= content.endIndex,
            content[nameEnd + 1] == 0
        else { return [] }
        let profile = [UInt8](unsafeUninitializedCapacity: limits.profileBytes) { target, count in
            count = content[(nameEnd + 2)...].withUnsafeBufferPointer { packed in
                guard let source = packed.baseAddress, let target = target.baseAddress else { return 0 }
                return cpng_inflate(source, packed.count, target, limits.profileBytes)
            }
        }
        return Array(profile[...])  // without the unused capacity
    }
}
