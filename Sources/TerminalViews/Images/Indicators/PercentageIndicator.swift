import TerminalScreen

/// The percentage as a number in the middle; a sign that turns while the size is unknown.
@MainActor
public final class PercentageIndicator: View, ImageIndicatorView {
    /// From 0 to 1; `nil` while it is not known.
    public var fraction: Double? {
        didSet { if Self.text(fraction) != Self.text(oldValue) { setNeedsDisplay() } }
    }

    private let frames: [String]
    private var frameIndex = 0
    private var clock = StepClock(interval: .milliseconds(100))

    public init(isASCII: Bool = false) {
        let style = ActivityIndicator.Style.dots
        frames = isASCII ? style.plainFrames : style.frames
        super.init()
    }

    public override func advance(to now: Duration) -> Duration? {
        guard fraction == nil else {
            clock.stop()
            return nil
        }
        let passed = clock.take(at: now)
        if passed > 0 {
            frameIndex = (frameIndex + passed) % frames.count
            setNeedsDisplay()
        }
        return clock.next
    }

    public override func draw(in context: inout DrawingContext) {
        context.drawSign(Self.text(fraction) ?? frames[frameIndex], in: bounds.size)
    }

    /// Whole percents, rounded down: 100 is said only when everything is there.
    static func text(_ fraction: Double?) -> String? {
        fraction.map { "\(Int(min(1, max(0, $0)) * 100))%" }
    }
}
