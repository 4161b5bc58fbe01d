import HalftoneCore

/// The natural order of names: runs of digits count as numbers (`img2` before `img10`), and the case of ASCII letters
/// matters only between names that are otherwise equal.
public enum NaturalOrder {
    /// Returns whether `left` is before `right`. Safe from any thread; takes time proportional to the names.
    public static func precedes(_ left: String, _ right: String) -> Bool {
        var left = left
        var right = right
        // On the bytes: names are compared n log n times, and characters cost ten times as much.
        return left.withUTF8 { left in
            right.withUTF8 { right in precedes(left, right) }
        }
    }

    /// Returns whether a path is before another one. Paths are bytes.
    static func precedes(_ left: FilePath, _ right: FilePath) -> Bool {
        left.bytes.withUnsafeBufferPointer { left in
            right.bytes.withUnsafeBufferPointer { right in precedes(left, right) }
        }
    }

    private static func precedes(
        _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        let order = compare(left, right)
        return order != 0 ? order < 0 : left.lexicographicallyPrecedes(right)
    }

    private static func compare(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Int {
        var i = 0
        var j = 0
        while i < left.count, j < right.count {
            if isDigit(left[i]), isDigit(right[j]) {
                let first = number(in: left, at: &i)
                let second = number(in: right, at: &j)
                // Without leading zeros the longer number is the larger one.
                if first.count != second.count { return first.count - second.count }
                if let order = difference(first, second) { return order }
            } else {
                let order = Int(folded(left[i])) - Int(folded(right[j]))
                if order != 0 { return order }
                i += 1
                j += 1
            }
        }
        return (left.count - i) - (right.count - j)
    }

    /// Returns the digits at `index` without leading zeros, and moves `index` past them.
    private static func number(
        in bytes: UnsafeBufferPointer<UInt8>, at index: inout Int
    ) -> Slice<UnsafeBufferPointer<UInt8>> {
        while index < bytes.count, bytes[index] == 0x30 { index += 1 }
        let start = index
        while index < bytes.count, isDigit(bytes[index]) { index += 1 }
        return bytes[start..<index]
    }

    private static func difference(
        _ left: Slice<UnsafeBufferPointer<UInt8>>, _ right: Slice<UnsafeBufferPointer<UInt8>>
    ) -> Int? {
        for (first, second) in zip(left, right) where first != second { return Int(first) - Int(second) }
        return nil
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func folded(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}
