/// The segments of a JPEG that stand before its pixels (ITU-T T.81, B.1.1.4), as far as they are whole.
struct JPEGSegments: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var place = 2  // after the start marker

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
            let start = place + 4
            let end = place + 2 + (Int(bytes[place + 2]) << 8 | Int(bytes[place + 3]))
            guard end >= start, end <= bytes.count else { return nil }
            place = end
            return (marker, bytes[start..<end])
        }
        return nil
    }
}
