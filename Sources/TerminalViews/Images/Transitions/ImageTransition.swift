import FoundationEssentials
import ImageCoding
import ImageLoading

/// A transition from the content of an image view to a new image.
///
/// A transition belongs to the load of its image: any change of the view's content or binding drops it at once. It is
/// animated only in a visible view; elsewhere its three steps are called one directly after the other.
public struct ImageTransition: Sendable {
    /// The image that a transition sets.
    public struct Subject: Sendable {
        /// The new image.
        public let image: Image
        /// The cache tier that had the image; `none` if it was fetched.
        public let cacheType: CacheType
        /// The URL that was requested.
        public let url: URL
    }

    /// A step of a transition, called with the view and the new image.
    public typealias Step = @MainActor @Sendable (ImageView, Subject) -> Void

    /// The default duration, which is SDWebImage's.
    public static let standardDuration = Duration.milliseconds(500)

    /// The name, as in command line options.
    public let name: String
    /// The effect; `nil` sets the image immediately.
    public let effect: TransitionEffect?
    /// The time from the old content to the new image.
    public var duration: Duration
    /// The course of the progress over the time.
    public var easing: Easing
    /// Whether ``animations`` sets the image in the view instead of the transition. Off by default.
    public var avoidsAutoSetImage = false
    /// Called first, before the snapshot of the old content.
    public var prepares: Step?
    /// Called after the image is set. Its changes are part of the new content.
    public var animations: Step?
    /// Called at the end; not if the transition was dropped.
    public var completion: Step?

    /// Creates a custom transition.
    public init(
        name: String, effect: TransitionEffect?, duration: Duration = Self.standardDuration,
        easing: Easing = .easeInOut
    ) {
        self.name = name
        self.effect = effect
        self.duration = duration
        self.easing = easing
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
    /// A cross-fade in linear light.
    public static let fade = ImageTransition(
        name: "fade", effect: .mixing { $0.mixed(with: $1, fraction: $2) }, easing: .linear)
    /// A dissolve cell by cell, in a random order that differs for each load.
    public static let dissolve = ImageTransition(name: "dissolve", effect: .dissolve, easing: .linear)
    /// A line that moves from left to right and uncovers the new image.
    public static let wipe = wipe(from: .left)
    /// The new image slides in from the right.
    public static let slide = slide(from: .right)
    /// The old image rolls up like a page.
    public static let curlUp = ImageTransition(name: "curlUp", effect: .curlUp)
    /// The new image rolls down like a page.
    public static let curlDown = ImageTransition(name: "curlDown", effect: .curlDown)

    /// Returns ``fade`` with another duration.
    public static func fade(duration: Duration) -> ImageTransition { fade.with(duration: duration) }

    /// Returns a wipe that starts at an edge.
    public static func wipe(from edge: PictureEdge) -> ImageTransition {
        ImageTransition(name: name("wipe", edge, shortFor: .left), effect: .wipe(from: edge))
    }

    /// Returns a slide of the new image from an edge.
    public static func slide(from edge: PictureEdge) -> ImageTransition {
        ImageTransition(name: name("slide", edge, shortFor: .right), effect: .slide(from: edge))
    }

    /// Returns a flip of the image whose side at `edge` turns towards the viewer.
    public static func flip(from edge: PictureEdge) -> ImageTransition {
        ImageTransition(name: name("flip", edge, shortFor: nil), effect: .flip(from: edge))
    }

    private static func name(_ effect: String, _ edge: PictureEdge, shortFor standard: PictureEdge?) -> String {
        guard edge != standard else { return effect }
        return switch edge {
        case .left: effect + "FromLeft"
        case .right: effect + "FromRight"
        case .top: effect + "FromTop"
        case .bottom: effect + "FromBottom"
        }
    }

    /// All transitions that ``named(_:)`` returns.
    public static let all: [ImageTransition] =
        [fade, none, dissolve] + [.left, .right, .top, .bottom].map(wipe(from:))
        + [.right, .left, .bottom, .top].map(slide(from:)) + PictureEdge.allCases.map(flip(from:))
        + [curlUp, curlDown]

    /// Returns the transition of a name; `nil` if there is none.
    public static func named(_ name: String) -> ImageTransition? { all.first { $0.name == name } }
}
