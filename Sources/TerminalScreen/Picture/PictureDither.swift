/// The method of reducing a picture to few colors.
public enum PictureDither: String, Hashable, Sendable, CaseIterable {
    /// Every pixel takes the nearest color. Areas are flat, and gradients show bands.
    case none
    /// Ordered dithering by a fixed pattern: equal pixels at equal positions always give equal results, whatever is
    /// beside them. For moving pictures, such as animations and cross-fades.
    case ordered
    /// Error diffusion: each pixel's error is compensated by the pixels after it. Shows the finest detail, for still
    /// pictures.
    case diffusion

    /// Returns the default method for still pictures of a color depth: none where every color can be shown.
    public static func standard(for colors: ColorDepth) -> PictureDither { colors == .direct ? .none : .diffusion }
}
