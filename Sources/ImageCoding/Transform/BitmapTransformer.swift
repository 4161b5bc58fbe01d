import HalftoneCore
import Pixels

/// A transformer that changes only pixels, so that it can be applied to every frame of an animation.
public protocol BitmapTransformer: ImageTransformer {
    /// Returns the transformed pixels; `nil` if the transform failed or was cancelled.
    func transform(_ bitmap: Bitmap, cancellation: CancellationToken?) -> Bitmap?
    /// Whether it leaves every image unchanged. Default `false`.
    var changesNothing: Bool { get }
}

extension BitmapTransformer {
    public var changesNothing: Bool { false }

    /// Returns the transformed image, or the image itself if nothing is changed. The frames of an animation are
    /// transformed on demand.
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
