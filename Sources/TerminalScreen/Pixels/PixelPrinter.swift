import Pixels

/// A printer of pictures in pixels for a terminal's normal screen, a file or a pipe.
///
/// Rows are printed one after another, so that pictures scroll with the text. Pure but for the numbers of pictures; safe
/// from any thread.
public struct PixelPrinter: Sendable {
    private let pixelProtocol: PixelProtocol
    /// The size of a cell in pixels.
    public let cell: PixelSize
    private let sixelColors: Int
    private let kitty: KittyGraphics

    /// Creates a printer.
    ///
    /// - Parameters:
    ///   - pixelProtocol: the protocol of the output.
    ///   - cell: the size of a cell in pixels, at least 1x1.
    ///   - sixelColors: maximum number of colors of a row of sixels.
    ///   - isInsideTmux: whether kitty's sequences are wrapped for tmux.
    public init(
        _ pixelProtocol: PixelProtocol, cell: PixelSize, sixelColors: Int = SixelEncoder.maximumColors,
        isInsideTmux: Bool = false
    ) {
        (self.pixelProtocol, self.cell, self.sixelColors) = (pixelProtocol, cell, sixelColors)
        kitty = KittyGraphics(isInsideTmux: isInsideTmux)
    }

    /// Returns the printer for cells of another size.
    public func with(cell: PixelSize) -> PixelPrinter {
        PixelPrinter(pixelProtocol, cell: cell, sixelColors: sixelColors, isInsideTmux: kitty.isInsideTmux)
    }

    /// The largest box for pictures; `nil` if there is no limit.
    public var maximumSize: CellSize? {
        pixelProtocol == .kitty ? CellSize(columns: KittyGraphics.maximumCells, rows: KittyGraphics.maximumCells) : nil
    }

    /// Returns a picture for printing, within ``maximumSize``. `bitmap` is opaque, and as large as it is shown.
    public func picture(of bitmap: Bitmap) -> EncodedPicture {
        let size = CellSize(
            columns: (bitmap.size.width + cell.width - 1) / cell.width,
            rows: (bitmap.size.height + cell.height - 1) / cell.height)
        let whole = PixelSize(width: size.columns * cell.width, height: size.rows * cell.height)
        switch pixelProtocol {
        case .kitty:
            let id = PictureNumbers.next()
            return EncodedPicture(
                size: size, upload: kitty.upload(bitmap.padded(to: whole), id: id) + kitty.place(id: id, cells: size),
                rows: (0..<size.rows).map { Self.placeholders(id, row: $0, columns: size.columns) },
                deletion: kitty.delete(id: id))
        case .sixel:
            return EncodedPicture(
                size: size, upload: [],
                rows: strips(of: bitmap, size) { rect in
                    SixelEncoder.strip(of: bitmap, rect: rect, colors: sixelColors)
                }, deletion: [])
        case .iterm:
            let padded = bitmap.padded(to: whole)
            let cells = CellSize(columns: size.columns, rows: 1)
            return EncodedPicture(
                size: size, upload: [],
                rows: strips(of: padded, size) { rect in
                    InlineImage.sequence(of: padded, rect: rect, cells: cells)
                }, deletion: [])
        }
    }

    private func strips(of bitmap: Bitmap, _ size: CellSize, _ encode: (PixelRect) -> [UInt8]) -> [[UInt8]] {
        (0..<size.rows).map { row in
            let strip = PixelSize(width: bitmap.size.width, height: cell.height)
            return encode(PixelRect(x: 0, y: row * cell.height, size: strip))
        }
    }

    private static func placeholders(_ id: UInt32, row: Int, columns: Int) -> [UInt8] {
        var text = "\u{1B}[38;2;\(id >> 16);\(id >> 8 & 0xFF);\(id & 0xFF)m"
        for column in 0..<columns {
            text += KittyPlaceholder.text(row: UInt8(clamping: row), column: UInt8(clamping: column))
        }
        return Array("\(text)\u{1B}[39m".utf8)
    }

    // MARK: - Lines

    /// Returns one picture as lines, each ended by a line feed.
    public func lines(of picture: EncodedPicture) -> [UInt8] {
        lines(of: Canvas(size: picture.size), with: [PlacedPicture(picture)], colors: .direct)
    }

    /// Returns a canvas as lines, each ended by a line feed, with pictures on some of them.
    ///
    /// - Parameters:
    ///   - canvas: the text of lines without pictures; on other lines it is not printed.
    ///   - pictures: the pictures, from left to right.
    ///   - colors: the color depth of text.
    public func lines(of canvas: Canvas, with pictures: [PlacedPicture], colors: ColorDepth) -> [UInt8] {
        let text = PicturePrinter(colors: colors).lines(of: canvas).split(
            separator: 0x0A, omittingEmptySubsequences: false)
        var bytes = pictures.flatMap(\.picture.upload)
        for row in 0..<canvas.size.rows {
            let parts = pictures.compactMap { placed -> (column: Int, picture: EncodedPicture, row: Int)? in
                let line = row - placed.origin.row
                return placed.picture.rows.indices.contains(line)
                    ? (placed.origin.column, placed.picture, line) : nil
            }
            if parts.isEmpty {
                bytes += text[row]
            } else if pixelProtocol == .kitty {
                var column = 0
                for part in parts {
                    bytes += [UInt8](repeating: 0x20, count: max(0, part.column - column)) + part.picture.rows[part.row]
                    column = part.column + part.picture.size.columns
                }
            } else {
                // in the last row of the screen most terminals would scroll after the picture; the cursor's position
                // after it depends on the terminal
                bytes += Array("\n\u{1B}[A".utf8)  // CUU
                for part in parts {
                    // CHA, DECSC, DECRC
                    bytes += Array("\u{1B}[\(part.column + 1)G\u{1B}7".utf8) + part.picture.rows[part.row]
                    bytes += Array("\u{1B}8".utf8)
                }
            }
            bytes.append(0x0A)
        }
        return bytes
    }
}

extension Bitmap {
    /// Returns the bitmap with transparent pixels at the right and at the bottom.
    func padded(to whole: PixelSize) -> Bitmap {
        guard whole != size else { return self }
        var padded = [UInt8](repeating: 0, count: 4 * whole.area)
        for y in 0..<size.height {
            let row = bytes[(4 * y * size.width)..<(4 * (y + 1) * size.width)]
            padded.replaceSubrange((4 * y * whole.width)..<(4 * (y * whole.width + size.width)), with: row)
        }
        return Bitmap(size: whole, bytes: padded, hasAlpha: true)
    }

    /// Returns the bitmap over a background, without transparency. The squares of a checkerboard are as large as with
    /// half blocks; the terminal's color is black if it is not known.
    ///
    /// - Parameter cell: the size of a cell in pixels.
    public func blended(over background: PictureBackground, cell: PixelSize) -> Bitmap {
        guard hasAlpha else { return self }
        let shader = PixelShader(bitmap: self, background: background, samples: cell)
        let transparent =
            switch background {
            case .color(let color), .terminalColor(let color): color
            case .checkerboard, .terminal: RGB(0, 0, 0)
            }
        var blended = bytes
        for place in stride(from: 0, to: bytes.count, by: 4) where bytes[place + 3] < 255 {
            let (y, x) = (place / 4).quotientAndRemainder(dividingBy: size.width)
            let color = shader.blended(self[x, y], x, y).rgb ?? transparent
            (blended[place], blended[place + 1], blended[place + 2]) = (color.red, color.green, color.blue)
            blended[place + 3] = 255
        }
        return Bitmap(size: size, bytes: blended, hasAlpha: false)
    }
}
