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
    private let make: @MainActor @Sendable () -> (any ImageIndicatorView)?

    /// Creates a custom indicator. `makeView` is called for each load; it returns `nil` to display nothing.
    public init(name: String, makeView: @escaping @MainActor @Sendable () -> (any ImageIndicatorView)?) {
        self.name = name
        make = makeView
    }

    public static func == (left: Self, right: Self) -> Bool { left.name == right.name }

    @MainActor
    func makeView() -> (any ImageIndicatorView)? { make() }
}

extension ImageIndicator {
    /// A spinner that turns while the size is unknown, and fills when it is known.
    public static let spinner = ImageIndicator(name: "spinner") { Spinner() }
    /// A bar that fills from the left; a moving light while the size is unknown.
    public static let bar = ImageIndicator(name: "bar") { ProgressBar() }
    /// No indicator.
    public static let none = ImageIndicator(name: "none") { nil }

    /// All indicators of this module.
    public static let all: [ImageIndicator] = [spinner, bar, none]
}
