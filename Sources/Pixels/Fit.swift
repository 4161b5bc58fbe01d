/// How a picture takes its place in a box.
public enum Fit: String, Hashable, Sendable, CaseIterable {
    /// As large as the box allows, whole, in its own proportions.
    case contain
    /// Filling the box in its own proportions; what stands over is cut off evenly.
    case cover
    /// Filling the box, whatever becomes of the proportions.
    case stretch

    /// The size that a picture of `source` pixels is reduced to before it is shown in `box`.
    ///
    /// `pixelAspect` is the width of a shown pixel divided by its height. Never larger than the source's own size as
    /// it would be shown unreduced, and never less than one pixel. For `cover` the result covers the box, and the
    /// caller cuts it.
    public func size(of source: PixelSize, in box: PixelSize, pixelAspect: Double = 1) -> PixelSize {
        guard !source.isEmpty, !box.isEmpty, pixelAspect > 0 else { return PixelSize(width: 1, height: 1) }
        // In shown pixels a source pixel is a square: stretch the side along which shown pixels are shorter, so that
        // neither side has more pixels than the source has.
        let fullWidth = Double(source.width) * min(1, 1 / pixelAspect)
        let fullHeight = Double(source.height) * min(1, pixelAspect)
        let horizontal = Double(box.width) / fullWidth
        let vertical = Double(box.height) / fullHeight
        let (scaleX, scaleY) =
            switch self {
            case .contain: (min(horizontal, vertical), min(horizontal, vertical))
            case .cover: (max(horizontal, vertical), max(horizontal, vertical))
            case .stretch: (horizontal, vertical)
            }
        return PixelSize(
            width: max(1, Int((fullWidth * min(1, scaleX)).rounded())),
            height: max(1, Int((fullHeight * min(1, scaleY)).rounded())))
    }
}
