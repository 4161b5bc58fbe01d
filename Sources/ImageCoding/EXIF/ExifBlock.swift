import Pixels

/// A block of EXIF data: a TIFF file without pixels of its own (TIFF 6.0, section 2; EXIF 2.32, section 4.5). The bytes
/// are untrusted: every access is bounds-checked, and invalid fields count as absent.
struct ExifBlock {
    private let block: ArraySlice<UInt8>
    private let isLittleEndian: Bool

    /// Creates a block, or returns `nil` if the bytes do not begin with a byte order mark.
    init?(_ block: ArraySlice<UInt8>) {
        if block.starts(with: [0x49, 0x49, 42, 0]) {
            isLittleEndian = true
        } else if block.starts(with: [0x4D, 0x4D, 0, 42]) {
            isLittleEndian = false
        } else {
            return nil
        }
        self.block = block
    }

    /// The image's orientation; `.up` if absent or invalid.
    var orientation: Orientation {
        whole(0x0112, in: pictureDirectory).flatMap(UInt8.init(exactly:)).flatMap(Orientation.init) ?? .up
    }

    /// The range of the JPEG thumbnail in the second directory (IFD1), as indices of the array that the block is a
    /// slice of.
    var thumbnail: Range<Int>? {
        guard let first = pictureDirectory, let entries = number(at: first, bytes: 2),
            let second = number(at: first + 2 + 12 * entries, bytes: 4), second > 0,
            let offset = whole(0x0201, in: second), let length = whole(0x0202, in: second), length > 0,
            offset <= block.count, length <= block.count - offset
        else { return nil }
        let start = block.startIndex + offset
        return start..<start + length
    }

    // MARK: - Fields

    /// The offset of the first directory (IFD0), which describes the image itself. The caller names the directories to
    /// read: their links are not followed, so that they cannot form a loop.
    var pictureDirectory: Int? { number(at: 4, bytes: 4) }

    /// Maximum bytes of a text that are read: more than is useful for display.
    private static let maxTextBytes = 256

    /// Returns a text without padding; `nil` if nothing is left. Untrusted: sanitize it before it is shown.
    func text(_ tag: Int, in directory: Int?) -> String? {
        guard let entry = entry(tag, in: directory), entry.type == Self.ascii || entry.type == Self.utf8,
            let place = place(of: entry, bytes: entry.count)
        else { return nil }
        let start = block.startIndex + place
        let bytes = block[start..<start + min(entry.count, Self.maxTextBytes)].prefix { $0 != 0 }
        let text = String(decoding: bytes, as: UTF8.self).split(separator: " ").joined(separator: " ")
        return text.isEmpty ? nil : text
    }

    /// Returns an integer field, the first value if there are several.
    func whole(_ tag: Int, in directory: Int?) -> Int? {
        guard let entry = entry(tag, in: directory), entry.count > 0,
            entry.type == Self.short || entry.type == Self.long
        else {
            return nil
        }
        let bytes = entry.type == Self.short ? 2 : 4
        guard let place = place(of: entry, bytes: bytes * entry.count) else { return nil }
        return number(at: place, bytes: bytes)
    }

    /// Returns `count` fractions; `nil` if the field has another number of them, or a denominator is zero.
    func fractions(_ tag: Int, _ count: Int = 1, in directory: Int?) -> [Double]? {
        guard let entry = entry(tag, in: directory), entry.count == count,
            entry.type == Self.rational || entry.type == Self.signedRational,
            let place = place(of: entry, bytes: 8 * count)
        else { return nil }
        var fractions: [Double] = []
        for index in 0..<count {
            guard var above = number(at: place + 8 * index, bytes: 4),
                var below = number(at: place + 8 * index + 4, bytes: 4), below != 0
            else { return nil }
            if entry.type == Self.signedRational {
                (above, below) = (Int(Int32(truncatingIfNeeded: above)), Int(Int32(truncatingIfNeeded: below)))
            }
            fractions.append(Double(above) / Double(below))
        }
        return fractions
    }

    /// Returns the offset of a field's value: inside its entry if it fits, else where the entry points to. `nil` if it
    /// does not lie inside the block.
    private func place(of entry: Entry, bytes count: Int) -> Int? {
        let place = count <= 4 ? entry.value : number(at: entry.value, bytes: 4)
        guard let place, place <= block.count, count <= block.count - place else { return nil }
        return place
    }

    // MARK: -

    // The types of values (TIFF 6.0, section 2; text in UTF-8 is EXIF 3.0).
    private static let ascii = 2
    private static let short = 3
    private static let long = 4
    private static let rational = 5
    private static let signedRational = 10
    private static let utf8 = 129

    /// A field as its directory describes it, unchecked.
    private struct Entry {
        let type: Int
        let count: Int
        /// Offset of the entry's own four bytes, which hold small values directly.
        let value: Int
    }

    /// Returns the first entry with that tag among the complete ones of a directory.
    private func entry(_ tag: Int, in directory: Int?) -> Entry? {
        guard let directory, let stated = number(at: directory, bytes: 2) else { return nil }
        for start in stride(from: directory + 2, to: directory + 2 + 12 * min(stated, Self.maxEntries), by: 12) {
            guard let found = number(at: start, bytes: 2) else { return nil }
            guard found == tag else { continue }
            guard let type = number(at: start + 2, bytes: 2), let count = number(at: start + 4, bytes: 4) else {
                return nil
            }
            return Entry(type: type, count: count, value: start + 8)
        }
        return nil
    }

    /// Maximum entries of a directory that are searched, once for each field. Cameras write up to a hundred.
    private static let maxEntries = 1_000

    private func number(at offset: Int, bytes count: Int) -> Int? {
        guard offset >= 0, offset <= block.count - count else { return nil }
        let digits = block[(block.startIndex + offset)..<(block.startIndex + offset + count)]
        return isLittleEndian
            ? digits.reversed().reduce(0) { $0 << 8 | Int($1) } : digits.reduce(0) { $0 << 8 | Int($1) }
    }
}
