import TerminalScreen

/// A bar across the middle of the view that fills from the left; a moving light while the size is unknown.
@MainActor
public final class ProgressBar: View, ImageIndicatorView {
    /// The progress from 0 to 1; `nil` while it is not known. The bar follows it smoothly.
    public var fraction: Double? {
        didSet {
            guard fraction != oldValue else { return }
            motion.aim(at: fraction)
            setNeedsDisplay()
        }
    }

    private let isASCII: Bool
    private var motion = ProgressMotion()
    var phase: Int { motion.phase }

    /// Creates an indicator. `isASCII` draws the bar in ASCII.
    public init(isASCII: Bool = false) {
        self.isASCII = isASCII
        super.init()
    }

    public override func advance(to now: Duration) -> Duration? {
        let (hasMoved, next) = motion.advance(towards: fraction, to: now)
        if hasMoved { setNeedsDisplay() }
        return next
    }

    public override func draw(in context: inout DrawingContext) {
        let columns = max(0, min(bounds.size.columns - 2, 24))
        guard columns > 0 else { return }
        let shown = fraction == nil ? nil : motion.shown ?? 0
        let bar = ProgressView.bar(columns: columns, progress: shown, phase: phase, signs: signs(isASCII: isASCII))
        let style = CellStyle(foreground: CellColor(hex: 0xE8E8E8), background: CellColor(hex: 0x505050))
        context.draw(
            bar, column: (bounds.size.columns - columns) / 2, row: max(0, (bounds.size.rows - 1) / 2), columns: columns,
            style: style)
    }
}
