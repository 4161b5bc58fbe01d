import TestSupport

/// A writer of PNG files of any color type and depth, interlaced or not, without compression.
struct PNGWriter {
    var width: Int
    var height: Int
    var depth = 8
    /// 0 gray, 2 RGB, 3 palette, 4 gray and alpha, 6 RGBA.
    var colorType = 2
    var isInterlaced = false
    var palette: [UInt8] = []
    var transparency: [UInt8] = []
    /// Chunks put between header and pixels.
    var extraChunks: [(name: String, content: [UInt8])] = []
    /// Chunks put behind the pixels.
    var lastChunks: [(name: String, content: [UInt8])] = []
    /// Content bytes of one IDAT chunk.
    var chunkBytes = 4000

    /// `sample` gives the value of a channel of a pixel, 0 ..< 2^depth.
    func bytes(_ sample: (_ x: Int, _ y: Int, _ channel: Int) -> Int) -> [UInt8] {
        var file = header
        for extra in extraChunks { file += PNGHeader.chunk(extra.name, extra.content) }
        if !palette.isEmpty { file += PNGHeader.chunk("PLTE", palette) }
        if !transparency.isEmpty { file += PNGHeader.chunk("tRNS", transparency) }
        let data = PlainPNG.stored(rows(sample))
        for start in stride(from: 0, to: data.count, by: chunkBytes) {
            file += PNGHeader.chunk("IDAT", Array(data[start..<min(data.count, start + chunkBytes)]))
        }
        for last in lastChunks { file += PNGHeader.chunk(last.name, last.content) }
        return file + PNGHeader.chunk("IEND", [])
    }

    /// The signature and the first chunk.
    var header: [UInt8] {
        let kind = [UInt8(depth), UInt8(colorType), 0, 0, isInterlaced ? 1 : 0]
        let fields = PNGHeader.bigEndian(UInt32(width)) + PNGHeader.bigEndian(UInt32(height)) + kind
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + PNGHeader.chunk("IHDR", fields)
    }

    private var channels: Int { [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colorType] ?? 1 }

    /// Filter byte 0 and packed samples, row after row, pass after pass.
    private func rows(_ sample: (Int, Int, Int) -> Int) -> [UInt8] {
        // First column, step, first row, step.
        let adam7 = [
            (0, 8, 0, 8), (4, 8, 0, 8), (0, 4, 4, 8), (2, 4, 0, 4), (0, 2, 2, 4), (1, 2, 0, 2), (0, 1, 1, 2),
        ]
        var bytes: [UInt8] = []
        for (x0, dx, y0, dy) in isInterlaced ? adam7 : [(0, 1, 0, 1)] where x0 < width {
            for y in stride(from: y0, to: height, by: dy) {
                bytes.append(0)
                var (bits, count) = (0, 0)
                for x in stride(from: x0, to: width, by: dx) {
                    for channel in 0..<channels {
                        (bits, count) = (bits << depth | sample(x, y, channel), count + depth)
                        while count >= 8 {
                            count -= 8
                            bytes.append(UInt8(truncatingIfNeeded: bits >> count))
                        }
                        bits &= (1 << count) - 1
                    }
                }
                if count > 0 { bytes.append(UInt8(truncatingIfNeeded: bits << (8 - count))) }
            }
        }
        return bytes
    }
}
