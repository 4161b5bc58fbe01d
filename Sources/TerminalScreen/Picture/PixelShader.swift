import Pixels

/// The composition of a bitmap's pixels over their background.
struct PixelShader {
    let bitmap: Bitmap
    let background: PictureBackground
    /// The pixels of a cell.
    let samples: PixelSize

    /// Returns the opaque color of each pixel, row by row, or the terminal's default color where nothing is drawn.
    ///
    /// Rows and columns are whole cells: beyond the last pixel is the color of the background, or the terminal's default
    /// if it is not a single color.
    func colors() -> [CellColor] {
        let (width, height) = (bitmap.size.width, bitmap.size.height)
        let wide = (width + samples.width - 1) / samples.width * samples.width
        let count = wide * ((height + samples.height - 1) / samples.height * samples.height)
        return [CellColor](unsafeUninitializedCapacity: count) { colors, initialized in
            guard let start = colors.baseAddress else { return initialized = 0 }
            bitmap.bytes.withUnsafeBufferPointer { bytes in
                for y in 0..<height {
                    let row = start + y * wide
                    for x in 0..<width {
                        let index = 4 * (y * width + x)
                        let (red, green, blue) = (bytes[index], bytes[index + 1], bytes[index + 2])
                        (row + x).initialize(to: CellColor(RGB(red, green, blue)))
                    }
                    if bitmap.hasAlpha {
                        for x in 0..<width {
                            let index = 4 * (y * width + x)
                            guard bytes[index + 3] < 255 else { continue }
                            let pixel = RGBA(bytes[index], bytes[index + 1], bytes[index + 2], bytes[index + 3])
                            row[x] = blended(pixel, x, y)
                        }
                    }
                    (row + width).initialize(repeating: beyond, count: wide - width)
                }
            }
            (start + height * wide).initialize(repeating: beyond, count: count - height * wide)
            initialized = count
        }
    }

    /// Returns the color of a pixel over the background at its place; the terminal's default where nothing is drawn.
    func blended(_ pixel: RGBA, _ x: Int, _ y: Int) -> CellColor {
        switch background {
        case .checkerboard: return CellColor(AlphaBlender.blend(pixel, over: square(x, y)))
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

    /// Squares of four columns and two rows of cells.
    private func square(_ x: Int, _ y: Int) -> RGB {
        (x / (4 * samples.width) + y / (2 * samples.height)).isMultiple(of: 2)
            ? RGB(0x99, 0x99, 0x99) : RGB(0x66, 0x66, 0x66)
    }
}
