/// The byte sequences of a terminal's special keys: those common to nearly all terminals, and terminfo's.
struct KeyTable: Sendable {
    /// The keys by whole sequences, starting with ESC.
    private(set) var keys: [[UInt8]: Key] = [:]
    private var prefixes: Set<[UInt8]> = []

    init() {
        for (index, letter) in "ABCDE".utf8.enumerated() {  // the Linux console's F1 to F5
            add(Array("\u{1B}[[".utf8) + [letter], .function(index + 1))
        }
    }

    /// Adds a sequence. Single bytes and sequences that do not start with ESC are ignored: `kbs` and `kent` differ from
    /// what terminals send.
    mutating func add(_ sequence: [UInt8], _ key: Key) {
        guard sequence.count > 1, sequence.first == 0x1B else { return }
        keys[sequence] = key
        for count in 1..<sequence.count { prefixes.insert(Array(sequence.prefix(count))) }
    }

    /// Returns the longest key sequence at the start of `bytes`; `nil` if there is none.
    func match(_ bytes: ArraySlice<UInt8>) -> (key: Key, count: Int)? {
        var found: (key: Key, count: Int)?
        var candidate: [UInt8] = []
        for byte in bytes {
            candidate.append(byte)
            if let key = keys[candidate] { found = (key, candidate.count) }
            if !prefixes.contains(candidate) { break }
        }
        return found
    }

    /// Returns whether `bytes` are the start of a longer sequence.
    func isPrefix(_ bytes: ArraySlice<UInt8>) -> Bool { prefixes.contains(Array(bytes)) }

    /// terminfo's names of the supported keys.
    static let names: [(capability: String, key: Key)] =
        [
            ("kcuu1", .up), ("kcud1", .down), ("kcub1", .left), ("kcuf1", .right), ("kpp", .pageUp),
            ("knp", .pageDown), ("khome", .home), ("kend", .end), ("kfnd", .home), ("kslt", .end),
            ("kich1", .insert), ("kdch1", .delete), ("kcbt", .backTab),
        ] + (1...24).map { ("kf\($0)", .function($0)) }

    // MARK: - Common sequences

    /// Returns the key of `ESC [ … final` or `ESC O final`; `nil` if there is none.
    static func key(final: UInt8) -> Key? {
        switch final {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "F"): .end
        case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(final - UInt8(ascii: "P")) + 1)
        case UInt8(ascii: "Z"): .backTab
        default: nil
        }
    }

    /// Returns the key of `ESC O final` only: the numeric keypad in application mode, as a VT100 sends it.
    static func padKey(final: UInt8) -> Key? {
        switch final {
        case UInt8(ascii: "M"): .enter
        case UInt8(ascii: "I"): .tab
        case UInt8(ascii: " "): .character(" ")
        case UInt8(ascii: "X"): .character("=")
        case UInt8(ascii: "j")...UInt8(ascii: "y"): .character(Character(Unicode.Scalar(final - 0x40)))
        default: nil
        }
    }

    /// Returns the key of `ESC [ number ~`; `nil` if there is none.
    static func key(number: Int) -> Key? {
        switch number {
        case 1, 7: .home
        case 2: .insert
        case 3: .delete
        case 4, 8: .end
        case 5: .pageUp
        case 6: .pageDown
        case 11...15: .function(number - 10)
        case 17...21: .function(number - 11)
        case 23...26: .function(number - 12)
        case 28, 29: .function(number - 13)
        case 31...34: .function(number - 14)
        default: nil
        }
    }
}

extension Key {
    /// Returns the key with the modifiers of xterm's number, which is their bits plus 1 (ctlseqs, "PC-Style Function
    /// Keys").
    ///
    /// Shift with Tab is a key of its own.
    func modified(by number: Int) -> Key {
        let modifiers = KeyModifiers(rawValue: UInt8(truncatingIfNeeded: max(0, number - 1) & 7))
        return modifiers.isEmpty || self == .backTab ? self : .modified(self, modifiers)
    }
}
