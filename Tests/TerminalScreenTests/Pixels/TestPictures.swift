import Pixels
import TestSupport

extension Bitmap {
    /// Returns an opaque picture, given by a color for each pixel.
    static func drawn(_ width: Int, _ height: Int, _ color: (Int, Int) -> RGB) -> Bitmap {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(4 * width * height)
        for y in 0..<height {
            for x in 0..<width {
                let color = color(x, y)
                bytes += [color.red, color.green, color.blue, 255] as [UInt8]
            }
        }
        return Bitmap(size: PixelSize(width: width, height: height), bytes: bytes, hasAlpha: false)
    }

    /// Returns random pixels of a number of colors that sixels have exactly.
    static func noise(_ width: Int, _ height: Int, colors: Int, seed: UInt64) -> Bitmap {
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

    /// Returns a picture with soft colors, an edge and a grain, as photos have them: tens of thousands of colors.
    static func landscape(_ width: Int, _ height: Int) -> Bitmap {
        var random = SeededGenerator(seed: 19)
        return drawn(width, height) { x, y in
            let (across, down) = (Double(x) / Double(width), Double(y) / Double(height))
            let grain = Double(Int.random(in: -3...3, using: &random))
            let isGround = down > 0.5 + 0.2 * across * (1 - across)
            func channel(_ value: Double) -> UInt8 { UInt8(min(max(value + grain, 0), 255)) }
            return isGround
                ? RGB(channel(40 + 90 * across), channel(90 + 60 * down), channel(30 + 40 * across))
                : RGB(channel(120 + 110 * down), channel(160 + 60 * down), channel(250 - 60 * across))
        }
    }

    /// Returns a part of the picture.
    func part(_ rect: PixelRect) -> Bitmap {
        Bitmap.drawn(rect.size.width, rect.size.height) { self[rect.x + $0, rect.y + $1].opaque }
    }

    /// Returns the mean squared difference of all channels to a picture of the same size.
    func squaredError(to other: Bitmap) -> Double {
        let sum = zip(bytes, other.bytes).reduce(0) { $0 + (Int($1.0) - Int($1.1)) * (Int($1.0) - Int($1.1)) }
        return Double(sum) / Double(3 * size.area)
    }
}

extension PixelRect {
    init(_ x: Int, _ y: Int, _ width: Int, _ height: Int) {
        self.init(x: x, y: y, size: PixelSize(width: width, height: height))
    }
}
