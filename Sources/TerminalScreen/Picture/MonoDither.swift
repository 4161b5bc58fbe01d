/// Ordered dithering to ink and ground for terminals without colours.
///
/// A pixel is inked when its linear light is above a threshold that depends on its place in the picture (Bayer's 8x8
/// matrix): over an area, as much of it shines as the picture has light.
enum MonoDither {
    static func cell(upper: CellColor, lower: CellColor, column: Int, row: Int) -> Cell {
        switch (isInk(upper, column, 2 * row), isInk(lower, column, 2 * row + 1)) {
        case (false, false): Cell(" ")
        case (true, false): Cell("▀")
        case (false, true): Cell("▄")
        case (true, true): Cell("█")
        }
    }

    private static func isInk(_ color: CellColor, _ x: Int, _ y: Int) -> Bool {
        guard let color = color.rgb else { return false }  // the terminal's own ground
        let threshold = (Float(bayer(x & 7, y & 7)) + 0.5) / 64
        return AlphaBlender.luminance(of: color) > threshold
    }

    /// The element of Bayer's matrix: the bits of `x ^ y` and `y`, interleaved, lowest first.
    private static func bayer(_ x: Int, _ y: Int) -> Int {
        var result = 0
        for bit in 0..<3 {
            result = result << 2 | ((x ^ y) >> bit & 1) << 1 | (y >> bit & 1)
        }
        return result
    }
}
