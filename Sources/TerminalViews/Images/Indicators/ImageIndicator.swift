import TerminalScreen

/// A view that shows that a load is under way. It lies over an image view from the start of a load to its end, as large
/// as that; it moves in `advance(to:)`, which is called only while it can be seen.
@MainActor
public protocol ImageIndicatorView: View {
    /// How much has arrived, from 0 to 1; `nil` while that is not known.
    var fraction: Double? { get set }
}

/// What an image view shows while a load is under way.
public struct ImageIndicator: Sendable, Equatable {
    /// As the command line writes it. Two indicators of one name are taken for the same.
    public let name: String
    private let make: @MainActor @Sendable (_ isASCII: Bool) -> (any ImageIndicatorView)?

    /// An indicator of one's own. `makeView` gets to know whether only ASCII may be written, and is called for each load;
    /// `nil` shows nothing.
    public init(name: String, makeView: @escaping @MainActor @Sendable (_ isASCII: Bool) -> (any ImageIndicatorView)?) {
        self.name = name
        make = makeView
    }

    public static func == (left: Self, right: Self) -> Bool { left.name == right.name }

    @MainActor
    func makeView(isASCII: Bool) -> (any ImageIndicatorView)? { make(isASCII) }
}

extension ImageIndicator {
    /// A sign of dots that turns.
    public static let activity = activity("activity", .dots)
    /// A bar that fills from the left; a moving light while the size is unknown.
    public static let progress = ImageIndicator(name: "progress") { ProgressBar(isASCII: $0) }
    public static let none = ImageIndicator(name: "none") { _ in nil }
    /// A line that turns.
    public static let line = activity("line", .line)
    /// A light that goes to and fro.
    public static let bounce = activity("bounce", .bounce)
    /// A block that grows brighter and darker.
    public static let pulse = activity("pulse", .pulse)
    /// A bar that rises and falls.
    public static let wave = activity("wave", .wave)
    /// An arc that closes to a ring, with the percentage inside; it turns while the size is unknown.
    public static let ring = ImageIndicator(name: "ring") { ProgressRing(isASCII: $0) }
    /// The percentage as a number; a sign that turns while the size is unknown.
    public static let percentage = ImageIndicator(name: "percentage") { PercentageIndicator(isASCII: $0) }

    /// Every indicator that has a name.
    public static let all: [ImageIndicator] = [
        activity, progress, none, line, bounce, pulse, wave, ring, percentage,
    ]

    /// The indicator of that name; `nil` if there is none.
    public static func named(_ name: String) -> ImageIndicator? { all.first { $0.name == name } }

    private static func activity(_ name: String, _ style: ActivityIndicator.Style) -> ImageIndicator {
        ImageIndicator(name: name) { ActivityIndicator(style: style, isASCII: $0) }
    }
}
