/// A schedule for parsing the header of an arriving file, if each attempt begins at its first byte: with every piece
/// while there are few bytes, then whenever there is an eighth more. So all attempts together cost nine times the last
/// one, however many chunks precede the pixels. A value.
struct HeaderParseBackoff {
    private var next = 0

    /// Returns whether to parse now that `count` bytes have arrived.
    mutating func isDue(_ count: Int) -> Bool {
        guard count >= next else { return false }
        next = count < Self.few ? 0 : count + count / 8
        return true
    }

    private static let few = 65_536
}
