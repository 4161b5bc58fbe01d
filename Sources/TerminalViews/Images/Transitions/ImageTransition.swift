import FoundationEssentials
import ImageCoding
import ImageLoading

/// How an image view goes from what it shows to a new image.
///
/// A transition belongs to the load whose image it brings in: whatever changes the view's content or binding drops it at
/// once. Only a view that can be seen makes one; elsewhere its three steps follow each other at once.
public struct ImageTransition: Sendable {
    /// What a transition brings in.
    public struct Subject: Sendable {
        public let image: Image
        public let cacheType: CacheType
        public let url: URL
    }

    public typealias Step = @MainActor @Sendable (ImageView, Subject) -> Void

    /// SDWebImage's duration of a transition.
    public static let standardDuration = Duration.milliseconds(500)

    /// As the command line writes it.
    public let name: String
    /// `nil`: the image is there at once.
    public let effect: TransitionEffect?
    public var duration: Duration
    public var easing: Easing
    /// Leaves it to ``animations`` to put the image into the view.
    public var avoidsAutoSetImage = false
    /// Runs first, before the old content is looked at.
    public var prepares: Step?
    /// Runs as the image is set. What it changes is part of what the view goes to.
    public var animations: Step?
    /// Runs at the end; never if the transition was dropped.
    public var completion: Step?

    /// A transition of one's own.
    public init(
        name: String, effect: TransitionEffect?, duration: Duration = Self.standardDuration,
        easing: Easing = .easeInOut
    ) {
        self.name = name
        self.effect = effect
        self.duration = duration
        self.easing = easing
    }

    /// The same, faster or slower.
    public func with(duration: Duration) -> ImageTransition {
        var transition = self
        transition.duration = duration
        return transition
    }
}

extension ImageTransition {
    /// At once.
    public static let none = ImageTransition(name: "none", effect: nil, duration: .zero)
    /// The old content becomes the new one, mixed in linear light.
    public static let fade = ImageTransition(
        name: "fade", effect: .mixing { $0.mixed(with: $1, fraction: $2) }, easing: .linear)
    /// Cell by cell, in an order that is another one for each load.
    public static let dissolve = ImageTransition(name: "dissolve", effect: .dissolve, easing: .linear)
    /// A line goes from left to right.
    public static let wipe = wipe(from: .left)
    /// The new picture comes in from the right.
    public static let slide = slide(from: .right)
    /// The old picture rolls up like a page.
    public static let curlUp = ImageTransition(name: "curlUp", effect: .curlUp)
    /// The new picture comes down like a page.
    public static let curlDown = ImageTransition(name: "curlDown", effect: .curlDown)

    public static func fade(duration: Duration) -> ImageTransition { fade.with(duration: duration) }

    public static func wipe(from edge: PictureEdge) -> ImageTransition {
        ImageTransition(name: name("wipe", edge, shortFor: .left), effect: .wipe(from: edge))
    }

    public static func slide(from edge: PictureEdge) -> ImageTransition {
        ImageTransition(name: name("slide", edge, shortFor: .right), effect: .slide(from: edge))
    }

    /// The picture turns, the side at the edge coming towards the viewer.
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

    /// Every transition that has a name.
    public static let all: [ImageTransition] =
        [fade, none, dissolve] + [.left, .right, .top, .bottom].map(wipe(from:))
        + [.right, .left, .bottom, .top].map(slide(from:)) + PictureEdge.allCases.map(flip(from:))
        + [curlUp, curlDown]

    /// The transition of that name; `nil` if there is none.
    public static func named(_ name: String) -> ImageTransition? { all.first { $0.name == name } }
}
