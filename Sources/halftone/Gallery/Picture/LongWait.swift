/// Whether something has been waited for so long that it should be said. A value: the caller tells the time.
struct LongWait {
    /// The time below which a message would be gone before it could be read.
    static let patience = Duration.milliseconds(200)
    private static let glance = Duration.milliseconds(100)

    /// The first look at which it was waited for.
    private var since: Duration?
    private(set) var isLong = false

    /// Lets time pass. Returns when to look again; `nil` while nothing is waited for.
    mutating func advance(to now: Duration, isWaiting: Bool) -> Duration? {
        guard isWaiting else {
            (since, isLong) = (nil, false)
            return nil
        }
        let start = since ?? now
        since = start
        isLong = now - start >= Self.patience
        // A failure may not be reported, so look again in any case.
        return isLong ? now + Self.glance : start + Self.patience
    }
}
