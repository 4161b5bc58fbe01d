/// The turn to write pending changes, which one thread has at a time. A value: no threads, no lock.
///
/// The turn is not a lock, because a storage may change its cache during a write, on the writing thread. Writes are
/// counted in *rounds*; each writes what is pending when it begins.
struct WriteTurn {
    private var isScheduled = false
    private var mustStart = false
    private var isWriting = false
    /// The number of rounds that have begun.
    private var round = 0
    /// The flags of the threads that wait for the end of this round.
    private var flags: [DispatchFlag] = []
    /// Whether a scheduled write was due during this round, and begins after it.
    private var mustGoOn = false

    /// Whether a write is scheduled or running.
    var isBusy: Bool { isScheduled || isWriting }

    // MARK: - Scheduled writes

    /// Schedules a write; ``takeStart()`` then tells the caller to start it.
    mutating func schedule() {
        if !isScheduled { (isScheduled, mustStart) = (true, true) }
    }

    /// Returns whether the caller must start a write now: `true` once for each that is scheduled.
    mutating func takeStart() -> Bool {
        defer { mustStart = false }
        return mustStart
    }

    /// Begins a round if a write is scheduled and no thread is writing. Returns whether it has begun.
    mutating func beginIfScheduled() -> Bool {
        guard isScheduled else { return false }
        mustGoOn = isWriting
        if !isWriting { begin() }
        return !mustGoOn
    }

    // MARK: - Flushes

    /// A round by whose end everything pending is written: the next one, at the latest.
    var nextRound: Int { round + 1 }

    /// The next step of a thread that wants a round to end.
    enum Step {
        /// Write: a round has begun.
        case write
        case wait(DispatchFlag)
        case done
    }

    /// Begins a round for a thread that wants a round to end, unless that has ended or another thread is writing.
    mutating func step(toEndOf wanted: Int, hasChanges: Bool) -> Step {
        if isWriting {
            guard round <= wanted else { return .done }  // a later one is running
            let flag = DispatchFlag()
            flags.append(flag)
            return .wait(flag)
        }
        guard hasChanges, round < wanted else { return .done }
        begin()
        return .write
    }

    // MARK: - Rounds

    private mutating func begin() {
        (isScheduled, mustStart, isWriting) = (false, false, true)
        round += 1
    }

    /// Ends a round. Returns the flags of the threads that waited for its end, and whether a scheduled write must begin
    /// now.
    mutating func end() -> (flags: [DispatchFlag], mustGoOn: Bool) {
        defer { (isWriting, flags, mustGoOn) = (false, [], false) }
        return (flags, mustGoOn)
    }
}
