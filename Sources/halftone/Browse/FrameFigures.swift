/// What is known of the frames so far: the main loop counts, the figures' panel and the trace's summary read.
@MainActor
final class FrameFigures {
    var presented = 0
    /// Frames that the terminal was too slow for.
    var dropped = 0
    var bytes = 0
    /// How fast the way to the terminal is taken to be.
    var link = LinkChoice.auto.rawValue
    /// How long the last frame took to be drawn and encoded, and its bytes.
    var lastDuration = Duration.zero
    var lastBytes = 0
}
