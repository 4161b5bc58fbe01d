import Pixels
import TerminalScreen

extension Bitmap {
    /// Creates the pixels of a canvas of half blocks, two per cell. The terminal's default background becomes
    /// transparent, its default foreground white.
    ///
    /// Any other glyph counts as its background: text does not take part in transitions.
    init(showing canvas: Canvas) {
        let canvas = canvas.inHalfBlocks()
        let columns = canvas.size.columns
        var bytes = [UInt8](repeating: 0, count: canvas.cells.count * 8)
        var hasAlpha = false
        func put(_ rgb: RGB?, _ x: Int, _ y: Int) {
            guard let rgb else {
                hasAlpha = true
                return
            }
            let start = 4 * (y * columns + x)
            (bytes[start], bytes[start + 1], bytes[start + 2], bytes[start + 3]) = (rgb.red, rgb.green, rgb.blue, 255)
        }
        for (index, cell) in canvas.cells.enumerated() {
            let (row, column) = index.quotientAndRemainder(dividingBy: columns)
            let isUpper = cell.glyph == 0x2580 || cell.glyph == 0x2588
            let isLower = cell.glyph == 0x2584 || cell.glyph == 0x2588
            let ink = cell.foreground.rgb ?? RGB(255, 255, 255)
            put(isUpper ? ink : cell.background.rgb, column, 2 * row)
            put(isLower ? ink : cell.background.rgb, column, 2 * row + 1)
        }
        self.init(
            size: PixelSize(width: columns, height: 2 * canvas.size.rows), bytes: bytes, hasAlpha: hasAlpha)
    }

    /// Returns the bitmap with every pixel opaque or transparent, whichever is nearer.
    func withoutPartialAlpha() -> Bitmap {
        guard hasAlpha else { return self }
        var bytes = bytes
        for alpha in stride(from: 3, to: bytes.count, by: 4) { bytes[alpha] = bytes[alpha] < 128 ? 0 : 255 }
        return Bitmap(size: size, bytes: bytes, hasAlpha: true)
    }
}
