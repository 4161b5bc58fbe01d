/// The mode in which a color is blended over an image.
///
/// The first sixteen modes blend sRGB-encoded colors, for which they are defined; the others use coverage only. In both
/// cases coverage mixes in linear light. Source: Compositing and Blending Level 1 of the W3C; the last two modes add
/// and subtract light.
public enum BlendMode: String, Hashable, Sendable, CaseIterable {
    /// A separable mode: each channel of the color is combined with the same channel of the image.
    case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight
    /// Difference and exclusion are separable; the other four exchange hue, saturation or luminosity between the color
    /// and the image.
    case difference, exclusion, hue, saturation, color, luminosity
    /// A Porter-Duff operator, in which the color is the source and the image the destination.
    case clear, copy, sourceIn, sourceOut, sourceAtop, destinationOver, destinationIn, destinationOut
    /// The last two Porter-Duff operators, then two that add the light of color and image: of the sum, `plusDarker`
    /// keeps what exceeds full light, and `plusLighter` keeps at most full light.
    case destinationAtop, xor, plusDarker, plusLighter

    /// Returns how much of the source and of the backdrop is kept, given their alphas.
    func factors(source: Float, backdrop: Float) -> (source: Float, backdrop: Float) {
        switch self {
        case .clear: (0, 0)
        case .copy: (1, 0)
        case .sourceIn: (backdrop, 0)
        case .sourceOut: (1 - backdrop, 0)
        case .sourceAtop: (backdrop, 1 - source)
        case .destinationOver: (1 - backdrop, 1)
        case .destinationIn: (0, source)
        case .destinationOut: (0, 1 - source)
        case .destinationAtop: (1 - backdrop, source)
        case .xor: (1 - backdrop, 1 - source)
        case .plusLighter, .plusDarker: (1, 1)
        case .normal, .multiply, .screen, .overlay, .darken, .lighten, .colorDodge, .colorBurn, .softLight, .hardLight,
            .difference, .exclusion, .hue, .saturation, .color, .luminosity:
            (1, 1 - source)
        }
    }

    /// Returns the color where both overlap, from encoded colors 0...1; `nil` for a mode that uses coverage only.
    func blended(source: SIMD3<Float>, over backdrop: SIMD3<Float>) -> SIMD3<Float>? {
        if let channel = channelBlend {
            return SIMD3(
                channel(backdrop.x, source.x), channel(backdrop.y, source.y), channel(backdrop.z, source.z))
        }
        switch self {
        case .hue: return source.with(saturation: backdrop.saturation).with(luminosity: backdrop.luminosity)
        case .saturation: return backdrop.with(saturation: source.saturation).with(luminosity: backdrop.luminosity)
        case .color: return source.with(luminosity: backdrop.luminosity)
        case .luminosity: return backdrop.with(luminosity: source.luminosity)
        default: return nil
        }
    }

    /// The blend function of separable modes, which takes one channel of backdrop and source.
    private var channelBlend: ((Float, Float) -> Float)? {
        switch self {
        case .multiply: { $0 * $1 }
        case .screen: { $0 + $1 - $0 * $1 }
        case .overlay: { Self.hardLight($1, $0) }
        case .darken: { min($0, $1) }
        case .lighten: { max($0, $1) }
        case .colorDodge: { $0 == 0 ? 0 : $1 >= 1 ? 1 : min(1, $0 / (1 - $1)) }
        case .colorBurn: { $0 >= 1 ? 1 : $1 <= 0 ? 0 : 1 - min(1, (1 - $0) / $1) }
        case .softLight: { Self.softLight($0, $1) }
        case .hardLight: { Self.hardLight($0, $1) }
        case .difference: { abs($0 - $1) }
        case .exclusion: { $0 + $1 - 2 * $0 * $1 }
        default: nil
        }
    }

    private static func hardLight(_ backdrop: Float, _ source: Float) -> Float {
        source <= 0.5 ? backdrop * 2 * source : backdrop + (2 * source - 1) - backdrop * (2 * source - 1)
    }

    private static func softLight(_ backdrop: Float, _ source: Float) -> Float {
        guard source > 0.5 else { return backdrop - (1 - 2 * source) * backdrop * (1 - backdrop) }
        let curve =
            backdrop <= 0.25 ? ((16 * backdrop - 12) * backdrop + 4) * backdrop : backdrop.squareRoot()
        return backdrop + (2 * source - 1) * (curve - backdrop)
    }
}

extension SIMD3<Float> {
    fileprivate var luminosity: Float { 0.3 * x + 0.59 * y + 0.11 * z }
    fileprivate var saturation: Float { max() - min() }

    /// Returns the color at another luminosity, clipped into the range towards its own gray.
    fileprivate func with(luminosity wanted: Float) -> SIMD3<Float> {
        let moved = self + (wanted - luminosity)
        let (lowest, highest) = (moved.min(), moved.max())
        if lowest < 0, wanted > lowest { return wanted + (moved - wanted) * (wanted / (wanted - lowest)) }
        if highest > 1, highest > wanted { return wanted + (moved - wanted) * ((1 - wanted) / (highest - wanted)) }
        return moved
    }

    fileprivate func with(saturation wanted: Float) -> SIMD3<Float> {
        saturation > 0 ? (self - min()) * (wanted / saturation) : .zero
    }
}
