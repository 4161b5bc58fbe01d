import Pixels

/// The composition of a bitmap's pixels over their background.
struct PixelShader {
    let bitmap: Bitmap
    let background: PictureBackground

    /// Returns the opaque color of each pixel, row by row, or the terminal's default color where nothing is drawn.
    ///
    /// The number of rows is always even: below the last one of an odd height is the color of the background, or the
    /// terminal's default if it is not a single color.
    func colors() -> [CellColor] {
        let (width, height) = (bitmap.size.width, bitmap.size.height)
        let count = width * (height + height % 2)
        return [CellColor](unsafeUninitializedCapacity: count) { colors, initialized in
            bitmap.bytes.withUnsafeBufferPointer { bytes in
                for y in 0..<height {
                    for x in 0..<width {
                        let index = y * width + x
                        let pixel = RGBA(
                            bytes[4 * index], bytes[4 * index + 1], bytes[4 * index + 2], bytes[4 * index + 3])
                        let isOpaque = !bitmap.hasAlpha || pixel.alpha == 255
                        (colors.baseAddress.map { $0 + index })?.initialize(
                            to: isOpaque ? CellColor(pixel.opaque) : blended(pixel, x, y))
                    }
                }
            }
            for index in width * height..<count {
                (colors.baseAddress.map { $0 + index })?.initialize(to: beyond)
            }
            initialized = count
        }
    }

    private func blended(_ pixel: RGBA, _ x: Int, _ y: Int) -> CellColor {
        switch background {
        case .checkerboard: return CellColor(AlphaBlender.blend(pixel, over: Self.square(x, y)))
        case .color(let color): return CellColor(AlphaBlender.blend(pixel, over: color))
        case .terminal: return overTerminal(pixel, RGB(0, 0, 0))
        case .terminalColor(let color): return overTerminal(pixel, color)
        }
    }

    private func overTerminal(_ pixel: RGBA, _ color: RGB) -> CellColor {
        pixel.alpha == 0 ? .terminal : CellColor(AlphaBlender.blend(pixel, over: color))
    }

    private var beyond: CellColor {
        if case .color(let color) = background { CellColor(color) } else { .terminal }
    }

    private static func square(_ x: Int, _ y: Int) -> RGB {
        (x / 4 + y / 4) % 2 == 0 ? RGB(0x99, 0x99, 0x99) : RGB(0x66, 0x66, 0x66)
    }
}
