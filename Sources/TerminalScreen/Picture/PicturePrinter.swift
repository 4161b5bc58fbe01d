/// A printer of pictures as lines for a terminal's normal screen, a file or a pipe: as characters, or in pixels.
///
/// Each line sets its own style and ends with a style reset, so lines of characters survive `head`, scrolling and a
/// pager. Colors must be those that ``PictureRenderer`` made for the same depth. Pure but for the numbers of pictures in
/// kitty's protocol; safe from any thread.
public struct PicturePrinter: Sendable {
    /// The color depth of the terminal, file or pipe.
    public let colors: ColorDepth

    /// The protocol of pictures in pixels; `nil` for characters alone.
    let method: PixelProtocol?
    let sixelColors: Int

    /// Creates a printer.
    ///
    /// - Parameters:
    ///   - colors: the color depth of text.
    ///   - method: the protocol of pictures that have pixels, see ``PictureRenderer/pixels``; `nil`, the default, to
    ///     print their half blocks.
    ///   - sixelColors: maximum number of colors of a row of sixels; `nil`, the default, for as many as there may be.
    public init(
        colors: ColorDepth, method: PixelProtocol? = nil, sixelColors: Int? = nil
    ) {
        (self.colors, self.method, self.sixelColors) = (colors, method, sixelColors ?? SixelEncoder.maxColors)
    }

    /// Returns the picture's lines, each ended by a line feed.
    public func lines(of picture: PictureCells) -> [UInt8] { printed(picture).bytes }

    /// Returns the canvas's lines, each ended by a line feed and without trailing blanks. Text attributes are not printed.
    public func lines(of canvas: Canvas) -> [UInt8] { printed(canvas).bytes }

    /// Returns the lines of a canvas without images.
    func text(of canvas: Canvas) -> [UInt8] { text(of: canvas.cells, size: canvas.size, trims: true) }

    func text(of cells: [Cell], size: CellSize, trims: Bool = false) -> [UInt8] {
        let columns = size.columns
        let capacity = size.rows * (columns * Self.bytesPerCell + 16) + 16
        return [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            guard let start = buffer.baseAddress else { return count = 0 }
            var out = ByteCursor(start)
            for row in 0..<size.rows {
                var line = cells[(row * columns)..<((row + 1) * columns)]
                while trims, line.last == .blank { line.removeLast() }
                put(line, to: &out)
                out.put(0x0A)
            }
            count = UnsafeMutableRawPointer(start).distance(to: out.next)
        }
    }

    /// Maximum number of bytes of a cell: an SGR with two colors (39), a glyph and a mark (7), and the excess of a wide
    /// store (8).
    static let bytesPerCell = 56

    /// Appends adjacent cells of a line, starting and ending in the terminal's default colors.
    func put(_ cells: ArraySlice<Cell>, to out: inout ByteCursor) {
        var foreground = CellColor.terminal
        var background = CellColor.terminal
        for cell in cells where cell.glyph != 0 {  // 0 is the right half of the preceding wide character
            let changesForeground = cell.glyph != 0x20 && cell.foreground != foreground
            let changesBackground = cell.background != background
            if changesForeground || changesBackground {
                out.put(0x5B1B, count: 2)  // CSI
                if changesForeground {
                    foreground = cell.foreground
                    put(foreground, isForeground: true, to: &out)
                }
                if changesBackground {
                    background = cell.background
                    put(background, isForeground: false, to: &out)
                }
                out.replaceLast(with: UInt8(ascii: "m"))
            }
            out.putScalar(cell.glyph)
            if cell.mark != 0 { out.putScalar(UInt32(cell.mark)) }
        }
        if foreground != .terminal || background != .terminal { out.put(0x6D_305B_1B, count: 4) }  // SGR 0
    }

    /// Appends the parameters of a color, each followed by a semicolon.
    private func put(_ color: CellColor, isForeground: Bool, to out: inout ByteCursor) {
        guard let rgb = color.rgb else { return out.put(isForeground ? 0x3B_3933 : 0x3B_3934, count: 3) }  // "39;"
        switch TerminalPalette.of(colors)?.nearestIndex(to: rgb) {
        case let index? where colors == .palette16 || colors == .palette8:
            // 30-37 and 90-97, the background ten above
            out.putNumber((index < 8 ? 30 + index : 82 + index) + (isForeground ? 0 : 10))
            out.put(UInt8(ascii: ";"))
        case let index?:
            out.put(isForeground ? 0x3B_353B_3833 : 0x3B_353B_3834, count: 5)  // "38;5;"
            out.putChannel(UInt32(index))
        case nil:
            out.put(isForeground ? 0x3B_323B_3833 : 0x3B_323B_3834, count: 5)  // "38;2;"
            out.putChannel(color.bits >> 16)
            out.putChannel(color.bits >> 8)
            out.putChannel(color.bits)
        }
    }
}
