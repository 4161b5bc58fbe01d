import Pixels
import TestSupport

extension Bitmap {
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
}

extension PixelRect {
    init(_ x: Int, _ y: Int, _ width: Int, _ height: Int) {
        self.init(x: x, y: y, size: PixelSize(width: width, height: height))
    }
}
