/// Numbers from 0 on, a bit each: all of a million are 125 KB, and are marked as fast as those are filled. A value.
struct NumberSet: Hashable, Sendable {
    /// The last one is not 0, so that equal sets are equal words.
    private var words: [UInt64] = []
    private(set) var count = 0

    init() {}

    /// From 0 to below `end`.
    init(below end: Int) {
        guard end > 0 else { return }
        words = Array(repeating: .max, count: (end + 63) / 64)
        if end % 64 != 0 { words[words.count - 1] = (1 << UInt64(end % 64)) - 1 }
        count = end
    }

    /// None of them below 0.
    init(_ numbers: some Sequence<Int>) {
        for number in numbers { insert(number) }
    }

    var isEmpty: Bool { count == 0 }

    func contains(_ number: Int) -> Bool {
        let word = number >> 6
        return words.indices.contains(word) && words[word] & Self.bit(number) != 0
    }

    /// Takes a number in, if it is not there.
    mutating func insert(_ number: Int) {
        let word = number >> 6
        makeRoom(for: word)
        guard words[word] & Self.bit(number) == 0 else { return }
        words[word] |= Self.bit(number)
        count += 1
    }

    /// Takes a number in that is not there, and out if it is.
    mutating func toggle(_ number: Int) {
        let word = number >> 6
        makeRoom(for: word)
        words[word] ^= Self.bit(number)
        count += words[word] & Self.bit(number) == 0 ? -1 : 1
        trim()
    }

    /// Those that are in one of both.
    mutating func formSymmetricDifference(_ other: NumberSet) {
        if other.words.count > words.count {
            words += Array(repeating: 0, count: other.words.count - words.count)
        }
        for (index, word) in other.words.enumerated() { words[index] ^= word }
        recount()
    }

    /// Those that are in any of both.
    mutating func formUnion(_ other: NumberSet) { formSymmetricDifference(other.subtracting(self)) }

    /// Those that are not in the other.
    func subtracting(_ other: NumberSet) -> NumberSet {
        var rest = self
        for index in 0..<Swift.min(words.count, other.words.count) { rest.words[index] &= ~other.words[index] }
        rest.recount()
        return rest
    }

    private mutating func recount() {
        trim()
        count = words.reduce(0) { $0 + $1.nonzeroBitCount }
    }

    private mutating func makeRoom(for word: Int) {
        if word >= words.count { words.append(contentsOf: repeatElement(0, count: word + 1 - words.count)) }
    }

    private mutating func trim() { while words.last == 0 { words.removeLast() } }

    private static func bit(_ number: Int) -> UInt64 { 1 << UInt64(number & 63) }
}

extension NumberSet: Sequence {
    /// Ascending.
    struct Iterator: IteratorProtocol {
        fileprivate let words: [UInt64]
        private var index = -1
        /// The bits of the word at `index` that are still to come.
        private var rest: UInt64 = 0

        fileprivate init(words: [UInt64]) { self.words = words }

        mutating func next() -> Int? {
            while rest == 0 {
                guard index + 1 < words.count else { return nil }
                index += 1
                rest = words[index]
            }
            defer { rest &= rest - 1 }
            return index * 64 + rest.trailingZeroBitCount
        }
    }

    func makeIterator() -> Iterator { Iterator(words: words) }
    var underestimatedCount: Int { count }
}

extension NumberSet: ExpressibleByArrayLiteral {
    init(arrayLiteral numbers: Int...) { self.init(numbers) }
}
