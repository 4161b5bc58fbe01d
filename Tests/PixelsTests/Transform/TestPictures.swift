import Pixels
import TestSupport

/// Source pictures for tests of transforms.
enum TestPictures {
    /// Returns an opaque picture in which all pixels have different colors.
    static func gradient(_ width: Int, _ height: Int) -> Bitmap {
        var bytes: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width { bytes += [UInt8(x * 7 % 256), UInt8(y * 11 % 256), UInt8((x + 3 * y) % 256), 255] }
        }
        return Bitmap(size: PixelSize(width: width, height: height), bytes: bytes, hasAlpha: false)
    }

    static func random(_ width: Int, _ height: Int, seed: UInt64) -> Bitmap {
        var random = SeededGenerator(seed: seed)
        let size = PixelSize(width: width, height: height)
        return Bitmap(size: size, bytes: (0..<4 * size.area).map { _ in random.byte() }, hasAlpha: true)
    }

    static func plain(_ color: RGBA, _ width: Int, _ height: Int) -> Bitmap {
        Bitmap(size: PixelSize(width: width, height: height), filledWith: color)
    }
}

extension Bitmap {
    /// The sum of all alphas, in units of an opaque pixel.
    var coverage: Double {
        stride(from: 3, to: bytes.count, by: 4).reduce(0) { $0 + Double(bytes[$1]) } / 255
    }
}

let clear = RGBA(0, 0, 0, 0)
let black = RGBA(0, 0, 0)
let white = RGBA(255, 255, 255)
