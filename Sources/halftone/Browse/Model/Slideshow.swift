/// Whether pictures follow each other by themselves, and when the next one is due. A value; the time is whatever clock
/// the caller has.
struct Slideshow: Hashable, Sendable {
    /// How long each picture is shown.
    var interval: Duration
    private(set) var isRunning = false
    /// When the present picture was there; `nil` while it is being loaded: nobody sees a picture that is not there.
    private var shownAt: Duration?

    init(interval: Duration) { self.interval = interval }

    mutating func start() {
        isRunning = true
        shownAt = nil
    }

    mutating func stop() { isRunning = false }

    /// Another picture is being loaded.
    mutating func didStep() { shownAt = nil }

    /// When the next picture is due, now that the present one is there or not. The time counts from the first call that
    /// finds it there.
    mutating func deadline(isShown: Bool, now: Duration) -> Duration? {
        guard isRunning, isShown else { return nil }
        let since = shownAt ?? now
        shownAt = since
        return since + interval
    }
}
