/// Whose screen the terminal shows: ours, the shell's, or nobody knows, because a farewell was cut.
///
/// However often the screen is taken, what is given back in the end is what the shell left at first, its cursor included:
/// an alternate screen that is entered twice saves the cursor again, at a place of ours.
struct ScreenClaim {
    let sequences: TerminalSequences
    /// Whether the terminal is on our screen, or may be.
    private(set) var isHeld = false

    init(_ sequences: TerminalSequences) { self.sequences = sequences }

    /// What takes the screen, from whatever state it is in.
    mutating func take() -> [UInt8] {
        defer { isHeld = true }
        return (isHeld ? sequences.end : []) + sequences.start
    }

    /// The farewell was sent, as a whole or not.
    mutating func didSendEnd(isWhole: Bool) {
        if isWhole { isHeld = false }
    }
}
