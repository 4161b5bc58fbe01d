/// What is sent when the terminal is taken, and when it is given back.
///
/// The farewell is made at the start, as plain bytes, because a crash must be able to send it.
struct TerminalSequences: Equatable, Sendable {
    var start: [UInt8] = []
    var end: [UInt8] = []
    /// Whether the terminal may be asked about itself: one that reports its mouse takes no question for text.
    var mayAsk = false

    /// - Parameters:
    ///   - capability: terminfo's string of that name; `nil` when the terminal has none.
    ///   - isDirect: we draw ourselves, and do not want the cursor to wrap.
    init(usesMouse: Bool, isDirect: Bool, capability: (String) -> [UInt8]?) {
        func send(_ name: String) -> [UInt8] { capability(name) ?? [] }
        // A terminal that reports its mouse in xterm's way also has its private modes.
        let isXterm = capability("kmous") != nil
        func modes(_ isOn: Bool) -> [UInt8] {
            guard isXterm else { return [] }
            let mouse: [TerminalSequence] = [.mouseButtons(isOn), .mouseDrags(isOn), .mouseDecimalReports(isOn)]
            return ((usesMouse ? mouse : []) + [.bracketedPaste(isOn), .focusReports(isOn)]).bytes
        }
        mayAsk = isXterm
        let hasAlternateScreen = capability("smcup") != nil

        start += send("smcup") + send("sgr0") + (hasAlternateScreen ? [] : send("clear"))
        start += send("smkx") + send("civis")
        start += modes(true)
        if isDirect { start += send("rmam") }

        end += TerminalSequence.recovery
        if isXterm { end += TerminalSequence.synchronizedUpdate(false).bytes }  // a frame that was never ended
        if isXterm, isDirect { end += TerminalSequence.endLink.bytes }
        end += modes(false)
        end += send("sgr0") + send("op")
        if capability("csr") != nil { end += TerminalSequence.resetMargins.bytes }
        if isDirect { end += send("smam") }
        end += hasAlternateScreen ? [] : send("clear")
        end += send("rmkx") + send("rmcup") + send("cnorm")
    }
}
