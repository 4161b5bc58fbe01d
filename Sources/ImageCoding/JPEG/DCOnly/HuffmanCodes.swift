/// The codes of one Huffman table of a JPEG (ITU-T T.81, C.2 and F.2.2.3).
struct HuffmanCodes {
    private let counts: [Int]
    private let symbols: [UInt8]
    /// The codes by length, from 1: the end of its codes, left-aligned to 16 bits, and the index of its first symbol
    /// minus its first code.
    private var ends = [Int](repeating: 0, count: 17)
    private var places = [Int](repeating: 0, count: 17)

    /// Parses a table, 16 counts and the symbols, from the front of the bytes. `nil` if it is truncated, or has more
    /// codes than possible.
    init?(_ bytes: inout ArraySlice<UInt8>) {
        guard bytes.count >= 16 else { return nil }
        counts = bytes.prefix(16).map(Int.init)
        bytes = bytes.dropFirst(16)
        let total = counts.reduce(0, +)
        guard total <= 256, bytes.count >= total else { return nil }
        symbols = Array(bytes.prefix(total))
        bytes = bytes.dropFirst(total)
        var (code, place) = (0, 0)
        for length in 1...16 {
            let count = counts[length - 1]
            places[length] = place - code
            place += count
            code += count
            guard code <= 1 << length else { return nil }
            ends[length] = code << (16 - length)
            code <<= 1
        }
    }

    /// Calls `body` for every code of at most `bits` bits, with the range of `bits`-bit numbers that begin with it.
    func forEachCode(within bits: Int, _ body: (_ symbol: UInt8, _ length: Int, _ numbers: Range<Int>) -> Void) {
        var (code, place) = (0, 0)
        for length in 1...bits {
            for _ in 0..<counts[length - 1] {
                body(symbols[place], length, code << (bits - length)..<(code + 1) << (bits - length))
                code += 1
                place += 1
            }
            code <<= 1
        }
    }

    /// Returns the symbol whose code the 16 bits begin with, and the length of the code; `nil` if there is none.
    func symbol(at bits: Int) -> (symbol: UInt8, length: Int)? {
        for length in 1...16 where bits < ends[length] {
            let place = (bits >> (16 - length)) + places[length]
            return place < symbols.count ? (symbols[place], length) : nil
        }
        return nil
    }
}

/// A lookup table for a block's DC coefficient: ``bits`` bits give its difference to the previous one (upper half) and
/// the number of bits consumed; 0 if they are not enough.
struct DCTable {
    static let bits = 10

    private(set) var entries = [UInt32](repeating: 0, count: 1 << bits)

    init(_ codes: HuffmanCodes) {
        codes.forEachCode(within: Self.bits) { symbol, length, numbers in
            let (size, rest) = (Int(symbol), Self.bits - length - Int(symbol))
            guard rest >= 0 else { return }
            for number in numbers {
                let difference = Self.difference(number >> rest & (1 << size - 1), size: size)
                entries[number] = UInt32(truncatingIfNeeded: difference) << 16 | UInt32(length + size)
            }
        }
    }

    /// Returns the entries of several tables, one after the other; 0 for a table without codes.
    static func entries(_ tables: [HuffmanCodes?]) -> [UInt32] {
        tables.flatMap { codes in codes.map { DCTable($0).entries } ?? [UInt32](repeating: 0, count: 1 << bits) }
    }

    /// Returns the signed value of `size` bits: without a leading 1 it is negative (F.2.2.1).
    static func difference(_ value: Int, size: Int) -> Int {
        size > 0 && value < 1 << (size - 1) ? value - (1 << size) + 1 : value
    }
}

/// A lookup table for skipping the AC coefficients of a block, several at a time, without decoding them.
///
/// An entry tells for the next ``bits`` bits how many of them to drop (5 bits), how many coefficients that skips (7
/// bits), and whether it is the end of the block (1 bit); 0 if the bits are not enough for one coefficient.
struct ACSkipTable {
    static let bits = 12
    static let end: UInt16 = 1 << 12

