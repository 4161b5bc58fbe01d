import Pixels

/// Turns pixels into half-block cells in the colours of a terminal.
///
/// A cell is two pixels, one above the other: `▀` with the upper in the foreground and the lower in the background, or
/// a space where they are equal. Colours are reduced here, in the picture's own coordinates, and not by the presenter,
/// so that a picture looks the same wherever it scrolls to. Pure; safe from any thread.
public struct PictureRenderer: Hashable, Sendable {
    public let colors: ColorDepth

    public init(colors: ColorDepth) { self.colors = colors }

    /// The cells of a bitmap: as many columns as it has pixels across, half as many rows as it has down, rounded up.
    ///
    /// Below the last row of an odd height lies the colour of `background`, or the terminal's own where that is no
    /// plain colour: nothing of the picture is there. With 256 and 16 colours every colour in the cells is exactly one of
    /// ``TerminalPalette``; in mono, light is ink in the terminal's foreground.
    public func cells(for bitmap: Bitmap, background: PictureBackground) -> PictureCells {
        let size = CellSize(columns: max(0, bitmap.size.width), rows: max(0, (bitmap.size.height + 1) / 2))
        guard !size.isEmpty else { return PictureCells(size: CellSize(columns: 0, rows: 0), cells: []) }
        var shades = PixelShader(bitmap: bitmap, background: background, palette: .of(colors))
        var cells = [Cell]()
        cells.reserveCapacity(size.columns * size.rows)
        bitmap.bytes.withUnsafeBufferPointer { bytes in
            for row in 0..<size.rows {
                for column in 0..<size.columns {
                    let upper = shades.color(bytes, column, 2 * row)
                    let lower = shades.color(bytes, column, 2 * row + 1)
                    cells.append(
                        colors == .mono
                            ? MonoDither.cell(upper: upper, lower: lower, column: column, row: row)
                            : Self.cell(upper: upper, lower: lower))
                }
            }
        }
        return PictureCells(size: size, cells: cells)
    }

    /// The cell whose halves have these colours. The terminal's own can only be shown as a background.
    static func cell(upper: CellColor, lower: CellColor) -> Cell {
        if upper == lower { return Cell(" ", style: CellStyle(background: upper)) }
        if upper == .terminal { return Cell("▄", style: CellStyle(foreground: lower, background: .terminal)) }
        return Cell("▀", style: CellStyle(foreground: upper, background: lower))
    }
}

/// The opaque colour of each pixel of a bitmap, over its background and in the palette's colours.
private struct PixelShader {
    private let size: PixelSize
    private let hasAlpha: Bool
    private let background: PictureBackground
    private let palette: TerminalPalette?
    // Neighbours are often equal: skies, margins, drawings.
    private var lastColor = CellColor.terminal
    private var lastReduced = CellColor.terminal

    init(bitmap: Bitmap, background: PictureBackground, palette: TerminalPalette?) {
        size = bitmap.size
        hasAlpha = bitmap.hasAlpha
        self.background = background
        self.palette = palette
    }

    mutating func color(_ bytes: UnsafeBufferPointer<UInt8>, _ x: Int, _ y: Int) -> CellColor {
        let color = y < size.height ? shown(bytes, x, y) : beyond
        guard let palette, let exact = color.rgb else { return color }
        if color != lastColor {
            lastColor = color
            lastReduced = CellColor(palette.nearest(to: exact))
        }
        return lastReduced
    }

    private func shown(_ bytes: UnsafeBufferPointer<UInt8>, _ x: Int, _ y: Int) -> CellColor {
        let start = 4 * (y * size.width + x)
        let pixel = RGBA(bytes[start], bytes[start + 1], bytes[start + 2], bytes[start + 3])
        if !hasAlpha || pixel.alpha == 255 { return CellColor(pixel.opaque) }
        switch background {
        case .checkerboard: return CellColor(AlphaBlender.blend(pixel, over: Self.square(x, y)))
        case .color(let color): return CellColor(AlphaBlender.blend(pixel, over: color))
        case .terminal:
            return pixel.alpha == 0 ? .terminal : CellColor(AlphaBlender.blend(pixel, over: RGB(0, 0, 0)))
        }
    }

    private var beyond: CellColor {
        if case .color(let color) = background { CellColor(color) } else { .terminal }
    }

    private static func square(_ x: Int, _ y: Int) -> RGB {
        (x / 4 + y / 4) % 2 == 0 ? RGB(0x99, 0x99, 0x99) : RGB(0x66, 0x66, 0x66)
    }
}
