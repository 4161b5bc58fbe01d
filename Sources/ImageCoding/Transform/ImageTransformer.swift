import Basis

/// Makes another picture of a picture: smaller, rounder, turned, tinted. A value, the same for every thread.
public protocol ImageTransformer: Sendable {
    /// The stable name of what it does, which is a part of cache keys. Two transformers with one key do the same.
    var key: String { get }

    /// The transformed picture. It comes with what was known of the original, but for its pixels: make it with
    /// ``Image/transformed(to:)``.
    ///
    /// Called on a thread that may be busy for long. `nil` if it could not, or was cancelled; then the picture is
    /// shown as it was. Looks at `cancellation` between rows or passes.
    func transform(_ image: Image, cancellation: CancellationToken?) -> Image?
}

/// The transformers that come with the engine.
public enum Transformers {}
