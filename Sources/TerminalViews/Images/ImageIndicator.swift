import TerminalScreen

/// What an image view shows while a load is under way.
public enum ImageIndicator: String, Hashable, Sendable, CaseIterable {
    case none
    /// A sign that turns.
    case activity
    /// A bar that fills.
    case progress
}

/// A sign in the middle that turns ten times a second.
@MainActor
final class ActivityIndicator: View {
    private static let frames: [Unicode.Scalar] = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]

    private(set) var frameIndex = 0
    private var steps = AnimationSteps(interval: .milliseconds(100))

    override func advance(to now: Duration) -> Duration? {
        let passed = steps.take(at: now)
        if passed > 0 {
            frameIndex = (frameIndex + passed) % Self.frames.count
            setNeedsDisplay()
        }
        return steps.next
    }

    override func draw(in context: inout DrawingContext) {
        let columns = bounds.size.columns
        let sign = columns < 3 ? "\(Self.frames[frameIndex])" : " \(Self.frames[frameIndex]) "
        let style = CellStyle(
            foreground: CellColor(hex: 0xE8E8E8), background: CellColor(hex: 0x303030), emphasis: .bold)
        context.draw(
            sign, column: max(0, (columns - 3) / 2), row: max(0, (bounds.size.rows - 1) / 2), columns: columns,
            style: style)
    }
}

/// A bar along the middle that fills from the left; a moving light while the length is unknown.
@MainActor
public final class ProgressBar: View {
    /// From 0 to 1; `nil` while it is not known.
    public var fraction: Double? = nil {
        didSet { if fraction != oldValue { setNeedsDisplay() } }
    }

    private(set) var phase = 0
    private var steps = AnimationSteps(interval: .milliseconds(80))

    public override func advance(to now: Duration) -> Duration? {
        guard fraction == nil else {
            steps.stop()
            return nil
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
        let bar = Self.bar(columns: columns, fraction: fraction, phase: phase)
        let style = CellStyle(foreground: CellColor(hex: 0xE8E8E8), background: CellColor(hex: 0x505050))
        context.draw(
            bar, column: (bounds.size.columns - columns) / 2, row: max(0, (bounds.size.rows - 1) / 2), columns: columns,
            style: style)
    }

    /// The bar in eighths of a column, as text.
    static func bar(columns: Int, fraction: Double?, phase: Int) -> String {
        guard let fraction else {
            let light = max(1, columns / 4)
            let start = phase % (columns + light) - light
            return String((0..<columns).map { ($0 >= start && $0 < start + light) ? "█" : " " })
        }
        let eighths = Int((min(1, max(0, fraction)) * Double(columns * 8)).rounded())
        let parts: [Character] = [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
        var text = String(repeating: "█", count: eighths / 8)
        if eighths % 8 > 0 { text.append(parts[eighths % 8]) }
        return text + String(repeating: " ", count: columns - text.count)
    }
}

/// The steps of an animation that moves at a fixed pace, however late it is looked at. A value: the caller tells the
/// time.
private struct AnimationSteps {
    let interval: Duration
    /// When the last step was due; `nil` before the first look.
    private var last: Duration?

    init(interval: Duration) { self.interval = interval }

    /// How many steps have passed since the last look; 0 at the first one.
    mutating func take(at now: Duration) -> Int {
        let last = last ?? now
        let passed = Int((now - last) / interval)
        self.last = last + interval * passed
        return passed
    }

    /// When the next step is due; `nil` before the first look.
    var next: Duration? { last.map { $0 + interval } }

    /// The next look is the first one again.
    mutating func stop() { last = nil }
}
