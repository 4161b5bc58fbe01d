/// How an image view goes from what it shows to a new image.
public enum ImageTransition: Hashable, Sendable {
    /// At once.
    case none
    /// The old content becomes the new one, mixed in linear light.
    case fade(duration: Duration)

    /// SDWebImage's duration of a transition.
    public static let standardDuration = Duration.milliseconds(500)

    /// A fade of the standard duration.
    public static let fade = ImageTransition.fade(duration: standardDuration)
}
