/// The state of the terminal's screen: the program's, the shell's, or unknown after incomplete end sequences.
///
/// However often the screen is taken, the shell's original screen is restored in the end, including its cursor: an
/// alternate screen that is entered twice would save the cursor again, at a position of the program's.
struct AlternateScreenState {
    let sequences: TerminalSequences
    /// Whether the terminal shows the program's screen, or may show it.
    private(set) var isHeld = false

    init(_ sequences: TerminalSequences) { self.sequences = sequences }

    /// Returns the bytes that take the screen in any state.
    mutating func take() -> [UInt8] {
        defer { isHeld = true }
        return (isHeld ? sequences.end : []) + sequences.start
    }

    /// Records that the end sequences were sent, whole or not.
    mutating func didSendEnd(isWhole: Bool) {
        if isWhole { isHeld = false }
    }
}
