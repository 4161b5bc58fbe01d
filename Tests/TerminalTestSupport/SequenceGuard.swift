import TestSupport

/// A filter that truncates control sequences with more parameters than libvterm 0.1.4 supports: it would write beyond
/// its memory and crash the test process.
///
/// The program never writes such a sequence. But when a key that sends a signal is typed, the kernel discards pending
/// output, and the beginning of one sequence may then precede the end of another.
struct SequenceGuard {
    private enum State {
        case text, escape, numbers, tooMany
    }

    private var state = State.text
    private var separators = 0
    private static let mostSeparators = 15
    private static let cancel: UInt8 = 0x18

    /// Returns the filtered next bytes. Sequences may be split between calls.
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
