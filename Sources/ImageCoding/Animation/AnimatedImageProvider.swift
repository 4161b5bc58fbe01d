/// A source of an animation's frames for a player. Safe to use from any thread; methods may block on a decode.
public protocol AnimatedImageProvider: AnyObject, Sendable {
    /// The number of frames, which does not change.
    var frameCount: Int { get }
    /// How often the animation plays; 0 is forever.
    var loopCount: Int { get }
    /// Returns the complete frame as displayed: composed with the frames before it, upright, at display size. `nil` for
    /// an index out of range, and for a frame that cannot be decoded.
    func frame(at index: Int) -> Image?
    /// Returns how long the frame is shown; zero for an index out of range.
    func duration(at index: Int) -> Duration
    /// Releases memory that is only needed to compose the next frame. Called when no player is attached.
    func releaseWorkingMemory()
}

extension AnimatedImageProvider {
    public func releaseWorkingMemory() {}
}
