import TerminalScreen

/// A small spinner in the middle of the view that moves at a fixed rate, independent of progress.
@MainActor
public final class ActivityIndicator: View, ImageIndicatorView {
    /// The frames of a spinner, all of the same width.
    public struct Style: Sendable {
        let frames: [String]
        /// The ASCII frames, for terminals without UTF-8.
        let plainFrames: [String]
        let interval: Duration

        func frames(isASCII: Bool) -> [String] { isASCII ? plainFrames : frames }

        /// Rotating braille dots.
        public static let dots = Style(
            frames: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"], plainFrames: turning,
            interval: .milliseconds(100))
        /// A rotating line.
        public static let line = Style(
            frames: ["─", "╲", "│", "╱"], plainFrames: turning, interval: .milliseconds(120))
        /// A light that moves back and forth.
        public static let bounce = Style(
            frames: track("⠶"), plainFrames: track("o"), interval: .milliseconds(90))
        /// A block that brightens and darkens.
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

    /// The progress, which this indicator does not display.
    public var fraction: Double?

    private let frames: [String]
    private var counter: StepCounter
    var frameIndex: Int { counter.step % frames.count }

    /// Creates an indicator. `isASCII` draws the frames of the style in ASCII.
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
    /// Draws a spinner or a few words in the middle of a view, on a background that contrasts with any image.
    mutating func drawSign(_ sign: String, in size: CellSize) {
        let columns = Canvas.columns(of: sign)
        let padded = size.columns < columns + 2 ? sign : " \(sign) "
        let style = CellStyle(
            foreground: CellColor(hex: 0xE8E8E8), background: CellColor(hex: 0x303030), attributes: .bold)
        draw(
            padded, column: max(0, (size.columns - columns - 2) / 2), row: max(0, (size.rows - 1) / 2),
            columns: size.columns, style: style)
    }
}
