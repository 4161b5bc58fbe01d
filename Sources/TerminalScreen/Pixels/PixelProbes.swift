import Pixels

/// The queries that only some terminals get, once their earlier replies say that the answer matters.
struct PixelProbes {
    private var hasQueriedKitty = false
    private var hasQueriedSixels = false
    /// Whether the size of a cell may have changed.
    var needsCellSize = false

    /// Returns queries that were not returned before, ended by DA1; empty if there are none.
    mutating func next(_ facts: TerminalCapabilities, _ environment: TerminalEnvironment) -> [UInt8] {
        guard facts.isComplete, !environment.isInsideScreen else { return [] }
        // the size of a cell, and the number of colors, may follow, and are no reason not to ask
        let support = PixelSupport(
            facts: facts, environment: environment, cell: PixelSize(width: 1, height: 2),
            isPrinted: !environment.isInsideTmux)
        var queries: [UInt8] = []
        if !hasQueriedKitty, support.refusal(of: .kitty) == nil {
            hasQueriedKitty = true
            queries += KittyGraphics(isInsideTmux: environment.isInsideTmux).query()
        }
        if !hasQueriedSixels, support.refusal(of: .sixel) == nil {
            hasQueriedSixels = true
            queries += TerminalSequence.queryColorRegisters.bytes
        }
        if needsCellSize {
            needsCellSize = false
            queries += TerminalSequence.queryCellSize.bytes
        }
        return queries.isEmpty ? [] : queries + TerminalSequence.queryDeviceAttributes.bytes
    }

    /// Returns whether replies are expected that the reply to DA1 does not follow: tmux replies to that itself, while other
    /// replies come from the terminal around it, if at all.
    func hasPendingReplies(_ facts: TerminalCapabilities, _ environment: TerminalEnvironment) -> Bool {
        guard environment.isInsideTmux else { return false }
        return facts.outerName == nil || (hasQueriedKitty && facts.acceptsKittyPictures == nil)
    }
}
