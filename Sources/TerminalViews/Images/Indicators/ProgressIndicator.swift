import Glibc
import TerminalScreen

/// An indicator that moves in steps while the progress is unknown, and follows it smoothly when it is known, however
/// often or late it is advanced.
@MainActor
package class ProgressIndicator: View, ImageIndicatorView {
    /// The progress from 0 to 1; `nil` while it is not known.
    package var fraction: Double? {
        didSet {
            if fraction?.isFinite == false { fraction = nil }
            guard fraction != oldValue else { return }
            shown = fraction.flatMap { target in shown.map { min($0, target) } }
            if (fraction == nil) != (oldValue == nil) { lastMove = nil }
            setNeedsDisplay()
        }
    }

    /// Number of steps taken while the progress was not known.
    private(set) var phase = 0
    /// The displayed progress, which follows ``fraction`` and never overtakes it; `nil` before it is first displayed.
    private(set) var shown: Double?
    /// When the last step was due, or ``shown`` last moved; `nil` while nothing moves.
    private var lastMove: Duration?

    private static let stepInterval = Duration.milliseconds(80)
    private static let frameInterval = Duration.milliseconds(33)
    /// The seconds in which two thirds of the remaining distance are covered.
    private static let timeConstant = 0.08
    /// The largest invisible difference between the displayed and the actual progress.
    private static let tolerance = 0.004

    package override func advance(to now: Duration) -> Duration? {
        guard let fraction else { return step(to: now) }
        let passed = lastMove.map { max(.zero, now - $0) } ?? .zero
        let left = (fraction - (shown ?? 0)) * exp(-(passed / .seconds(1)) / Self.timeConstant)
        let hasArrived = left < Self.tolerance
        let before = shown
        shown = hasArrived ? fraction : fraction - left
        lastMove = hasArrived ? nil : now
        if shown != before { setNeedsDisplay() }
        return hasArrived ? nil : now + Self.frameInterval
    }

    private func step(to now: Duration) -> Duration {
        let last = lastMove ?? now
        let steps = max(0, Int((now - last) / Self.stepInterval))
        lastMove = last + Self.stepInterval * steps
        phase += steps
        if steps > 0 { setNeedsDisplay() }
        return last + Self.stepInterval * (steps + 1)
    }
}
