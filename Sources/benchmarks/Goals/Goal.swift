/// A goal of the design: a bound of the ratio to a peer, or without a peer of Halftone's own measurement.
struct Goal: Sendable {
    /// The name in the design, such as `P1`.
    let name: String
    let bound: Double
    let isUpper: Bool

    init(_ name: String, atMost bound: Double) {
        (self.name, self.bound, isUpper) = (name, bound, true)
    }

    init(_ name: String, atLeast bound: Double) {
        (self.name, self.bound, isUpper) = (name, bound, false)
    }

    func isMet(by value: Double) -> Bool { isUpper ? value <= bound : value >= bound }
}

// MARK: - All goals

extension Goal {
    /// Camera photos of 4 to 24 megapixels beside each viewer, processor time.
    static let photos = Goal("P1", atMost: 0.33)
    /// Camera photos beside a decode at a quarter of their size.
    static let scaledDecode = Goal("P1", atMost: 1.05)
    static let png = Goal("P2", atMost: 0.85)
    static let webP = Goal("P3", atMost: 0.5)
    static let startUp = Goal("P4", atMost: 0.3)
    static let sheet = Goal("P5", atMost: 0.45)

    // Decibels against an exact reduction, in the fast mode and in the exact one.
    static let medianFidelity = Goal("P6", atLeast: 48)
    static let worstFidelity = Goal("P6", atLeast: 36)
    static let exactFidelity = Goal("P6", atLeast: 56)

    static let frame = Goal("P7", atMost: 1.1)
    static let scroll = Goal("P8", atMost: 0.02)
    static let curl = Goal("P9", atMost: 1)
    static let urlSession = Goal("P9", atMost: 0.25)
    static let memoryHit = Goal("P10", atMost: 2)
    static let allocations = Goal("P10", atMost: 0)

    static let largeImage = Goal("P12", atMost: 16e6)
    static let refusal = Goal("P12", atMost: 0.05)
    static let flingMemory = Goal("P13", atMost: 48e6)
    static let flingRequests = Goal("P13", atMost: 1)
    static let stalePaints = Goal("P13", atMost: 0)

    static let firstFrame = Goal("P14", atMost: 0.012)
    static let firstImage = Goal("P14", atMost: 0.040)
    static let rest = Goal("P14", atMost: 0.120)
    static let bytesUntilRest = Goal("P14", atMost: 90e3)

    static let avif = Goal("P18", atMost: 0.45)
    static let jailMemory = Goal("P18", atMost: 48e6)
    static let largeFiles = Goal("P20", atMost: 128e6)
}
