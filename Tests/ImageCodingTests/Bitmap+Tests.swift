import Pixels

extension Bitmap {
    /// Returns a picture, given by a color for each pixel.
    static func drawn(_ width: Int, _ height: Int, hasAlpha: Bool, _ color: (Int, Int) -> RGBA) -> Bitmap {
        let bytes = (0..<width * height).flatMap { place in
            let pixel = color(place % width, place / width)
            return [pixel.red, pixel.green, pixel.blue, pixel.alpha]
        }
        return Bitmap(size: PixelSize(width: width, height: height), bytes: bytes, hasAlpha: hasAlpha)
    }
}

extension Sequence<UInt8> {
    /// The checksum of RFC 1950.
    var adler32: UInt32 {
        let (a, b) = reduce((UInt32(1), UInt32(0))) { sums, byte in
            let a = (sums.0 + UInt32(byte)) % 65_521
            return (a, (sums.1 + a) % 65_521)
        }
        return b << 16 | a
    }
}
