/// A way of drawing pictures: with characters, or in the terminal's own pixels.
public enum PictureMethod: Hashable, Sendable, CaseIterable {
    /// With characters of a set, two colors each.
    case glyphs(GlyphSet)
    /// In pixels, by a protocol that the terminal has to support.
    case pixels(PixelProtocol)

    public static let allCases = GlyphSet.allCases.map(glyphs) + PixelProtocol.allCases.map(pixels)

    /// The name for `--pictures`.
    public var name: String {
        switch self {
        case .glyphs(let set): set.rawValue
        case .pixels(let candidate): candidate.rawValue
        }
    }

    /// The characters with which pictures are drawn where, or as long as, they are not drawn in pixels.
    public var glyphs: GlyphSet { if case .glyphs(let set) = self { set } else { .halfBlocks } }
}
