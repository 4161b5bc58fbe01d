import Pixels

/// An encoder for animated PNG (PNG third edition, "APNG"): every frame is whole and replaces the one before.
struct APNGWriter {
    /// The encoded file.
    private(set) var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    private let size: PixelSize
    private var sequence: UInt32 = 0

    init(_ frames: EncodedFrames, loopCount: Int) throws(ImageCodingError) {
        size = frames.size
        // Milliseconds, in 16 bits.
        let times = FrameTimes.rounded(frames.durations, unit: .milliseconds(1), minimum: 1, maximum: 65_535)
        let still = try Self.chunks(of: frames.frame(0))
        for chunk in still where chunk.name != PNGChunk.pixels && chunk.name != PNGChunk.end {
            bytes += PNGChunk.bytes(chunk.name, chunk.content)
        }
        let loops = UInt32(max(0, min(Int(Int32.max), loopCount)))
        bytes += PNGChunk.bytes(PNGChunk.animation, number(UInt32(frames.count)) + number(loops))
        bytes += control(milliseconds: times[0])
        for chunk in still where chunk.name == PNGChunk.pixels { bytes += PNGChunk.bytes(chunk.name, chunk.content) }
        for index in 1..<frames.count {
            bytes += control(milliseconds: times[index])
            for chunk in try Self.chunks(of: frames.frame(index)) where chunk.name == PNGChunk.pixels {
                bytes += PNGChunk.bytes(PNGChunk.framePixels, nextNumber() + chunk.content)
            }
        }
        bytes += PNGChunk.bytes(PNGChunk.end, [])
    }

    // MARK: -

    /// Returns the PNG chunks that libpng writes for an image. All frames need one layout, and any may be transparent.
    private static func chunks(of bitmap: Bitmap) throws(ImageCodingError) -> [(name: UInt32, content: [UInt8])] {
        let file = try PNGCoder.encoded(bitmap.rows(.rgba8), bitmap.size, channels: 4)
        var reader = ByteReader(file, at: 8)
        var chunks: [(UInt32, [UInt8])] = []
        while let chunk = PNGChunk.next(&reader) { chunks.append((chunk.name, Array(file[chunk.content]))) }
        return chunks
    }

    /// Returns the fcTL chunk with a frame's rectangle and duration; dispose and blend are 0: the frame stays, and its
    /// pixels replace the pixels under it.
    private mutating func control(milliseconds: Int) -> [UInt8] {
        let place = [size.width, size.height, 0, 0].flatMap { number(UInt32($0)) }
        let time = [UInt8(milliseconds >> 8), UInt8(milliseconds & 255), UInt8(1000 >> 8), UInt8(1000 & 255)]
        return PNGChunk.bytes(PNGChunk.frameControl, nextNumber() + place + time + [0, 0])
    }

    private mutating func nextNumber() -> [UInt8] {
        defer { sequence += 1 }
        return number(sequence)
    }

    private func number(_ value: UInt32) -> [UInt8] { PNGChunk.bigEndian(value) }
}
