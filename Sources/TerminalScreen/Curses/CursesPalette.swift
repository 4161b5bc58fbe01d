import Pixels

/// Which of the terminal's numbered colours shows a cell's colour.
struct CursesPalette {
    private let palette: TerminalPalette?
    private let hasEightColors: Bool
    /// False where terminfo has no way back to the terminal's own colours: then they are white on black.
    private let hasOwnColors: Bool
    private var known: [CellColor: Int16] = [:]

    /// A view has a few dozen colours, a palette picture 256; more are a 24-bit picture gone astray.
    private static let knownLimit = 4096
    /// The nearest of the first eight for each of the second eight of the palette.
    private static let dimmer: [Int16] = [7, 1, 2, 3, 4, 5, 6, 7]

    init(colors: ColorDepth, terminalColors: Int, hasOwnColors: Bool) {
        palette = TerminalPalette.of(colors)
        hasEightColors = terminalColors < 16
        self.hasOwnColors = hasOwnColors
    }

    /// The two colours of a cell that shows a `glyph` of ink, or is blank and has only a ground.
    mutating func colors(of cell: Cell, isBlank: Bool) -> ColorPairs.Colors {
        guard palette != nil else { return ColorPairs.Colors(foreground: -1, background: -1) }
        // A ground needs no pair of its own for each ink that is not seen on it.
        let ink = isBlank ? CellColor.terminal : cell.foreground
        return ColorPairs.Colors(
            foreground: index(of: ink) ?? (hasOwnColors ? -1 : 7),
            background: index(of: cell.background) ?? (hasOwnColors ? -1 : 0))
    }

    private mutating func index(of color: CellColor) -> Int16? {
        guard let palette, let rgb = color.rgb else { return nil }
        if let index = known[color] { return index }
        var index = Int16(palette.nearestIndex(to: rgb))
        if hasEightColors, index >= 8 { index = Self.dimmer[Int(index & 7)] }
        if known.count >= Self.knownLimit { known.removeAll(keepingCapacity: true) }
        known[color] = index
        return index
    }
}
