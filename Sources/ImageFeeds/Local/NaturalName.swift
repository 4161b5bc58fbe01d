import HalftoneCore

/// A name in natural order: runs of digits count as numbers (`img2` before `img10`), and leading zeros and the case of
/// ASCII letters matter only between names that are otherwise equal.
public struct NaturalName: Comparable, Sendable {
    /// Bytes in the order of the names: each number follows its length, which follows a digit. Compared n log n times,
    /// which costs a tenth of comparing characters.
    private let key: [UInt8]

    /// Creates the key, in time proportional to the name.
    public init(_ name: String) { self.init(FilePath(name)) }

    init(_ name: FilePath) {
        var (key, rest) = ([UInt8](), name.bytes[...])
        while let first = rest.first {
            let digits = rest.prefix { (0x30...0x39).contains($0) }
            rest = rest[max(digits.endIndex, rest.startIndex + 1)...]
            guard !digits.isEmpty else {
                key.append((0x41...0x5A).contains(first) ? first | 0x20 : first)
                continue
            }
            let number = digits.drop { $0 == 0x30 }
            let length = UInt16(clamping: number.count)
            key += [0x30, UInt8(length >> 8), UInt8(length & 0xFF)] + number
        }
        self.key = key + [0] + name.bytes
    }

    public static func < (left: Self, right: Self) -> Bool { left.key.lexicographicallyPrecedes(right.key) }
}
