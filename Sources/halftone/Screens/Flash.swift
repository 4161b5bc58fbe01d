/// Words that stand somewhere for a time. A value.
///
/// The time counts from the frame that shows them: while a terminal does not keep up, no frame is drawn, and what was
/// said meanwhile would be over before anybody could have read it.
struct Flash {
    let text: String
    let duration: Duration
    /// Whether a frame was drawn with it.
    var wasDrawn = false
    private var until = Duration.zero

    init(text: String, duration: Duration) {
        self.text = text
        self.duration = duration
    }

    /// Until when it stands, as far as is known in this turn; `nil`: it is over.
    mutating func advance(to now: Duration) -> Duration? {
        if !wasDrawn { until = now + duration }
        return now < until ? until : nil
    }
}
