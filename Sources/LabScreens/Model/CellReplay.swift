/// The repeated load of one cell: decides the cell's next step. A value without clock or I/O.
struct CellReplay: Sendable {
    /// The kind of replay. The raw value is its name in the switch.
    enum Way: String, CaseIterable, Sendable {
        case off
        /// Without caches: placeholder, indicator, transition, picture.
        case miss
        /// From memory: the picture immediately.
        case hit
        /// Without caches, with a reuse for another row during the transition.
        case reused
    }

    enum Step: Sendable, Equatable {
        /// Start a load of the row's own picture.
        case begin
        /// Reuse the cell for another row.
        case leave
    }

    private enum Phase: Sendable {
        case ready
        case loading(isElsewhere: Bool)
        /// The load has ended; `since` is when that was first seen.
        case shown(since: Duration, isElsewhere: Bool)
    }

    let way: Way
    private var phase = Phase.ready

    /// The pause before the next round.
    static let pause = Duration.milliseconds(600)

    init(_ way: Way) { self.way = way }

    /// Returns the step to take now, and when to ask again if nothing else happens.
    /// `hasEnded`: whether the load of the last step has ended; `transition`: the duration of a transition.
    mutating func advance(
        to now: Duration, hasEnded: Bool, transition: Duration
    ) -> (step: Step?, wakesAt: Duration?) {
        switch phase {
        case .ready: return begin()
        case .loading(let isElsewhere):
            guard hasEnded else { return (nil, nil) }
            phase = .shown(since: now, isElsewhere: isElsewhere)
            return (nil, wakesAt(since: now, isElsewhere, transition))
        case .shown(let since, let isElsewhere):
            let due = wakesAt(since: since, isElsewhere, transition)
            guard now >= due else { return (nil, due) }
            guard leavesEarly(isElsewhere) else { return begin() }
            phase = .loading(isElsewhere: true)
            return (.leave, now)
        }
    }

    private mutating func begin() -> (Step?, Duration?) {
        guard way != .off else { return (nil, nil) }
        phase = .loading(isElsewhere: false)
        return (.begin, .zero)  // a memory hit has ended by the next turn
    }

    /// Returns whether the cell is reused during the transition.
    private func leavesEarly(_ isElsewhere: Bool) -> Bool { way == .reused && !isElsewhere }

    private func wakesAt(since: Duration, _ isElsewhere: Bool, _ transition: Duration) -> Duration {
        since + (leavesEarly(isElsewhere) ? transition / 2 : transition + Self.pause)
    }
}
