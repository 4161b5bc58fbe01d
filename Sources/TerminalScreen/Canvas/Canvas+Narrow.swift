import Pixels

extension Canvas {
    /// Returns the canvas without characters of ambiguous width, for a terminal that draws them two columns wide, as
    /// some do for East Asian readers (Unicode's UAX #11, class A): half blocks and lines would shift the rest of the
    /// row to the right.
    ///
    /// A half block becomes a space in the mean color of both halves, which halves the rows of a picture and keeps its
    /// columns; lines, marks and arrows become ASCII. Letters stay as they are.
    public func withoutAmbiguousSigns() -> Canvas {
        var canvas = inHalfBlocks()
        for index in canvas.cells.indices { canvas.cells[index].avoidAmbiguousWidth() }
        return canvas
    }
}

extension PictureCells {
    /// Returns the picture without characters of ambiguous width, for lines of output, which have no attributes: a full
    /// block without colors is an ASCII character.
    public func withoutAmbiguousSigns() -> PictureCells {
        var cells = cells
        for index in cells.indices {
            if cells[index] == Cell("█") { cells[index].glyph = ASCIIFallback.ascii(for: cells[index].glyph) }
            cells[index].avoidAmbiguousWidth()
        }
        return PictureCells(size: size, cells: cells, tiles: tiles)
    }
}

extension Cell {
    fileprivate mutating func avoidAmbiguousWidth() {
        switch glyph {
        case ..<0x80, 0x2800...0x28FF: return  // braille is narrow everywhere
        case 0x2580, 0x2584: mixHalves()
        case 0x2588: swapForSpace()
        default:
            let plain = ASCIIFallback.ascii(for: glyph)
            if plain != UInt32(UInt8(ascii: "?")) { glyph = plain }
        }
    }

    /// Mixes foreground and background of a half block in linear light. The terminal's default colors are not known:
    /// the other half decides then, and if both are unknown, an ASCII character remains.
    private mutating func mixHalves() {
        switch (foreground.rgb, background.rgb) {
        case (nil, nil): glyph = ASCIIFallback.ascii(for: glyph)
        case (nil, _): glyph = 0x20
        case (let ink?, nil):
            background = CellColor(ink)
            glyph = 0x20
        case (let ink?, let ground?):
            background = CellColor(AlphaBlender.blend(RGBA(ink, alpha: 128), over: ground))
            glyph = 0x20
        }
    }

    /// Replaces a full block by a space whose background is the foreground color.
    private mutating func swapForSpace() {
        glyph = 0x20
        if foreground.rgb == nil { attributes.formSymmetricDifference(.reverse) } else { background = foreground }
    }
}