    /// Entries for all codes that fit in the bits with their values, and for the first one alone.
    private(set) var many = [UInt16](repeating: 0, count: 1 << bits)
    private(set) var one = [UInt16](repeating: 0, count: 1 << bits)

    init(_ codes: HuffmanCodes) {
        codes.forEachCode(within: Self.bits) { symbol, length, numbers in
            let step = Self.step(symbol)
            guard length + step.bits <= Self.bits else { return }
            for number in numbers { one[number] = Self.entry(length + step.bits, step.passed) }
        }
        for index in many.indices { many[index] = collected(from: index) }
    }

    /// Returns how many bits of a value follow a code, and how many coefficients it skips; 0 at the end of the block
    /// (F.1.2.2.1).
    static func step(_ symbol: UInt8) -> (bits: Int, passed: Int) {
        let (run, size) = (Int(symbol >> 4), Int(symbol & 15))
        return (size, size == 0 && run < 15 ? 0 : run + 1)
    }

    private static func entry(_ bits: Int, _ passed: Int) -> UInt16 {
        UInt16(bits) | UInt16(passed) << 5 | (passed == 0 ? end : 0)
    }

    private func collected(from index: Int) -> UInt16 {
        var (used, passed) = (0, 0)
        while true {
            let next = one[(index << used) & (1 << Self.bits - 1)]
            let bits = Int(next & 31)
            guard bits > 0, used + bits <= Self.bits else { break }
            if next & Self.end != 0 { return UInt16(used + bits) | UInt16(passed) << 5 | Self.end }
            let more = Int(next >> 5 & 127)
            guard passed + more < 64 else { break }
            used += bits
            passed += more
        }
        return used == 0 ? 0 : Self.entry(used, passed)
    }
}

/// A lookup table for a block's AC coefficients, up to two at a time.
struct ACTable {
    static let bits = 11

    /// What the next ``bits`` bits stand for. All is zero if they are not enough for one coefficient with its value.
    struct Entry {
        /// Number of bits to drop.
        var used: UInt8 = 0
        /// Number of coefficients up to and including the first value, and from there to the second.
        var passed: UInt8 = 0
        var passedNext: UInt8 = 0
        /// Whether the block ends.
        var isEnd = false
        /// The values; the second is 0 if there is none.
        var value: Int16 = 0
        var valueNext: Int16 = 0
    }

    private(set) var entries = [Entry](repeating: Entry(), count: 1 << bits)

    /// Returns the entries of several tables, one after the other; 0 for a table without codes.
    static func entries(_ tables: [HuffmanCodes?]) -> [Entry] {
        tables.flatMap { codes in codes.map { ACTable($0).entries } ?? [Entry](repeating: Entry(), count: 1 << bits) }
    }

    init(_ codes: HuffmanCodes) {
        var single = entries
        codes.forEachCode(within: Self.bits) { symbol, length, numbers in
            let step = ACSkipTable.step(symbol)
            let rest = Self.bits - length - step.bits
            guard rest >= 0 else { return }
            for number in numbers {
                let value = DCTable.difference(number >> rest & (1 << step.bits - 1), size: step.bits)
                single[number] = Entry(
                    used: UInt8(length + step.bits), passed: UInt8(step.passed), isEnd: step.passed == 0,
                    value: Int16(truncatingIfNeeded: value))
            }
        }
        entries = single
        for index in entries.indices where entries[index].used > 0 && !entries[index].isEnd {
            // Two: another value, or the end.
            let next = single[index << Int(entries[index].used) & (1 << Self.bits - 1)]
            guard next.used > 0, entries[index].used + next.used <= UInt8(Self.bits) else { continue }
            entries[index].used += next.used
            (entries[index].passedNext, entries[index].valueNext) = (next.passed, next.value)
            entries[index].isEnd = next.isEnd
        }
    }
}
