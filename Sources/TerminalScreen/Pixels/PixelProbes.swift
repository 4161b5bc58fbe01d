import Pixels

/// The queries that only some terminals get, once their earlier replies say that the answer matters.
struct PixelProbes {
    private var askedKitty = false
    private var askedSixels = false
    /// Whether the size of a cell may have changed.
    var asksForCell = false

    /// Returns queries that were not returned before, ended by DA1; empty if there are none.
    mutating func next(_ facts: TerminalCapabilities, _ environment: TerminalEnvironment) -> [UInt8] {
        guard facts.isComplete, !environment.isInsideScreen else { return [] }
        // the size of a cell, and the number of colors, may follow, and are no reason not to ask
        let support = PixelSupport(
            facts: facts, environment: environment, cell: PixelSize(width: 1, height: 2),
            isPrinted: !environment.isInsideTmux)
        var queries: [UInt8] = []
        if !askedKitty, support.refusal(of: .kitty) == nil {
            askedKitty = true
            queries += KittyGraphics(isInsideTmux: environment.isInsideTmux).query()
        }
        if !askedSixels, support.refusal(of: .sixel) == nil {
            askedSixels = true
            queries += TerminalSequence.queryColorRegisters.bytes
        }
        if asksForCell {
            asksForCell = false
            queries += TerminalSequence.queryCellSize.bytes
        }
        return queries.isEmpty ? [] : queries + TerminalSequence.queryDeviceAttributes.bytes
    }

    /// Returns whether replies are expected that the reply to DA1 does not follow: tmux replies to that itself, while other
    /// replies come from the terminal around it, if at all.
    func expectsMore(_ facts: TerminalCapabilities, _ environment: TerminalEnvironment) -> Bool {
        guard environment.isInsideTmux else { return false }
        return facts.outerName == nil || (askedKitty && facts.takesKittyPictures == nil)
    }
}
