import TerminalScreen

/// A small sign in the middle that moves at a steady pace, whatever has arrived.
@MainActor
public final class ActivityIndicator: View, ImageIndicatorView {
    /// The pictures of a sign, one after another. All have the same width.
    public struct Style: Sendable {
        let frames: [String]
        /// The same where only ASCII may be written.
        let plainFrames: [String]
        let interval: Duration

        func frames(isASCII: Bool) -> [String] { isASCII ? plainFrames : frames }

        /// Dots that go round.
        public static let dots = Style(
            frames: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"], plainFrames: turning,
            interval: .milliseconds(100))
        /// A line that turns.
        public static let line = Style(
            frames: ["─", "╲", "│", "╱"], plainFrames: turning, interval: .milliseconds(120))
        /// A light that goes to and fro.
        public static let bounce = Style(
            frames: track("⠶"), plainFrames: track("o"), interval: .milliseconds(90))
        /// A block that grows brighter and darker.
        public static let pulse = Style(
            frames: ["░░", "▒▒", "▓▓", "██", "▓▓", "▒▒"], plainFrames: ["..", "oo", "OO", "@@", "OO", "oo"],
            interval: .milliseconds(140))
        /// A bar that rises and falls.
        public static let wave = Style(
            frames: ["▁▃▅", "▂▄▆", "▃▅▇", "▄▆█", "▅▇▇", "▆█▆", "▇▇▅", "█▆▄", "▇▅▃", "▆▄▂", "▅▃▁", "▄▂▂", "▃▁▃", "▂▂▄"],
            plainFrames: ["_.-", ".-=", "-=#", "=#=", "#=-", "=-.", "-._", ".__"], interval: .milliseconds(110))

        private static let turning = ["|", "/", "-", "\\"]

        private static func track(_ light: String) -> [String] {
            [0, 1, 2, 3, 4, 3, 2, 1].map { place in
                String(repeating: " ", count: place) + light + String(repeating: " ", count: 4 - place)
            }
        }
    }

    /// Makes no difference to a sign that only says that something is under way.
    public var fraction: Double?

    private let frames: [String]
    private var counter: StepCounter
    var frameIndex: Int { counter.step % frames.count }

    public init(style: Style = .dots, isASCII: Bool = false) {
        frames = style.frames(isASCII: isASCII)
        counter = StepCounter(interval: style.interval)
        super.init()
    }

    public override func advance(to now: Duration) -> Duration? {
        let (hasMoved, next) = counter.advance(to: now)
        if hasMoved { setNeedsDisplay() }
        return next
    }

    public override func draw(in context: inout DrawingContext) {
        context.drawSign(frames[frameIndex], in: bounds.size)
    }
}

extension DrawingContext {
    /// Draws a sign or a few words in the middle of a view, on a ground of their own that stands off from any picture.
    mutating func drawSign(_ sign: String, in size: CellSize) {
        let columns = Canvas.columns(of: sign)
        let padded = size.columns < columns + 2 ? sign : " \(sign) "
        let style = CellStyle(
            foreground: CellColor(hex: 0xE8E8E8), background: CellColor(hex: 0x303030), emphasis: .bold)
        draw(
            padded, column: max(0, (size.columns - columns - 2) / 2), row: max(0, (size.rows - 1) / 2),
            columns: size.columns, style: style)
    }
}
