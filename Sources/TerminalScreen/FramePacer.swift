/// A limiter of the frame rate: on average at most sixty frames a second, and none while an earlier one is being
/// written. After a pause, three frames may follow one another at once: the answer to a key, and a cached picture that
/// is decoded a few milliseconds later.
///
/// A value; the caller passes the time, and whether ``TerminalWriter`` is idle. A frame that cannot be drawn is dropped
/// as a whole, never queued: the next frame shows everything that has happened since, so a terminal of any speed is at
/// most one frame behind the frame it is receiving.
public struct FramePacer: Hashable, Sendable {
    /// What to do about a screen that has changed.
    public enum Decision: Hashable, Sendable {
        /// Draw the frame now.
        case draw
        /// The terminal does not keep up. Try again one frame later, or when it has accepted the present frame.
        case drop
        /// Too early: the rate is used up, or the last frame may still be on its way.
        case wait
    }

    /// The time between two frames, in the long run.
    public static let interval = Duration.microseconds(16_667)

    /// Number of frames that may follow one another at once after a pause.
    public static let burst = 3

    /// The time of the next frame if all were one interval apart; `nil` before the first one.
    private var next: Duration?
    /// The time of the last frame that was drawn.
    private var last: Duration?
    private var hasDropped = false

    /// Creates a pacer that lets the first frame pass at once.
    public init() {}

    /// Returns what to do about a screen that has changed.
    public mutating func decide(at now: Duration, isIdle: Bool) -> Decision {
        if let next, now < Self.earliest(next) { return .wait }
        guard isIdle else {
            // A frame that was drawn less than an interval ago may still be on its way: that is no slow terminal.
            if let last, now - last < Self.interval { return .wait }
            hasDropped = true
            next = now + Self.interval * Self.burst
            return .drop
        }
        next = max(next ?? now, now) + Self.interval
        last = now
        return .draw
    }

    /// Returns when to decide again about a changed screen; `nil` means when the terminal has accepted the present
    /// frame. Call once a turn, after ``decide(at:isIdle:)``.
    public mutating func nextChance(isIdle: Bool) -> Duration? {
        defer { hasDropped = false }
        let chance = next.map(Self.earliest) ?? .zero
        guard !isIdle else { return chance }
        return hasDropped ? nil : max(chance, last.map { $0 + Self.interval } ?? .zero)
    }

    private static func earliest(_ next: Duration) -> Duration { next - interval * (burst - 1) }
}
