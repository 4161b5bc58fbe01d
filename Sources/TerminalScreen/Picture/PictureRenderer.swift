import Pixels

/// A renderer of pixels as cells: block characters in the colors of a terminal.
///
/// A cell has two colors. With ``GlyphSet/halfBlocks`` it is two pixels, one above the other: `▀` with the upper in the
/// foreground and the lower in the background, or a space where they are equal. With the other sets it is eight by
/// eight pixels, which the character shows whose shape fits them best. Colors are reduced here, in the picture's own
/// coordinates, and not by the presenter, so that a picture looks the same wherever it scrolls to. Pure; safe from any
/// thread.
public struct PictureRenderer: Hashable, Sendable {
    /// The color depth that pixels are reduced to.
    public let colors: ColorDepth
    /// The characters that cells are drawn with.
    public let glyphs: GlyphSet
    /// The terminal's pixels, for pictures that it shows pixel by pixel; `nil` for characters alone.
    public let pixels: TerminalPixels?

    /// Whether pixels are reduced as in ``moving``.
    private var isMoving = false

    /// Creates a renderer for a color depth.
    ///
    /// - Parameters:
    ///   - colors: the color depth of the terminal.
    ///   - glyphs: the characters, which the terminal's font must have. With `pixels` they are half blocks.
    ///   - pixels: the terminal's pixels, to show pictures in.
    public init(colors: ColorDepth, glyphs: GlyphSet = .halfBlocks, pixels: TerminalPixels? = nil) {
        self.colors = colors
        self.glyphs = pixels == nil ? glyphs : .halfBlocks
        self.pixels = pixels
    }

    /// The pixels of pictures in each cell.
    public var sampling: PictureSampling { pixels.map { PictureSampling(samples: $0.cell) } ?? glyphs.sampling }

    /// How pictures are drawn.
    public var method: PictureMethod { pixels.map { .pixels($0.method) } ?? .glyphs(glyphs) }

    /// The renderer for moving pictures, such as animations and cross-fades. Few colors are dithered by a fixed pattern,
    /// which does not crawl from frame to frame, and not by the diffusion of errors, which shows finer detail.
    public var moving: PictureRenderer {
        var renderer = self
        renderer.isMoving = colors != .direct
        return renderer
    }

    /// Returns the renderer with another glyph set, and characters alone.
    public func with(_ glyphs: GlyphSet) -> PictureRenderer {
        var renderer = PictureRenderer(colors: colors, glyphs: glyphs)
        renderer.isMoving = isMoving
        return renderer
    }

    /// Returns the cells of a bitmap, each with as many of its pixels as ``sampling`` has, rounded up in both directions.
    ///
    /// With ``pixels`` they are half blocks that remember the bitmap: a presenter shows its pixels in their place.
    ///
    /// Beyond the last column and row is the color of `background`, or the terminal's default if it is not a single
    /// color. With 256, 16 and 8 colors every color in the cells is exactly one of the palette; in mono, light
    /// pixels are drawn in the terminal's foreground.
    ///
    /// - Parameters:
    ///   - bitmap: the pixels, already as large as they are shown; see
    ///     ``PictureSampling/size(of:in:halfCellAspect:fit:)``.
    ///   - background: the background of transparent pixels.
    public func cells(for bitmap: Bitmap, background: PictureBackground) -> PictureCells {
        if pixels != nil { return cells(of: ScaledPicture(bitmap, scaledTo: bitmap.size), background: background) }
        let samples = sampling.samples
        let size = CellSize(
            columns: max(0, (bitmap.size.width + samples.width - 1) / samples.width),
            rows: max(0, (bitmap.size.height + samples.height - 1) / samples.height))
        guard !size.isEmpty else { return PictureCells(size: CellSize(columns: 0, rows: 0), cells: []) }
        let pixels = PixelShader(bitmap: bitmap, background: background, samples: samples).colors()
        let cells =
            if glyphs == .halfBlocks {
                halfBlocks(pixels, size)
            } else if colors == .mono {
                parts(pixels, size)
            } else {
                shapes(pixels, size)
            }
        return PictureCells(size: size, cells: cells)
    }

    /// Returns the cells of a source, which is scaled to the shown size when that is needed. See
    /// ``cells(for:background:)``.
    public func cells(of source: ScaledPicture, background: PictureBackground) -> PictureCells {
        guard let pixels, !source.visible.size.isEmpty, !source.image.size.isEmpty else {
            return with(glyphs).cells(for: source.bitmap(), background: background)
        }
        let size = CellSize(
            columns: (source.visible.size.width + pixels.cell.width - 1) / pixels.cell.width,
            rows: (source.visible.size.height + pixels.cell.height - 1) / pixels.cell.height)
        let halves = with(.halfBlocks).cells(for: source.halves(in: size, cell: pixels.cell), background: background)
        guard !source.isPlaying else { return halves }  // every frame would be sent
        return PictureCells(
            size: halves.size, cells: halves.cells,
            tiles: PicturePixels.tiles(of: source, size: halves.size, cell: pixels.cell, background: background))
    }

    private func halfBlocks(_ pixels: [CellColor], _ size: CellSize) -> [Cell] {
        var pixels = pixels
        reduce(&pixels, width: size.columns)
        return [Cell](unsafeUninitializedCapacity: size.columns * size.rows) { cells, count in
            guard let start = cells.baseAddress else { return }
            for row in 0..<size.rows {
                for column in 0..<size.columns {
                    let upper = pixels[2 * row * size.columns + column]
                    let lower = pixels[(2 * row + 1) * size.columns + column]
                    (start + count).initialize(
                        to: colors == .mono
                            ? Self.inkCell(upper: upper, lower: lower) : Self.cell(upper: upper, lower: lower))
                    count += 1
                }
            }
        }
    }

    // MARK: - Colors

    func reduce(_ pixels: inout [CellColor], width: Int) {
        switch (colors, isMoving) {
        case (.direct, _): break
        case (.mono, true): OrderedDither(colors: InkAndGround(), steps: 64).reduce(&pixels, width: width)
        case (.mono, false):
            MonochromeToneMapper().adjust(&pixels, width: width)
            ErrorDiffusion(colors: InkAndGround()).reduce(&pixels, width: width)
        case (_, true):
            PaletteTable.of(colors).map { OrderedDither(colors: $0, steps: 16) }?.reduce(&pixels, width: width)
        case (_, false): PaletteTable.of(colors).map(ErrorDiffusion.init)?.reduce(&pixels, width: width)
        }
    }

    // MARK: - Cells

    /// Returns the cell whose halves have two colors. The terminal's default color can only be shown as a background.
    static func cell(upper: CellColor, lower: CellColor) -> Cell {
        if upper == lower { return Cell(" ", style: CellStyle(background: upper)) }
        if upper == .terminal { return Cell("▄", style: CellStyle(foreground: lower, background: .terminal)) }
        return Cell("▀", style: CellStyle(foreground: upper, background: lower))
    }

    /// Returns the cell without colors whose halves are foreground or background.
    private static func inkCell(upper: CellColor, lower: CellColor) -> Cell {
        switch (upper == InkAndGround.ink, lower == InkAndGround.ink) {
        case (false, false): Cell(" ")
        case (true, false): Cell("▀")
        case (false, true): Cell("▄")
        case (true, true): Cell("█")
        }
    }
}
