import TerminalScreen

/// The percentage as a number in the middle of the view; a spinner while the size is unknown.
@MainActor
public final class PercentageIndicator: View, ImageIndicatorView {
    /// The progress from 0 to 1; `nil` while it is not known.
    public var fraction: Double? {
        didSet { if Self.text(fraction) != Self.text(oldValue) { setNeedsDisplay() } }
    }

    private let frames: [String]
    private var counter = StepCounter(interval: ActivityIndicator.Style.dots.interval)

    /// Creates an indicator. `isASCII` draws its spinner in ASCII.
    public init(isASCII: Bool = false) {
        frames = ActivityIndicator.Style.dots.frames(isASCII: isASCII)
        super.init()
    }

    public override func advance(to now: Duration) -> Duration? {
        let (hasMoved, next) = counter.advance(to: now, isMoving: fraction == nil)
        if hasMoved { setNeedsDisplay() }
        return next
    }

    public override func draw(in context: inout DrawingContext) {
        context.drawSign(Self.text(fraction) ?? frames[counter.step % frames.count], in: bounds.size)
    }

    /// Returns whole percents, rounded down: 100 means that everything has arrived.
    static func text(_ fraction: Double?) -> String? {
        fraction.map { "\(Int(min(1, max(0, $0)) * 100))%" }
    }
}
