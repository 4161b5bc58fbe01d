import CJPEG

/// A computed photo that costs a decoder as much as one of a camera does. Deterministic.
///
/// It shows a smooth sky, foliage, and houses with sharp edges. ``Sensor`` adds grain before the encoder sees it, and a
/// JPEG has 4:2:0 chroma, as cameras write it. Its bits per pixel, the time that a scaled decode of it saves, and the
/// error of such a decode lie between those of camera photos of 3 to 22 megapixels.
public struct CameraPhoto: Sendable {
    public let width: Int
    public let height: Int
    /// The landscape and its grain.
    public let seed: UInt64
    /// The standard deviation of the grain in middle gray, in steps of 8-bit pixels: 1 in sunlight, 5 indoors.
    public let grain: Float

    /// Creates a photo of at least 16x16 pixels.
    public init(width: Int, height: Int, seed: UInt64 = 1, grain: Float = 2) {
        (self.width, self.height, self.seed, self.grain) = (width, height, seed, grain)
    }

    /// Returns the pixels as RGB, three bytes per pixel.
    public func pixels() -> [UInt8] {
        let landscape = Landscape(width: width, height: height, seed: seed)
        var sensor = Sensor(width: width, seed: seed, grain: grain)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(3 * width * height)
        var here = sensor.exposed(to: landscape.row(0))
        var above = here
        for row in 1...height {
            let below = row < height ? sensor.exposed(to: landscape.row(row)) : here
            sensor.develop(above, here, below, into: &bytes)
            (above, here) = (here, below)
        }
        return bytes
    }

    /// Returns a baseline JPEG with 4:2:0 chroma. Cameras write a `quality` of 85 to 97. Empty if memory is exhausted.
    public func jpeg(quality: Int) -> [UInt8] {
        let encoding = cjpeg_encoding(
            quality: Int32(quality), is_progressive: false, halves_columns: true, halves_rows: true, restart_rows: 0)
        var bytes: UnsafeMutablePointer<UInt8>?
        let count = cjpeg_encode(pixels(), Int32(width), Int32(height), 3, encoding, &bytes)
        defer { cjpeg_free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }
}
