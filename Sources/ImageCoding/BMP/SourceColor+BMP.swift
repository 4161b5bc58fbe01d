extension SourceColor {
    /// Returns the color description of a BMP, which versions 4 and 5 of its header have. An embedded profile is usually
    /// behind the pixels: `nil` if its bytes are not there.
    static func inBMP(_ fields: BMPFields, _ source: ByteSource, limits: DecodeLimits) -> SourceColor? {
        guard fields.length >= 108 else { return .unknown }
        switch fields.number(56, 4) {
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
}
