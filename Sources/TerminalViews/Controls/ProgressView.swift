import TerminalScreen

/// A progress bar over the whole width of the view that fills from the left in eighths of a column. While the progress
/// is not known, a light moves along it.
@MainActor
public final class ProgressView: View {
    /// The progress from 0 to 1; `nil`, the default, while it is not known.
    public var progress: Double? {
        didSet { if progress != oldValue { setNeedsDisplay() } }
    }
    /// The colors of the bar: the foreground is the filled part, the background the rest. Light gray on gray by
    /// default.
    public var style = CellStyle(foreground: CellColor(hex: 0xE8E8E8), background: CellColor(hex: 0x505050)) {
        didSet { if style != oldValue { setNeedsDisplay() } }
    }
    /// Whether the bar consists of `#` and `-`, for terminals without block elements. Off by default.
    public var usesASCII = false {
        didSet { if usesASCII != oldValue { setNeedsDisplay() } }
    }

    /// The time between two steps of the light.
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
        let bar = Self.bar(columns: columns, progress: progress, phase: phase, signs: signs(isASCII: usesASCII))
        context.draw(bar, column: 0, row: (bounds.size.rows - 1) / 2, columns: columns, style: style)
    }

    /// The characters of a bar.
    enum Signs: Hashable, Sendable {
        /// Block elements in eighths of a column, on a background that shows where the bar ends.
        case blocks
        /// Block elements with a shade for the empty part, where backgrounds have no color.
        case blocksOnShade
        case ascii

        var full: Character { self == .ascii ? "#" : "█" }
        var empty: Character {
            switch self {
            case .blocks: " "
            case .blocksOnShade: "░"
            case .ascii: "-"
            }
        }
    }

    /// Returns the bar as text of `columns` columns.
    static func bar(columns: Int, progress: Double?, phase: Int, signs: Signs) -> String {
        guard let progress else {
            let light = max(1, columns / 4)
            let start = phase % (columns + light) - light
            return String((0..<columns).map { $0 >= start && $0 < start + light ? signs.full : signs.empty })
        }
        let fraction = progress.isFinite ? min(1, max(0, progress)) : 0
        let isASCII = signs == .ascii
        let eighths = Int((fraction * Double(columns * 8)).rounded(isASCII ? .down : .toNearestOrAwayFromZero))
        var text = String(repeating: signs.full, count: eighths / 8)
        let parts: [Character] = [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
        if !isASCII, eighths % 8 > 0 { text.append(parts[eighths % 8]) }
        return text + String(repeating: signs.empty, count: columns - text.count)
    }
}

extension View {
    /// Returns the characters of a bar in this view's window.
    func signs(isASCII: Bool) -> ProgressView.Signs {
        if isASCII { return .ascii }
        return window?.environment.renderer.colors == .mono ? .blocksOnShade : .blocks
    }
}
