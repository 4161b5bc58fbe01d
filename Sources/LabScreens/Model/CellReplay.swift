/// The repeated load of one cell, without caches: decides when it begins again. A value without clock or I/O.
struct CellReplay: Sendable {
    private var hasBegun = false
    /// When the present load was first seen to have ended.
    private var endedAt: Duration?

    /// The pause before the next round.
    static let pause = Duration.milliseconds(600)

    /// Returns whether a load begins now, and when to ask again if nothing else happens.
    /// `hasEnded`: whether the present load has ended; `transition`: the duration of a transition.
    mutating func advance(
        to now: Duration, hasEnded: Bool, transition: Duration
    ) -> (begins: Bool, wakesAt: Duration?) {
        guard hasBegun else {
            hasBegun = true
            return (true, now)
        }
        guard hasEnded else { return (false, nil) }
        let due = (endedAt ?? now) + transition + Self.pause
        guard now >= due else {
            endedAt = endedAt ?? now
            return (false, due)
        }
        endedAt = nil
        return (true, now)  // a load that fails at once has ended by then
    }
}
