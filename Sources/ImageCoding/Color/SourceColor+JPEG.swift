extension SourceColor {
    /// Returns the color description of a JPEG: the profile in its APP2 segments, before the pixels (ICC.1, annex B.4).
    /// If parts of a profile are missing, the parts present are returned, which no decoder will be able to use.
    static func inJPEG(_ bytes: [UInt8]) -> SourceColor {
        var parts: [UInt8: ArraySlice<UInt8>] = [:]
        for (marker, content) in JPEGSegments(of: bytes) where marker == 0xE2 {
            guard content.count >= 14, content.starts(with: profileMark) else { continue }
            parts[content[content.startIndex + 12]] = content.dropFirst(14)
        }
        guard !parts.isEmpty else { return .unknown }
        return .icc(parts.sorted { $0.key < $1.key }.flatMap(\.value))
    }

    private static let profileMark = Array("ICC_PROFILE".utf8) + [0]
}
