import Pixels

/// A mapping of cell colors to the terminal's palette indices.
struct CursesPalette {
    private let palette: TerminalPalette?
    /// Whether terminfo can reset to the terminal's default colors; if not, white on black replaces them.
    private let hasOwnColors: Bool
    private var known: [CellColor: Int16] = [:]

    /// Maximum number of cached colors: a view has a few dozen, a palette picture 256; more come from a 24-bit picture
    /// by mistake.
    private static let knownLimit = 4096

    init(colors: ColorDepth, hasOwnColors: Bool) {
        palette = TerminalPalette.of(colors)
        self.hasOwnColors = hasOwnColors
    }

    /// Returns the two palette indices of a cell. `isBlank`: only its background is visible.
    mutating func colors(of cell: Cell, isBlank: Bool) -> ColorPairs.Colors {
        guard palette != nil else { return ColorPairs.Colors(foreground: -1, background: -1) }
        // a background needs no pair of its own for each invisible foreground
        let ink = isBlank ? CellColor.terminal : cell.foreground
        return ColorPairs.Colors(
            foreground: index(of: ink) ?? (hasOwnColors ? -1 : 7),
            background: index(of: cell.background) ?? (hasOwnColors ? -1 : 0))
    }

    private mutating func index(of color: CellColor) -> Int16? {
        guard let palette, let rgb = color.rgb else { return nil }
        if let index = known[color] { return index }
        let index = Int16(palette.nearestIndex(to: rgb))
        if known.count >= Self.knownLimit { known.removeAll(keepingCapacity: true) }
        known[color] = index
        return index
    }
}
