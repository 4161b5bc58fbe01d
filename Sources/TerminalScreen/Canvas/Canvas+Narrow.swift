import Pixels

extension Canvas {
    /// What is shown instead on a terminal that draws signs of ambiguous width two columns wide, as some do for East
    /// Asian readers (Unicode's UAX #11, class A): half blocks and lines would push everything after them to the right.
    ///
    /// A half block becomes a space in the colour of both halves together, which halves a picture's rows and keeps its
    /// columns; lines, marks and arrows become ASCII. Letters stay as they are.
    public func withoutAmbiguousSigns() -> Canvas {
        var canvas = self
        for index in canvas.cells.indices { canvas.cells[index].avoidAmbiguousWidth() }
        return canvas
    }

    /// What is shown instead where only ASCII may be written, because the locale has no UTF-8: a half block becomes a
    /// space in the colour of both halves together, and every other sign the one of ASCII that is most like it.
    func inASCII() -> Canvas {
        var canvas = self
        for index in canvas.cells.indices { canvas.cells[index].becomeASCII() }
        return canvas
    }
}

extension Cell {
    fileprivate mutating func becomeASCII() {
        mark = 0
        switch glyph {
        case 0: glyph = 0x20  // the column that a wide character leaves over
        case 0x2580, 0x2584: mixHalves()
        case 0x2588: swapForSpace()
        default: glyph = PlainGlyphs.ascii(for: glyph)
        }
    }

    fileprivate mutating func avoidAmbiguousWidth() {
        switch glyph {
        case ..<0x80, 0x2800...0x28FF: return  // braille is narrow everywhere
        case 0x2580, 0x2584: mixHalves()
        case 0x2588: swapForSpace()
        default:
            let plain = PlainGlyphs.ascii(for: glyph)
            if plain != UInt32(UInt8(ascii: "?")) { glyph = plain }
        }
    }

    /// Half ink, half ground: the mean of their light. What the terminal's own colours are is not known; the other half
    /// decides then, and between two unknown ones a sign of ASCII is left.
    private mutating func mixHalves() {
        switch (foreground.rgb, background.rgb) {
        case (nil, nil): glyph = PlainGlyphs.ascii(for: glyph)
        case (nil, _): glyph = 0x20
        case (let ink?, nil):
            background = CellColor(ink)
            glyph = 0x20
        case (let ink?, let ground?):
            background = CellColor(AlphaBlender.blend(RGBA(ink, alpha: 128), over: ground))
            glyph = 0x20
        }
    }

    /// A full block is a space whose ground is the ink.
    private mutating func swapForSpace() {
        glyph = 0x20
        if foreground.rgb == nil { emphasis.formSymmetricDifference(.reverse) } else { background = foreground }
    }
}
