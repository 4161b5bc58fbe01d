/// Whether a wait is so long that the screen should show it. A value: the caller passes the time.
struct LongWait {
    /// The time below which a message would disappear before it could be read.
    static let showDelay = Duration.milliseconds(200)
    private static let pollInterval = Duration.milliseconds(100)

    /// The first time at which the wait was seen.
    private var since: Duration?
    private(set) var isLong = false

    /// Updates the state. Returns when to update again; `nil` without a wait.
    mutating func advance(to now: Duration, isWaiting: Bool) -> Duration? {
        guard isWaiting else {
            (since, isLong) = (nil, false)
            return nil
        }
        let start = since ?? now
        since = start
        isLong = now - start >= Self.showDelay
        // A failure may not be reported, so update again in any case.
        return isLong ? now + Self.pollInterval : start + Self.showDelay
    }
}
