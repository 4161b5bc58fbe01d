/// How a picture makes do with few colours.
public enum PictureDither: String, Hashable, Sendable, CaseIterable {
    /// Every pixel takes the colour that looks most like it. Areas are flat, and slopes have steps.
    case none
    /// Neighbours take turns by a fixed pattern: the same pixels always give the same result, whatever lies beside them.
    /// Right for what moves, such as animations and cross-fades.
    case ordered
    /// What a pixel's colour is off by is made up for by the pixels after it: the finest detail, for pictures at rest.
    case diffusion

    /// What suits a colour depth, for pictures at rest: nothing where every colour can be shown.
    public static func standard(for colors: ColorDepth) -> PictureDither { colors == .direct ? .none : .diffusion }
}
