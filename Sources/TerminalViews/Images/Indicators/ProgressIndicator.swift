import TerminalScreen

/// An indicator that moves while the progress is unknown, and follows it smoothly when it is known.
@MainActor
public class ProgressIndicator: View, ImageIndicatorView {
    /// The progress from 0 to 1; `nil` while it is not known.
    public var fraction: Double? {
        get { motion.fraction }
        set {
            guard newValue != motion.fraction else { return }
            motion.fraction = newValue
            setNeedsDisplay()
        }
    }

    let isASCII: Bool
    private(set) var motion = ProgressMotion()
    var phase: Int { motion.phase }

    /// Creates an indicator. `isASCII` draws it in ASCII.
    public init(isASCII: Bool = false) {
        self.isASCII = isASCII
        super.init()
    }

    public override func advance(to now: Duration) -> Duration? {
        let (hasMoved, next) = motion.advance(to: now)
        if hasMoved { setNeedsDisplay() }
        return next
    }
}
