import Pixels

/// Finds the orientation in the EXIF data of a picture. Reads foreign bytes: every step is checked against the end,
/// and what does not make sense is taken for upright.
enum ExifOrientation {
    /// Of a JPEG: the first APP1 segment that holds EXIF data, before the pixels.
    static func inJPEG(_ bytes: [UInt8]) -> Orientation {
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
            let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
            let end = place + 2 + length
            guard length >= 2, end <= bytes.count else { break }
            if marker == 0xE1, bytes[(place + 4)..<end].starts(with: [0x45, 0x78, 0x69, 0x66, 0, 0]) {  // "Exif"
                return inTIFF(bytes[(place + 10)..<end])
            }
            place = end
        }
        return .up
    }

    /// Of a PNG: the `eXIf` chunk, if it stands before the pixels.
    static func inPNG(_ bytes: [UInt8]) -> Orientation {
        var place = 8  // after the signature
        while place + 12 <= bytes.count {
            let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            let content = place + 8
            guard length <= bytes.count - content - 4 else { break }
            let kind = bytes[(place + 4)..<content]
            if kind.elementsEqual([0x65, 0x58, 0x49, 0x66]) {  // "eXIf"
                return inTIFF(bytes[content..<content + length])
            }
            guard !kind.elementsEqual([0x49, 0x44, 0x41, 0x54]) else { break }  // "IDAT"
            place = content + length + 4
        }
        return .up
    }

    /// Of a WebP: the `EXIF` chunk, wherever it stands. Chunks are padded to an even size (WebP container, "RIFF").
    static func inWebP(_ bytes: [UInt8]) -> Orientation {
        var place = 12  // after "RIFF", the size and "WEBP"
        while place + 8 <= bytes.count {
            let length = bytes[(place + 4)..<(place + 8)].reversed().reduce(0) { $0 << 8 | Int($1) }
            let content = place + 8
            guard length <= bytes.count - content else { break }
            if bytes[place..<(place + 4)].elementsEqual([0x45, 0x58, 0x49, 0x46]) {  // "EXIF"
                let block = bytes[content..<content + length]
                // Some programs keep the mark that it has in a JPEG.
                return inTIFF(block.starts(with: [0x45, 0x78, 0x69, 0x66, 0, 0]) ? block.dropFirst(6) : block)
            }
            place = content + length + length % 2
        }
        return .up
    }

    /// Of a TIFF block: byte order, the place of the first directory, twelve bytes an entry (TIFF 6.0, section 2).
    static func inTIFF(_ block: ArraySlice<UInt8>) -> Orientation {
        let isLittleEndian: Bool
        if block.starts(with: [0x49, 0x49, 42, 0]) {
            isLittleEndian = true
        } else if block.starts(with: [0x4D, 0x4D, 0, 42]) {
            isLittleEndian = false
        } else {
            return .up
        }
        func number(at offset: Int, bytes count: Int) -> Int? {
            guard offset >= 0, offset <= block.count - count else { return nil }
            let digits = block[(block.startIndex + offset)..<(block.startIndex + offset + count)]
            return isLittleEndian
                ? digits.reversed().reduce(0) { $0 << 8 | Int($1) } : digits.reduce(0) { $0 << 8 | Int($1) }
        }
        guard let directory = number(at: 4, bytes: 4), let entries = number(at: directory, bytes: 2) else { return .up }
        for entry in 0..<entries {
            let start = directory + 2 + 12 * entry
            guard let tag = number(at: start, bytes: 2) else { return .up }
            guard tag == 0x0112 else { continue }
            // One 16-bit number, kept in the entry itself.
            guard number(at: start + 2, bytes: 2) == 3, number(at: start + 4, bytes: 4) == 1 else { return .up }
            return number(at: start + 8, bytes: 2).flatMap(UInt8.init(exactly:)).flatMap(Orientation.init) ?? .up
        }
        return .up
    }
}
