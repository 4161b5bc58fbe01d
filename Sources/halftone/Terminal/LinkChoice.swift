import TerminalScreen

/// How fast the way to the terminal is, as the user says.
enum LinkChoice: String, CaseIterable {
    /// Slow as soon as the terminal does not keep up.
    case auto
    case fast
    case slow
}

/// What the loop does about the speed of the way to the terminal.
struct Link {
    let choice: LinkChoice
    private var gauge = LinkGauge()

    init(_ choice: LinkChoice) { self.choice = choice }

    var isSlow: Bool { choice == .slow || (choice == .auto && gauge.isSlow) }

    /// How far a color may be off, of 255: what four levels do is hard to see, and saves a sixth of the bytes of a
    /// photograph.
    var colorTolerance: Int { isSlow ? 4 : 0 }

    /// For the figures.
    var name: String { isSlow ? "slow" : choice.rawValue }

    mutating func didDropFrame(at now: Duration) { gauge.didDropFrame(at: now) }
}
