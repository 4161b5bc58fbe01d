import HalftoneCore

/// The mode in which a color is blended over an image: operators of Porter and Duff, with the color as the source.
/// Coverage mixes in linear light.
public enum BlendMode: String, Hashable, Sendable, CaseIterable {
    /// The color over the image, and in its transparent parts.
    case normal
    /// Only the color, in the shape of the image.
    case sourceIn
    /// The color over the image, within its shape.
    case sourceAtop
}

extension Bitmap {
    /// Returns the image with a color blended over all of it.
    ///
    /// - Parameters:
    ///   - color: the color to blend.
    ///   - mode: the blend mode; `sourceIn` keeps only the shape of the image, as is usual for icons.
    ///   - cancellation: stops the work between rows.
    /// - Returns: `nil` if the work was cancelled.
    public func tinted(
        _ color: RGBA, mode: BlendMode = .sourceIn, cancellation: CancellationToken? = nil
    ) -> Bitmap? {
        let tint = LinearLight.light(of: color)
        return mapped(mayHaveAlpha: true, cancellation: cancellation) { from, to in
            let image = LinearLight.light(of: from)
            let blended =
                switch mode {
                case .normal: tint + image * (1 - tint.w)
                case .sourceIn: tint * image.w
                case .sourceAtop: tint * image.w + image * (1 - tint.w)
                }
            LinearLight.store(blended, to: to)
        }
    }
}
