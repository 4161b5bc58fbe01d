import HalftoneCore

/// The way in which an image is scaled to a size with other proportions.
public enum ScaleMode: String, Hashable, Sendable, CaseIterable {
    /// Stretched to the size.
    case fill
    /// Scaled to fit, centered, with transparent margins.
    case aspectFit
    /// Scaled to fill in the image's own proportions; what extends beyond the size is cropped evenly.
    case aspectFill
}

extension Bitmap {
    /// Returns the image scaled to exactly `size`, averaged by area in linear light; unlike with ``Fit``, it may be
    /// enlarged. `nil` if the size or the image is empty, or the work was cancelled.
    public func resized(to size: PixelSize, mode: ScaleMode, cancellation: CancellationToken? = nil) -> Bitmap? {
        guard !size.isEmpty, !self.size.isEmpty else { return nil }
        let scaled = scaledSize(for: size, mode: mode)
        let window = PixelRect(centerOf: scaled, in: size)
        guard let content = reduced(to: scaled, window: window, cancellation: cancellation) else { return nil }
        guard content.size != size else { return content }
        let place = PixelRect(centerOf: size, in: content.size)
        return content.placed(at: (place.x, place.y), on: size)
    }

    /// Returns the size of the whole image once scaled: no side is less than one pixel.
    private func scaledSize(for box: PixelSize, mode: ScaleMode) -> PixelSize {
        let horizontal = Double(box.width) / Double(size.width)
        let vertical = Double(box.height) / Double(size.height)
        let scale: Double
        switch mode {
        case .fill: return box
        case .aspectFit: scale = min(horizontal, vertical)
        case .aspectFill: scale = max(horizontal, vertical)
        }
        return PixelSize(
            width: max(1, Int((Double(size.width) * scale).rounded())),
            height: max(1, Int((Double(size.height) * scale).rounded())))
    }

    /// Returns the image on a transparent canvas, beyond which it must not extend.
    private func placed(at origin: (x: Int, y: Int), on canvas: PixelSize) -> Bitmap {
        var pixels = [UInt8](repeating: 0, count: 4 * canvas.area)
        for y in 0..<size.height {
            let start = 4 * ((origin.y + y) * canvas.width + origin.x)
            pixels.replaceSubrange(
                start..<start + 4 * size.width, with: bytes[4 * y * size.width..<4 * (y + 1) * size.width])
        }
        return Bitmap(size: canvas, bytes: pixels, hasAlpha: true)
    }
}
