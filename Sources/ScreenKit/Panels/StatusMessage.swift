/// A status message that expires some time after it is first drawn. A value.
///
/// The time counts from the first frame that shows the message, so that a slow terminal does not miss it.
struct StatusMessage {
    let text: String
    let duration: Duration
    /// Whether a frame with the message was drawn.
    var wasDrawn = false
    private var until = Duration.zero

    init(text: String, duration: Duration) {
        self.text = text
        self.duration = duration
    }

    /// Returns when the message expires, as far as is known in this turn; `nil` if it has expired.
    mutating func advance(to now: Duration) -> Duration? {
        if !wasDrawn { until = now + duration }
        return now < until ? until : nil
    }
}
