import Basis
import Pixels

/// A transformer that changes pixels and nothing else, so that every frame of an animation can be changed alike.
public protocol BitmapTransformer: ImageTransformer {
    /// The changed pixels. `nil` if it could not, or was cancelled.
    func transform(_ bitmap: Bitmap, cancellation: CancellationToken?) -> Bitmap?
    /// `true` if it leaves every picture as it is.
    var changesNothing: Bool { get }
}

extension BitmapTransformer {
    public var changesNothing: Bool { false }

    /// The same image where nothing is changed; else a new one. The frames of an animation are transformed when they
    /// are asked for.
    public func transform(_ image: Image, cancellation: CancellationToken?) -> Image? {
        if cancellation?.isCancelled == true { return nil }
        if changesNothing { return image }
        if let animation = image.animation {
            return animation.transformed(by: self, cancellation: cancellation).map {
                image.transformed(to: $0.poster.bitmap, animation: $0)
            }
        }
        return transform(image.bitmap, cancellation: cancellation).map { image.transformed(to: $0) }
    }
}
