import TerminalScreen

/// The user's choice of the connection's speed.
package enum BandwidthChoice: String, CaseIterable {
    /// Slow as soon as the terminal does not keep up.
    case auto
    case fast
    case slow
}

/// The speed of the connection to the terminal, and its effect on drawing.
package struct Bandwidth {
    package let choice: BandwidthChoice
    private var gauge = SlowOutputDetector()

    package init(_ choice: BandwidthChoice) { self.choice = choice }

    package var isSlow: Bool { choice == .slow || (choice == .auto && gauge.isSlow) }

    /// The maximum difference of a color channel, of 255: a difference of four is hard to see, and saves a sixth of the
    /// bytes of a photograph.
    package var colorTolerance: Int { isSlow ? 4 : 0 }

    /// The name for the statistics.
    package var name: String { isSlow ? "slow" : choice.rawValue }

    package mutating func didDropFrame(at now: Duration) { gauge.didDropFrame(at: now) }
}
