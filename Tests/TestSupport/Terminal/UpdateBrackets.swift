/// A parser of synchronized updates (DEC mode 2026) in output that arrives in pieces.
public struct UpdateBrackets {
    /// Whether an update has begun and not ended.
    public private(set) var isOpen = false
    private var matched = 0
    private static let mode = Array("\u{1B}[?2026".utf8)

    public init() {}

    /// Takes the next byte. Returns whether an update ends with it.
    @discardableResult
    public mutating func read(_ byte: UInt8) -> Bool {
        if matched == Self.mode.count {
            matched = 0
            guard byte != UInt8(ascii: "l") else {
                isOpen = false
                return true
            }
            if byte == UInt8(ascii: "h") { isOpen = true }
        }
        // after a mismatch, only the first byte of the sequence can start it again
        matched = byte == Self.mode[matched] ? matched + 1 : byte == Self.mode[0] ? 1 : 0
        return false
    }
}
