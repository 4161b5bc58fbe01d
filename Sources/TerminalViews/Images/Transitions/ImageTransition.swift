/// A transition from the content of an image view to a new image.
///
/// A transition belongs to the load of its image: any change of the view's content or binding drops it at once. It runs
/// only in a visible view.
public struct ImageTransition: Sendable {
    /// The name, as in command line options.
    public let name: String
    /// The effect; `nil` sets the image immediately.
    public let effect: TransitionEffect?
    /// The time from the old content to the new image.
    public var duration: Duration

    /// Creates a custom transition, by default of SDWebImage's duration.
    public init(name: String, effect: TransitionEffect?, duration: Duration = .milliseconds(500)) {
        self.name = name
        self.effect = effect
        self.duration = duration
    }

    /// Returns the transition with another duration.
    public func with(duration: Duration) -> ImageTransition {
        var transition = self
        transition.duration = duration
        return transition
    }
}

extension ImageTransition {
    /// No transition: the image is set immediately.
    public static let none = ImageTransition(name: "none", effect: nil, duration: .zero)
    /// A cross-fade in linear light. Where nothing is drawn before or after it, it mixes with the terminal's background,
    /// or changes at half if the terminal has not reported that.
    public static let fade = ImageTransition(name: "fade", effect: .mixing { $0.mixed(with: $1, fraction: $2) })
    /// The old image rolls up like a page.
    public static let curlUp = ImageTransition(name: "curlUp", effect: .curlUp)
    /// The new image rolls down like a page.
    public static let curlDown = ImageTransition(name: "curlDown", effect: .curlDown)

    /// Returns ``fade`` with another duration.
    public static func fade(duration: Duration) -> ImageTransition { fade.with(duration: duration) }

    /// Returns a flip of the image whose side at `edge` turns towards the viewer.
    public static func flip(from edge: PictureEdge) -> ImageTransition {
        let side = edge.rawValue
        return ImageTransition(
            name: "flipFrom" + side.prefix(1).uppercased() + side.dropFirst(), effect: .flip(from: edge))
    }

    /// All transitions of this module.
    public static let all: [ImageTransition] =
        [fade, none] + PictureEdge.allCases.map(flip(from:)) + [curlUp, curlDown]
}
