/// Reads numbers from foreign bytes, forward. What is beyond the end is `nil`, and nothing is then taken.
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

    /// A number of so many bytes, the least significant first.
    mutating func little(_ count: Int) -> Int? {
        guard let range = skip(count) else { return nil }
        return bytes[range].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// A number of so many bytes, the most significant first.
    mutating func big(_ count: Int) -> Int? {
        guard let range = skip(count) else { return nil }
        return bytes[range].reduce(0) { $0 << 8 | Int($1) }
    }

    /// Where the next bytes stand.
    mutating func skip(_ count: Int) -> Range<Int>? {
        guard count >= 0, count <= left else { return nil }
        defer { place += count }
        return place..<place + count
    }

    /// `true`, and they are taken, if those are the next bytes.
    mutating func skip(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard count <= left else { return false }
        let isSame = text.withUTF8Buffer { bytes[place..<place + count].elementsEqual($0) }
        if isSame { place += count }
        return isSame
    }
}
