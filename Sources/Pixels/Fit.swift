/// The way in which an image is scaled into a box.
public enum Fit: String, Hashable, Sendable, CaseIterable {
    /// Scaled as large as the box allows, uncropped, in the image's own proportions.
    case contain
    /// Filling the box in the image's own proportions; what extends beyond it is cropped evenly.
    case cover
    /// Filling the box without keeping the proportions.
    case stretch

    /// Returns the size to which an image of `source` pixels is scaled before it is shown in `box`.
    ///
    /// `pixelAspect` is the width of a displayed pixel divided by its height. Unless `enlarges` is set, an image is never
    /// enlarged: `contain` and `cover` return at most the largest size of the right proportions with no side longer than
    /// the source's, and `stretch` at most the source's sides. Never less than one pixel. For `cover` the result covers
    /// the box, unless the source is too small for it, and the caller crops it.
    public func size(
        of source: PixelSize, in box: PixelSize, pixelAspect: Double = 1, enlarges: Bool = false
    ) -> PixelSize {
        guard !source.isEmpty, !box.isEmpty, pixelAspect > 0, pixelAspect.isFinite else {
            return PixelSize(width: 1, height: 1)
        }
        if self == .stretch {
            if enlarges { return box }
            return PixelSize(width: min(box.width, source.width), height: min(box.height, source.height))
        }
        // A source pixel is square. Pixels are given up along the side on which displayed pixels are longer, so that
        // the proportions are right and neither side has more pixels than the source.
        let fullWidth = Double(source.width) * min(1, 1 / pixelAspect)
        let fullHeight = Double(source.height) * min(1, pixelAspect)
        let horizontal = Double(box.width) / fullWidth
        let vertical = Double(box.height) / fullHeight
        let fitting = self == .contain ? min(horizontal, vertical) : max(horizontal, vertical)
        let scale = enlarges ? fitting : min(1, fitting)
        return PixelSize(
            width: max(1, Int((fullWidth * scale).rounded())), height: max(1, Int((fullHeight * scale).rounded())))
    }
}
