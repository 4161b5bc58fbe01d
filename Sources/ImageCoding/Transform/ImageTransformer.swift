import Basis

/// A transform from one image to another: resized, rounded, rotated, tinted. A value, usable from any thread.
public protocol ImageTransformer: Sendable {
    /// A stable name of the transform, which is part of cache keys. Two transformers with equal keys do the same.
    var key: String { get }

    /// Returns the transformed image, which keeps the metadata of the original: create it with
    /// ``Image/transformed(to:animation:)``.
    ///
    /// Called on a thread that may be busy for long. `nil` if the transform failed or was cancelled; then the original
    /// image is shown. Checks `cancellation` between rows or passes.
    func transform(_ image: Image, cancellation: CancellationToken?) -> Image?
}

/// A namespace for the transformers that come with the engine.
public enum Transformers {}
