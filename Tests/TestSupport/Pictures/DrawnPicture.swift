import Pixels

extension Bitmap {
    /// Returns an opaque picture, given by a color for each pixel.
    public static func drawn(_ width: Int, _ height: Int, _ color: (Int, Int) -> RGB) -> Bitmap {
        drawn(width, height, hasAlpha: false) { RGBA(color($0, $1)) }
    }

    /// Returns a picture, given by a color for each pixel. If `hasAlpha` is `nil`, it depends on the pixels.
    public static func drawn(_ width: Int, _ height: Int, hasAlpha: Bool?, _ color: (Int, Int) -> RGBA) -> Bitmap {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(4 * width * height)
        for y in 0..<height {
            for x in 0..<width {
                let color = color(x, y)
                bytes += [color.red, color.green, color.blue, color.alpha] as [UInt8]
            }
        }
        let size = PixelSize(width: width, height: height)
        guard let hasAlpha else { return Bitmap(size: size, bytes: bytes, mayHaveAlpha: true) }
        return Bitmap(size: size, bytes: bytes, hasAlpha: hasAlpha)
    }

    /// Returns random pixels of a number of colors that sixels have exactly.
    public static func noise(_ width: Int, _ height: Int, colors: Int, seed: UInt64) -> Bitmap {
        var random = SeededGenerator(seed: seed)
        func channel() -> UInt8 { UInt8((Int.random(in: 0...100, using: &random) * 255 + 50) / 100) }
        var palette: Set<RGB> = []
        while palette.count < colors { palette.insert(RGB(channel(), channel(), channel())) }
        let list = palette.sorted { $0.hex < $1.hex }
        return drawn(width, height) { x, y in
            let place = y * width + x
            return place < colors ? list[place] : list[Int.random(in: 0..<colors, using: &random)]
        }
    }
}
