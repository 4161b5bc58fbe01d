import HalftoneCore

/// The statistics of `halftone print --verbose`.
struct PrintStatistics {
    let terminal: OutputTerminal
    let printed: Int
    let wanted: Int
    let time: Duration
    let peakBytes: Int

    var lines: [String] {
        let shape = terminal.pixelAspect == 1 ? "" : ", a cell \(shown(terminal.pixelAspect)) as wide as half as high"
        return [
            "output: \(terminal.size) cells\(shape), \(terminal.colors.rawValue) colors, because \(terminal.reason)",
            "pictures: \(printed) of \(wanted) in \(Int((time.seconds * 1000).rounded())) ms, \(ByteSize(peakBytes)) at most",
        ]
    }

    /// Returns a number with two decimals.
    private func shown(_ number: Double) -> String { "\((number * 100).rounded() / 100)" }
}
