/// When a frame may be drawn: sixty times a second at most, and never while an earlier one is still on its way.
///
/// A value; the caller tells the time, and whether ``TerminalWriter`` is idle. A frame that cannot be drawn is dropped as
/// a whole, never queued: what is drawn next shows everything that has happened since, so that a terminal of any speed
/// is at most one frame behind what it has begun.
public struct FramePacer: Hashable, Sendable {
    public enum Decision: Hashable, Sendable {
        case draw
        /// The terminal does not keep up. The next chance is one frame later, or when it has taken what it has.
        case drop
        /// A frame was drawn or dropped less than a sixtieth of a second ago.
        case wait
    }

    /// Between two frames.
    public static let interval = Duration.microseconds(16_667)

    /// `nil` before the first frame.
    private var last: Duration?
    private var hasDropped = false

    public init() {}

    /// What to do about a screen that has changed.
    public mutating func decide(at now: Duration, isIdle: Bool) -> Decision {
        if let last, now - last < Self.interval { return .wait }
        last = now
        guard isIdle else {
            hasDropped = true
            return .drop
        }
        return .draw
    }

    /// When to ask again if the screen has changed, or has not been drawn as it is; `nil`: not by time, but when the
    /// terminal has taken what it has. To be called once a turn, after ``decide(at:isIdle:)``.
    public mutating func nextChance(isIdle: Bool) -> Duration? {
        defer { hasDropped = false }
        guard isIdle || !hasDropped else { return nil }
        return last.map { $0 + Self.interval } ?? .zero
    }
}
