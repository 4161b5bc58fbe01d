/// The state of the slideshow, and when the next picture is due. A value; the caller passes the time.
struct Slideshow: Hashable, Sendable {
    /// The time for which each picture is shown.
    var interval: Duration
    private(set) var isRunning = false
    /// When the present picture was loaded; `nil` while it is loading.
    private var shownAt: Duration?
    /// When another page was last requested at the end.
    private var queriedAt: Duration?

    init(interval: Duration) { self.interval = interval }

    mutating func start() {
        isRunning = true
        (shownAt, queriedAt) = (nil, nil)
    }

    mutating func stop() { isRunning = false }

    /// Notes that another picture is loading.
    mutating func didStep() { (shownAt, queriedAt) = (nil, nil) }

    /// Returns whether to request another page at the end: once per interval, so that pages without shown pictures do
    /// not follow each other immediately. ``nextAsking`` is the next time.
    mutating func asksForMore(now: Duration) -> Bool {
        if let nextAsking, now < nextAsking { return false }
        queriedAt = now
        return true
    }

    var nextAsking: Duration? { queriedAt.map { $0 + interval } }

    /// Returns when the next picture is due. The time counts from the first call with a loaded picture.
    mutating func deadline(isShown: Bool, now: Duration) -> Duration? {
        guard isRunning, isShown else { return nil }
        let since = shownAt ?? now
        shownAt = since
        return since + interval
    }
}
