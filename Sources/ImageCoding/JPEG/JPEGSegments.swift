/// The segments of a JPEG that stand before its pixels (ITU-T T.81, B.1.1.4), as far as they are whole.
struct JPEGSegments: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    /// Where the next segment begins: in the end, the first one with pixels, if it is there.
    private(set) var place = 2  // after the start marker

    init(of bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> (marker: UInt8, content: ArraySlice<UInt8>)? {
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
            guard marker != 0xDA, marker != 0xD9 else { return nil }  // pixels, or the end
            guard let content = content(at: place) else { return nil }
            place = content.endIndex
            return (marker, content)
        }
        return nil
    }

    /// What stands before the pixels, of a file in pieces.
    static func head(of source: ByteSource) -> [UInt8] {
        // Without a thumbnail or a large profile it is a few hundred bytes: what is read beyond is read twice.
        source.head(first: 1 << 12) { head in
            var segments = JPEGSegments(of: head)
            while segments.next() != nil {}
            // A whole header of a scan, or something that is no segment.
            return segments.scan != nil || head.count - segments.place >= 4 && head[segments.place] != 0xFF
        }
    }

    /// Once ``next()`` has returned `nil`: the header of the scan that follows, if it is there.
    var scan: ArraySlice<UInt8>? {
        guard place + 4 <= bytes.count, bytes[place] == 0xFF, bytes[place + 1] == 0xDA else { return nil }
        return content(at: place)
    }

    /// Of the segment that begins there; `nil` if it is not there in full.
    private func content(at place: Int) -> ArraySlice<UInt8>? {
        let start = place + 4
        let end = place + 2 + (Int(bytes[place + 2]) << 8 | Int(bytes[place + 3]))
        return end >= start && end <= bytes.count ? bytes[start..<end] : nil
    }
}
