extension SourceColor {
    /// Of a JPEG: the profile in its APP2 segments, before the pixels (ICC.1, annex B.4). A profile of which parts are
    /// missing comes as what is there, which nobody will be able to use.
    static func inJPEG(_ bytes: [UInt8]) -> SourceColor {
        var parts: [UInt8: ArraySlice<UInt8>] = [:]
        var place = 2  // after the start marker
        while place + 4 <= bytes.count, bytes[place] == 0xFF {
            let marker = bytes[place + 1]
            if marker == 0xFF {
                place += 1  // a fill byte
                continue
            }
            if marker == 0x01 || (0xD0...0xD7).contains(marker) {
                place += 2  // no content
                continue
            }
            guard marker != 0xDA, marker != 0xD9 else { break }  // pixels, or the end
            let end = place + 2 + (Int(bytes[place + 2]) << 8 | Int(bytes[place + 3]))
            guard end >= place + 4, end <= bytes.count else { break }
            let content = bytes[(place + 4)..<end]
            if marker == 0xE2, content.count >= 14, content.starts(with: profileMark) {
                parts[content[content.startIndex + 12]] = content.dropFirst(14)
            }
            place = end
        }
        guard !parts.isEmpty else { return .unknown }
        return .icc(parts.sorted { $0.key < $1.key }.flatMap(\.value))
    }

    private static let profileMark = Array("ICC_PROFILE".utf8) + [0]
}
