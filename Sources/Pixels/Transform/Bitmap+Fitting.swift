import HalftoneCore

extension Bitmap {
    /// Returns the image scaled to exactly `size`, averaged by area in linear light; unlike for display, it may be
    /// enlarged. With ``Fit/contain`` it is centered, with transparent margins.
    ///
    /// - Returns: `nil` if the size or the image is empty, or the work was cancelled.
    public func resized(to size: PixelSize, fit: Fit, cancellation: CancellationToken? = nil) -> Bitmap? {
        guard !size.isEmpty, !self.size.isEmpty else { return nil }
        let scaled = fit.size(of: self.size, in: size, enlarges: true)
        let window = PixelRect(centerOf: scaled, in: size)
        guard let content = reduced(to: scaled, window: window, cancellation: cancellation) else { return nil }
        let place = PixelRect(centerOf: size, in: content.size)
        return content.placed(at: (place.x, place.y), on: size, of: RGBA(0, 0, 0, 0))
    }
}
