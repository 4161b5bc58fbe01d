import TerminalScreen

/// A view that indicates a running load. It covers an image view from the start to the end of a load, at the same size.
/// Its `advance(to:)` is called only while it is visible.
@MainActor
public protocol ImageIndicatorView: View {
    /// The progress from 0 to 1; `nil` while it is not known.
    var fraction: Double? { get set }
}

/// The indicator that an image view displays during a load.
public struct ImageIndicator: Sendable, Equatable {
    /// The name, as in command line options. Indicators of equal names are equal.
    public let name: String
    private let make: @MainActor @Sendable (_ isASCII: Bool) -> (any ImageIndicatorView)?

    /// Creates a custom indicator. `makeView` is called for each load, with whether only ASCII characters may be drawn;
    /// it returns `nil` to display nothing.
    public init(name: String, makeView: @escaping @MainActor @Sendable (_ isASCII: Bool) -> (any ImageIndicatorView)?) {
        self.name = name
        make = makeView
    }

    public static func == (left: Self, right: Self) -> Bool { left.name == right.name }

    @MainActor
    func makeView(isASCII: Bool) -> (any ImageIndicatorView)? { make(isASCII) }
}

extension ImageIndicator {
    /// Rotating braille dots.
    public static let activity = activity("activity", .dots)
    /// A bar that fills from the left; a moving light while the size is unknown.
    public static let progress = ImageIndicator(name: "progress") { ProgressBar(isASCII: $0) }
    /// No indicator.
    public static let none = ImageIndicator(name: "none") { _ in nil }
    /// A rotating line.
    public static let line = activity("line", .line)
    /// A light that moves back and forth.
    public static let bounce = activity("bounce", .bounce)
    /// A block that brightens and darkens.
    public static let pulse = activity("pulse", .pulse)
    /// A bar that rises and falls.
    public static let wave = activity("wave", .wave)
    /// An arc that closes to a ring, with the percentage inside; it rotates while the size is unknown.
    public static let ring = ImageIndicator(name: "ring") { ProgressRing(isASCII: $0) }
    /// The percentage as a number; a spinner while the size is unknown.
    public static let percentage = ImageIndicator(name: "percentage") { PercentageIndicator(isASCII: $0) }

    /// All indicators that ``named(_:)`` returns.
    public static let all: [ImageIndicator] = [
        activity, progress, none, line, bounce, pulse, wave, ring, percentage,
    ]

    /// Returns the indicator of a name; `nil` if there is none.
    public static func named(_ name: String) -> ImageIndicator? { all.first { $0.name == name } }

    private static func activity(_ name: String, _ style: ActivityIndicator.Style) -> ImageIndicator {
        ImageIndicator(name: name) { ActivityIndicator(style: style, isASCII: $0) }
    }
}
