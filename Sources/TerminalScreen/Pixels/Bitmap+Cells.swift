import Pixels

extension Bitmap {
    /// Returns the bitmap with pixels of one color at the right and at the bottom.
    func padded(to whole: PixelSize, with color: RGBA) -> Bitmap {
        guard whole != size else { return self }
        var padded = Bitmap(size: whole, filledWith: color).bytes
        for y in 0..<size.height {
            let row = bytes[(4 * y * size.width)..<(4 * (y + 1) * size.width)]
            padded.replaceSubrange((4 * y * whole.width)..<(4 * (y * whole.width + size.width)), with: row)
        }
        return Bitmap(size: whole, bytes: padded, hasAlpha: hasAlpha || color.alpha < 255)
    }

    /// Returns the bitmap over a background, without transparency. The squares of a checkerboard are as large as with
    /// half blocks.
    ///
    /// - Parameters:
    ///   - background: what is behind transparent pixels.
    ///   - color: the color of the terminal's background, where `background` does not know it.
    ///   - cell: the size of a cell in pixels.
    func blended(over background: PictureBackground, on color: RGB, cell: PixelSize) -> Bitmap {
        guard hasAlpha else { return self }
        let shader = PixelShader(bitmap: self, background: background, samples: cell)
        let terminal = if case .terminalColor(let known) = background { known } else { color }
        var blended = bytes
        for place in stride(from: 0, to: bytes.count, by: 4) where bytes[place + 3] < 255 {
            let (y, x) = (place / 4).quotientAndRemainder(dividingBy: size.width)
            let color = shader.blended(self[x, y], x, y).rgb ?? terminal
            (blended[place], blended[place + 1], blended[place + 2]) = (color.red, color.green, color.blue)
            blended[place + 3] = 255
        }
        return Bitmap(size: size, bytes: blended, hasAlpha: false)
    }
}
