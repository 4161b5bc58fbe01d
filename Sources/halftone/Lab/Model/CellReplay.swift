/// One cell's way to its picture, again and again: says what the cell is to do next. A value without clock or I/O.
struct CellReplay: Sendable {
    /// The raw value is what the switch and scripts call it.
    enum Way: String, CaseIterable, Sendable {
        case off
        /// From no cache: placeholder, indicator, transition, picture.
        case miss
        /// From memory: the picture at once.
        case hit
        /// From no cache, while the picture before stays.
        case delayed
        /// From no cache, and in the middle of the transition on to another row.
        case reused
    }

    enum Step: Sendable, Equatable {
        /// Begins the way to the row's own picture.
        case begin
        /// Becomes the cell of another row.
        case leave
    }

    private enum Phase: Sendable {
        case ready
        case loading(isElsewhere: Bool)
        /// The load has ended; `since` is the first time that was seen.
        case shown(since: Duration, isElsewhere: Bool)
    }

    let way: Way
    private var phase = Phase.ready

    /// How long the picture rests before the next round.
    static let pause = Duration.milliseconds(600)

    init(_ way: Way) { self.way = way }

    /// What to do now, when to ask again if nothing else happens, and whether a round has ended. `hasEnded`: the load of the
    /// last step has; `transition`: how long one takes.
    mutating func advance(
        to now: Duration, hasEnded: Bool, transition: Duration
    ) -> (step: Step?, wakesAt: Duration?, endsRound: Bool) {
        switch phase {
        case .ready: return begin(endsRound: false)
        case .loading(let isElsewhere):
            guard hasEnded else { return (nil, nil, false) }
            phase = .shown(since: now, isElsewhere: isElsewhere)
            return (nil, wakesAt(since: now, isElsewhere, transition), false)
        case .shown(let since, let isElsewhere):
            let due = wakesAt(since: since, isElsewhere, transition)
            guard now >= due else { return (nil, due, false) }
            guard leavesEarly(isElsewhere) else { return begin(endsRound: true) }
            phase = .loading(isElsewhere: true)
            return (.leave, now, false)
        }
    }

    private mutating func begin(endsRound: Bool) -> (Step?, Duration?, Bool) {
        guard way != .off else { return (nil, nil, false) }
        phase = .loading(isElsewhere: false)
        return (.begin, .zero, endsRound)  // what was in memory has ended by the next turn
    }

    /// Whether the cell gets another row in the middle of the transition.
    private func leavesEarly(_ isElsewhere: Bool) -> Bool { way == .reused && !isElsewhere }

    private func wakesAt(since: Duration, _ isElsewhere: Bool, _ transition: Duration) -> Duration {
        since + (leavesEarly(isElsewhere) ? transition / 2 : transition + Self.pause)
    }
}
