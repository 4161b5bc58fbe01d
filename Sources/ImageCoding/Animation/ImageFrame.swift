/// One picture of an animation, and how long it stays.
public struct ImageFrame: Sendable {
    /// The whole picture as it is seen, not only what changed since the frame before.
    public let image: Image
    public let duration: Duration

    public init(image: Image, duration: Duration) {
        self.image = image
        self.duration = duration
    }
}
