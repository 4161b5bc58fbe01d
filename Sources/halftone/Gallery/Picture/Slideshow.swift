/// Whether pictures follow each other by themselves, and when the next one is due. A value; the time is whatever clock
/// the caller has.
struct Slideshow: Hashable, Sendable {
    /// How long each picture is shown.
    var interval: Duration
    private(set) var isRunning = false
    /// When the present picture was loaded; `nil` while it is being loaded, which does not count as shown.
    private var shownAt: Duration?
    /// When more pictures were last asked for behind the last one.
    private var queriedAt: Duration?

    init(interval: Duration) { self.interval = interval }

    mutating func start() {
        isRunning = true
        (shownAt, queriedAt) = (nil, nil)
    }

    mutating func stop() { isRunning = false }

    /// Another picture is being loaded.
    mutating func didStep() { (shownAt, queriedAt) = (nil, nil) }

    /// Whether to ask for more now that there is no next picture: once an interval, so that pages of which nothing is
    /// shown do not follow each other as fast as they come. ``nextAsking`` says when it is time again.
    mutating func asksForMore(now: Duration) -> Bool {
        if let nextAsking, now < nextAsking { return false }
        queriedAt = now
        return true
    }

    var nextAsking: Duration? { queriedAt.map { $0 + interval } }

    /// When the next picture is due, now that the present one is there or not. The time counts from the first call that
    /// finds it there.
    mutating func deadline(isShown: Bool, now: Duration) -> Duration? {
        guard isRunning, isShown else { return nil }
        let since = shownAt ?? now
        shownAt = since
        return since + interval
    }
}
