/// Cuts off control sequences of more numbers than libvterm 0.1.4 has room for: it writes behind its memory, which ends
/// all tests.
///
/// No program of ours draws such a sequence. But the kernel throws away what lies in a line when a key that makes a signal
/// is typed, and the beginning of one sequence may then stand before the end of another.
struct SequenceGuard {
    private enum State {
        case text, escape, numbers, tooMany
    }

    private var state = State.text
    private var separators = 0
    private static let mostSeparators = 15
    private static let cancel: UInt8 = 0x18

    /// What may be shown of the bytes that come next, however they are cut into pieces.
    mutating func pass(_ bytes: [UInt8]) -> [UInt8] {
        var passed: [UInt8] = []
        passed.reserveCapacity(bytes.count)
        for byte in bytes {
            if state == .tooMany, byte != 0x1B {
                if (0x40...0x7E).contains(byte) || byte == Self.cancel { state = .text }
                continue
            }
            follow(byte)
            passed.append(state == .tooMany ? Self.cancel : byte)
        }
        return passed
    }

    private mutating func follow(_ byte: UInt8) {
        switch (state, byte) {
        case (_, 0x1B): state = .escape
        case (.escape, UInt8(ascii: "[")): (state, separators) = (.numbers, 0)
        case (.numbers, UInt8(ascii: ";")), (.numbers, UInt8(ascii: ":")):
            separators += 1
            if separators > Self.mostSeparators { state = .tooMany }
        case (.numbers, 0x40...0x7E), (.numbers, Self.cancel), (.escape, _): state = .text
        default: break
        }
    }
}
