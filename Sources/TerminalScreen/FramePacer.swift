/// A limiter of the frame rate: at most sixty frames a second, and none while an earlier one is being written.
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
        /// A frame was drawn or dropped less than a sixtieth of a second ago.
        case wait
    }

    /// The time between two frames.
    public static let interval = Duration.microseconds(16_667)

    /// The time of the last decision to draw or drop; `nil` before the first frame.
    private var last: Duration?
    private var hasDropped = false

    /// Creates a pacer that lets the first frame pass at once.
    public init() {}

    /// Returns what to do about a screen that has changed.
    public mutating func decide(at now: Duration, isIdle: Bool) -> Decision {
        if let last, now - last < Self.interval { return .wait }
        last = now
        guard isIdle else {
            hasDropped = true
            return .drop
        }
        return .draw
    }

    /// Returns when to decide again about a changed screen; `nil` means when the terminal has accepted the present
    /// frame. Call once a turn, after ``decide(at:isIdle:)``.
    public mutating func nextChance(isIdle: Bool) -> Duration? {
        defer { hasDropped = false }
        guard isIdle || !hasDropped else { return nil }
        return last.map { $0 + Self.interval } ?? .zero
    }
}
