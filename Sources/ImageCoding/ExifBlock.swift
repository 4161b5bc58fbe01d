import Pixels

/// A block of EXIF data: a TIFF file without pixels of its own (TIFF 6.0, section 2; EXIF 2.32, section 4.5). Reads
/// foreign bytes: every step is checked against the end, and what makes no sense is not there.
struct ExifBlock {
    private let block: ArraySlice<UInt8>
    private let isLittleEndian: Bool

    /// `nil` if the bytes do not begin with a byte order.
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

    /// How the picture must be turned; upright if nothing is said.
    var orientation: Orientation {
        guard let entry = entry(0x0112, in: number(at: 4, bytes: 4)), entry.type == Self.short, entry.count == 1 else {
            return .up
        }
        return number(at: entry.value, bytes: 2).flatMap(UInt8.init(exactly:)).flatMap(Orientation.init) ?? .up
    }

    /// Where the JPEG stands that the second directory names, in the array that the block is a slice of.
    var thumbnail: Range<Int>? {
        guard let first = number(at: 4, bytes: 4), let entries = number(at: first, bytes: 2),
            let second = number(at: first + 2 + 12 * entries, bytes: 4), second > 0,
            let offset = long(0x0201, in: second), let length = long(0x0202, in: second), length > 0,
            offset <= block.count, length <= block.count - offset
        else { return nil }
        let start = block.startIndex + offset
        return start..<start + length
    }

    // MARK: -

    private static let short = 3
    private static let long = 4

    private func long(_ tag: Int, in directory: Int) -> Int? {
        guard let entry = entry(tag, in: directory), entry.type == Self.long, entry.count == 1 else { return nil }
        return number(at: entry.value, bytes: 4)
    }

    /// `value` is where the entry's own four bytes stand, which hold what is small enough.
    private func entry(_ tag: Int, in directory: Int?) -> (type: Int, count: Int, value: Int)? {
        guard let directory, let entries = number(at: directory, bytes: 2) else { return nil }
        for entry in 0..<entries {
            let start = directory + 2 + 12 * entry
            guard let found = number(at: start, bytes: 2) else { return nil }
            guard found == tag else { continue }
            guard let type = number(at: start + 2, bytes: 2), let count = number(at: start + 4, bytes: 4) else {
                return nil
            }
            return (type, count, start + 8)
        }
        return nil
    }

    private func number(at offset: Int, bytes count: Int) -> Int? {
        guard offset >= 0, offset <= block.count - count else { return nil }
        let digits = block[(block.startIndex + offset)..<(block.startIndex + offset + count)]
        return isLittleEndian
            ? digits.reversed().reduce(0) { $0 << 8 | Int($1) } : digits.reduce(0) { $0 << 8 | Int($1) }
    }
}
