import Pixels

/// How pictures are drawn: with characters, or pixel by pixel where the terminal can.
public enum PictureMethod: Hashable, Sendable {
    /// Characters of a set, in two colors each.
    case glyphs(GlyphSet)
    /// The terminal's own pixels, by a protocol.
    case pixels(PixelProtocol)

    /// All methods, the most usual one first.
    public static let all = GlyphSet.allCases.map(Self.glyphs) + PixelProtocol.allCases.map(Self.pixels)

    /// The name, as in `--pictures`.
    public var name: String {
        switch self {
        case .glyphs(let glyphs): glyphs.rawValue
        case .pixels(let pixels): pixels.rawValue
        }
    }
}

/// A terminal's pixels: how they are sent, and how many a cell has.
public struct TerminalPixels: Hashable, Sendable {
    /// The protocol that pictures are sent in.
    public let method: PixelProtocol
    /// The size of a cell in pixels; at least 1x2.
    public let cell: PixelSize

    /// Creates the pixels of a terminal; `nil` if its cells have no size.
    public init?(_ method: PixelProtocol, cell: PixelSize) {
        guard cell.width > 0, cell.height > 1 else { return nil }
        (self.method, self.cell) = (method, cell)
    }
}
