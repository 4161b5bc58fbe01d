/// Turns the difference between what the terminal shows and a canvas into bytes for it.
///
/// A presenter remembers the canvas it presented last; it writes nothing itself. The caller gives every frame to the
/// terminal whole and in order, and does not ask for the next before the last was accepted by ``TerminalWriter``.
/// Main actor only, because ncurses keeps its state in globals.
@MainActor
public protocol Presenter: AnyObject {
    /// Bytes that turn the screen into `canvas`; empty when nothing differs.
    func present(_ canvas: Canvas) -> [UInt8]

    /// Forgets what the screen shows: the next frame repaints it whole. Called after a resize, a suspension and `^L`.
    func invalidate()

    /// What the presenter has done since it was made.
    var statistics: PresenterStatistics { get }
}

/// Counts of a presenter's work since it was made.
public struct PresenterStatistics: Hashable, Sendable {
    /// Frames that had something to change.
    public var frames = 0
    public var bytes = 0
    /// Cells whose content was sent.
    public var cellsSent = 0
    /// Cells of these frames whose content was not sent, because the terminal showed it already, or scrolled it there.
    public var cellsElided = 0
    /// Frames in which the terminal was told to scroll.
    public var scrolls = 0

    public init() {}
}
