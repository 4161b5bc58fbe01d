/// One frame of an animation with its duration.
public struct ImageFrame: Sendable {
    /// The complete frame as displayed, not only what changed since the previous one.
    public let image: Image
    /// How long the frame is shown.
    public let duration: Duration

    /// Creates a frame. An animation scales frames of another size than its first to that size.
    public init(image: Image, duration: Duration) {
        self.image = image
        self.duration = duration
    }
}
