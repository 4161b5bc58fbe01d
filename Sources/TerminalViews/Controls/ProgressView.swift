import TerminalScreen

/// A bar over the whole width that fills from the left in eighths of a column; a moving light while it is not known how
/// much there is to do.
@MainActor
public final class ProgressView: View {
    /// From 0 to 1; `nil` while it is not known.
    public var progress: Double? {
        didSet { if progress != oldValue { setNeedsDisplay() } }
    }
    public var style = CellStyle(foreground: CellColor(hex: 0xE8E8E8), background: CellColor(hex: 0x505050)) {
        didSet { if style != oldValue { setNeedsDisplay() } }
    }
    /// Whether the bar is made of `#` and `-`, for terminals without block elements.
    public var usesASCII = false {
        didSet { if usesASCII != oldValue { setNeedsDisplay() } }
    }

    /// Between two steps of the light.
    nonisolated static let interval = Duration.milliseconds(80)
    private var counter = StepCounter(interval: interval)
    var phase: Int { counter.step }

    public override func sizeThatFits(_ size: CellSize) -> CellSize {
        CellSize(columns: size.columns, rows: min(1, size.rows))
    }

    public override func advance(to now: Duration) -> Duration? {
        let (hasMoved, next) = counter.advance(to: now, isMoving: progress == nil)
        if hasMoved { setNeedsDisplay() }
        return next
    }

    public override func draw(in context: inout DrawingContext) {
        let columns = bounds.size.columns
        guard columns > 0 else { return }
        let bar = Self.bar(columns: columns, progress: progress, phase: phase, usesASCII: usesASCII)
        context.draw(bar, column: 0, row: (bounds.size.rows - 1) / 2, columns: columns, style: style)
    }

    /// The bar as text of so many columns.
    static func bar(columns: Int, progress: Double?, phase: Int, usesASCII: Bool) -> String {
        let (full, empty): (Character, Character) = usesASCII ? ("#", "-") : ("█", " ")
        guard let progress else {
            let light = max(1, columns / 4)
            let start = phase % (columns + light) - light
            return String((0..<columns).map { $0 >= start && $0 < start + light ? full : empty })
        }
        let fraction = progress.isFinite ? min(1, max(0, progress)) : 0
        let eighths = Int((fraction * Double(columns * 8)).rounded(usesASCII ? .down : .toNearestOrAwayFromZero))
        var text = String(repeating: full, count: eighths / 8)
        let parts: [Character] = [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
        if !usesASCII, eighths % 8 > 0 { text.append(parts[eighths % 8]) }
        return text + String(repeating: empty, count: columns - text.count)
    }
}
