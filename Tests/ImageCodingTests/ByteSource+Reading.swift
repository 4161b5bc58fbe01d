@testable import ImageCoding

extension ByteSource {
    /// Creates a source that reads bytes as from a file: at most `longest` at a time, and none from `end` on.
    convenience init(
        reading bytes: [UInt8], longest: Int = .max, end: Int = .max,
        onRead: @escaping (_ offset: Int, _ count: Int) -> Void = { _, _ in }
    ) {
        self.init(count: bytes.count) { offset, target in
            onRead(offset, target.count)
            let count = min(target.count, longest, min(bytes.count, end) - offset)
            guard count > 0 else { return 0 }
            target.copyBytes(from: bytes[offset..<offset + count])
            return count
        }
    }
}
