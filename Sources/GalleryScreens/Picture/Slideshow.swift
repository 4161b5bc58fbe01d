/// The state of the slideshow, and when the next picture is due. A value; the caller passes the time.
struct Slideshow: Hashable, Sendable {
    /// The time for which each picture is shown.
    var interval: Duration
    private(set) var isRunning = false
    /// When the present picture was loaded; `nil` while it is loading.
    private var shownAt: Duration?

    init(interval: Duration) { self.interval = interval }

    mutating func start() {
        isRunning = true
        shownAt = nil
    }

    mutating func stop() { isRunning = false }

    /// Notes that another picture is loading, or the last one stays for another interval.
    mutating func didStep() { shownAt = nil }

    /// Returns when the next picture is due. The time counts from the first call with a loaded picture.
    mutating func deadline(isShown: Bool, now: Duration) -> Duration? {
        guard isRunning, isShown else { return nil }
        let since = shownAt ?? now
        shownAt = since
        return since + interval
    }
}
