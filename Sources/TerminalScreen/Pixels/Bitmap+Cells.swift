import Pixels

extension Bitmap {
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
