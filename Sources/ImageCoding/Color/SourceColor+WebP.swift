extension SourceColor {
    /// Returns the color description of a WebP: the `ICCP` chunk, which precedes the pixels (WebP container, "Color
    /// profile").
    static func inWebP(_ bytes: EncodedBytes) -> SourceColor {
        profile(inWebP: bytes).map { .icc(Array(bytes[$0])) } ?? .unknown
    }

    /// Returns the range of the `ICCP` chunk's content; `nil` if there is none.
    static func profile(inWebP bytes: EncodedBytes) -> Range<Int>? {
        var reader = ByteReader(bytes, at: 12)  // after "RIFF", the size and "WEBP"
        while let name = reader.big(4), let length = reader.little(4), let content = reader.skip(length) {
            if name == 0x4943_4350 { return content }  // "ICCP"
            guard name == 0x5650_3858 else { break }  // "VP8X", the only chunk before it
            _ = reader.skip(length % 2)
        }
        return nil
    }
}
