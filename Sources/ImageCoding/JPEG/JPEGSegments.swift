/// The marker segments of a JPEG before its pixels (ITU-T T.81, B.1.1.4), as far as they are complete.
struct JPEGSegments: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    /// The offset of the next segment; at the end, that of the first scan header, if it is present.
    private(set) var place = 2  // after the SOI marker

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
            guard marker != 0xDA, marker != 0xD9 else { return nil }  // SOS or EOI
            guard let content = content(at: place) else { return nil }
            place = content.endIndex
            return (marker, content)
        }
        return nil
    }

    /// Reads the segments before the pixels, piece by piece.
    static func head(of source: ByteSource) -> [UInt8] {
        // Without a thumbnail or a large profile they take a few hundred bytes; bytes read beyond are read twice.
        source.head(first: 1 << 12) { head in
            var segments = JPEGSegments(of: head)
            while segments.next() != nil {}
            // A complete scan header, or something that is not a segment.
            return segments.scan != nil || head.count - segments.place >= 4 && head[segments.place] != 0xFF
        }
    }

    /// The scan header, once ``next()`` has returned `nil`; `nil` if it is missing or incomplete.
    var scan: ArraySlice<UInt8>? {
        guard place + 4 <= bytes.count, bytes[place] == 0xFF, bytes[place + 1] == 0xDA else { return nil }
        return content(at: place)
    }

    /// Returns the content of the segment at an offset; `nil` if it is incomplete.
    private func content(at place: Int) -> ArraySlice<UInt8>? {
        let start = place + 4
        let end = place + 2 + (Int(bytes[place + 2]) << 8 | Int(bytes[place + 3]))
        return end >= start && end <= bytes.count ? bytes[start..<end] : nil
    }
}
