/// A forward reader for numbers in untrusted bytes. Reads beyond the end return `nil` and consume nothing.
struct ByteReader {
    let bytes: EncodedBytes
    private(set) var place: Int

    init(_ bytes: [UInt8], at place: Int = 0) { self.init(EncodedBytes(bytes), at: place) }

    init(_ bytes: EncodedBytes, at place: Int = 0) {
        self.bytes = bytes
        self.place = place
    }

    var left: Int { bytes.count - place }
    var isAtEnd: Bool { left <= 0 }

    mutating func byte() -> UInt8? {
        guard place < bytes.count else { return nil }
        defer { place += 1 }
        return bytes[place]
    }

    /// Reads an unsigned integer of `count` bytes, little-endian.
    mutating func little(_ count: Int) -> Int? {
        guard let range = skip(count) else { return nil }
        return bytes[range].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Reads an unsigned integer of `count` bytes, big-endian.
    mutating func big(_ count: Int) -> Int? {
        guard let range = skip(count) else { return nil }
        return bytes[range].reduce(0) { $0 << 8 | Int($1) }
    }

    /// Consumes `count` bytes and returns their range.
    mutating func skip(_ count: Int) -> Range<Int>? {
        guard count >= 0, count <= left else { return nil }
        defer { place += count }
        return place..<place + count
    }

    /// Consumes the text and returns `true` if it comes next.
    mutating func skip(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard count <= left else { return false }
        let isSame = text.withUTF8Buffer { bytes[place..<place + count].elementsEqual($0) }
        if isSame { place += count }
        return isSame
    }
}
