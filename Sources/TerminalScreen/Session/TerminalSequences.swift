/// The sequences at the start and the end of a session.
///
/// The end sequences are computed at the start, as plain bytes, because a crash handler must be able to send them.
struct TerminalSequences: Equatable, Sendable {
    var start: [UInt8] = []
    var end: [UInt8] = []
    /// Whether the terminal may be queried: one that reports its mouse does not print queries as text.
    var canBeQueried = false
    /// Whether the terminal shows the program's screen, or may show it after incomplete end sequences.
    private var mayHoldScreen = false

    /// - Parameters:
    ///   - keepsPictures: whether the terminal keeps pictures of kitty's protocol, which are freed at the end.
    ///   - capability: terminfo's string of a name; `nil` if the terminal has none.
    init(keepsPictures: Bool = false, capability: (String) -> [UInt8]?) {
        func send(_ name: String) -> [UInt8] { capability(name) ?? [] }
        // a terminal with xterm's mouse reports also has its private modes
        let isXterm = capability("kmous") != nil
        func modes(_ isOn: Bool) -> [UInt8] {
            guard isXterm else { return [] }
            return [
                TerminalSequence.mouseButtons(isOn), .mouseDrags(isOn), .mouseDecimalReports(isOn),
                .bracketedPaste(isOn),
            ].bytes
        }
        canBeQueried = isXterm
        let hasAlternateScreen = capability("smcup") != nil

        start += send("smcup") + send("sgr0") + (hasAlternateScreen ? [] : send("clear"))
        start += send("smkx") + send("civis")
        start += modes(true)

        end += TerminalSequence.recovery.bytes
        if keepsPictures { end += KittyGraphics().freedAll }
        if isXterm { end += TerminalSequence.synchronizedUpdate(false).bytes }  // for an unfinished frame
        if isXterm { end += TerminalSequence.endLink.bytes }
        end += modes(false)
        end += send("sgr0") + send("op")
        if capability("csr") != nil { end += TerminalSequence.resetMargins.bytes }
        end += send("smam")
        end += hasAlternateScreen ? [] : send("clear")
        end += send("rmkx") + send("rmcup") + send("cnorm")
    }

    /// Returns the bytes that take the screen in any state. However often it is taken, the shell's original screen is
    /// restored in the end, including its cursor: an alternate screen that is entered twice would save the cursor again,
    /// at a position of the program's.
    mutating func take() -> [UInt8] {
        defer { mayHoldScreen = true }
        return (mayHoldScreen ? end : []) + start
    }

    /// Records that the end sequences were sent, whole or not.
    mutating func didSendEnd(isWhole: Bool) {
        if isWhole { mayHoldScreen = false }
    }
}
