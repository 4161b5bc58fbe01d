/// When to look for the header of a file that is still arriving, if each look begins at its first byte: with every piece as
/// long as there are few bytes, then whenever there is an eighth more. So all looks together cost nine times the last one,
/// however many chunks a file puts before its pixels. A value.
struct HeaderTries {
    private var next = 0

    /// Whether to look now that so many bytes are there.
    mutating func isDue(_ count: Int) -> Bool {
        guard count >= next else { return false }
        next = count < Self.few ? 0 : count + count / 8
        return true
    }

    private static let few = 65_536
}
