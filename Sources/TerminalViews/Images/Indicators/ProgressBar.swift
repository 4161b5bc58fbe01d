import TerminalScreen

/// A bar along the middle that fills from the left; a moving light while the size is unknown.
@MainActor
public final class ProgressBar: View, ImageIndicatorView {
    /// From 0 to 1; `nil` while it is not known. The bar follows without jumps.
    public var fraction: Double? {
        didSet {
            guard fraction != oldValue else { return }
            smooth.target = fraction
            setNeedsDisplay()
        }
    }

    private let isASCII: Bool
    private(set) var phase = 0
    private var steps = AnimationSteps(interval: .milliseconds(80))
    private var smooth = SmoothFraction()

    public init(isASCII: Bool = false) {
        self.isASCII = isASCII
        super.init()
    }

    public override func advance(to now: Duration) -> Duration? {
        guard fraction == nil else {
            steps.stop()
            let before = smooth.shown
            let next = smooth.advance(to: now)
            if smooth.shown != before { setNeedsDisplay() }
            return next
        }
        let passed = steps.take(at: now)
        if passed > 0 {
            phase += passed
            setNeedsDisplay()
        }
        return steps.next
    }

    public override func draw(in context: inout DrawingContext) {
        let columns = max(0, min(bounds.size.columns - 2, 24))
        guard columns > 0 else { return }
        let shown = fraction == nil ? nil : smooth.shown ?? 0
        let bar = Self.bar(columns: columns, fraction: shown, phase: phase, isASCII: isASCII)
        let style = CellStyle(foreground: CellColor(hex: 0xE8E8E8), background: CellColor(hex: 0x505050))
        context.draw(
            bar, column: (bounds.size.columns - columns) / 2, row: max(0, (bounds.size.rows - 1) / 2), columns: columns,
            style: style)
    }

    /// The bar as text: in eighths of a column, or in whole ones where only ASCII may be written.
    static func bar(columns: Int, fraction: Double?, phase: Int, isASCII: Bool = false) -> String {
        let full: Character = isASCII ? "#" : "█"
        let empty: Character = isASCII ? "-" : " "
        guard let fraction else {
            let light = max(1, columns / 4)
            let start = phase % (columns + light) - light
            return String((0..<columns).map { ($0 >= start && $0 < start + light) ? full : empty })
        }
        let eighths = Int((min(1, max(0, fraction)) * Double(columns * 8)).rounded())
        let parts: [Character] = [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
        var text = String(repeating: full, count: eighths / 8)
        if eighths % 8 > 0 { text.append(isASCII ? empty : parts[eighths % 8]) }
        return text + String(repeating: empty, count: columns - text.count)
    }
}
