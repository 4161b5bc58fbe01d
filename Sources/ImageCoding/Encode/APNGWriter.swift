import Pixels

/// An encoder for animated PNG (PNG third edition, "APNG"): every frame is the rectangle that changed and replaces the
/// pixels under it.
struct APNGWriter {
    private let frames: EncodedFrames
    private let loopCount: Int
    private var sequence: UInt32 = 0

    init(_ frames: EncodedFrames, loopCount: Int) {
        self.frames = frames
        self.loopCount = loopCount
    }

    func bytes() throws(ImageCodingError) -> [UInt8] {
        var writer = self
        return try writer.write()
    }

    // MARK: -

    private mutating func write() throws(ImageCodingError) -> [UInt8] {
        // Milliseconds, in 16 bits.
        let times = FrameTimes.rounded(frames.durations, unit: .milliseconds(1), minimum: 1, maximum: 65_535)
        let first = try frames.frame(0)
        let still = try chunks(of: first)
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        for chunk in still where chunk.name != PNGChunk.pixels && chunk.name != PNGChunk.end {
            file += PNGChunk.bytes(chunk.name, chunk.content)
        }
        let loops = UInt32(max(0, min(Int(Int32.max), loopCount)))
        file += PNGChunk.bytes(PNGChunk.animation, number(UInt32(frames.count)) + number(loops))
        file += control(PixelRect(first.size), milliseconds: times[0])
        for chunk in still where chunk.name == PNGChunk.pixels { file += PNGChunk.bytes(chunk.name, chunk.content) }
        var shown = first
        for index in 1..<frames.count {
            let frame = try frames.frame(index)
            // A frame must have pixels even if nothing changed.
            let part =
                ChangedPart.of(frame, since: shown) ?? PixelRect(x: 0, y: 0, size: PixelSize(width: 1, height: 1))
            file += control(part, milliseconds: times[index])
            for chunk in try chunks(of: frame.cropped(to: part)) where chunk.name == PNGChunk.pixels {
                file += PNGChunk.bytes(PNGChunk.framePixels, nextNumber() + chunk.content)
            }
            shown = frame
        }
        return file + PNGChunk.bytes(PNGChunk.end, [])
    }

    /// Returns the PNG chunks that libpng writes for an image. All frames need one layout, and any may be transparent.
    private func chunks(of bitmap: Bitmap) throws(ImageCodingError) -> [(name: UInt32, content: [UInt8])] {
        let file = try PNGCoder.encoded(bitmap.rows(.rgba8), bitmap.size, channels: 4)
        var reader = ByteReader(file, at: 8)
        var chunks: [(UInt32, [UInt8])] = []
        while let chunk = PNGChunk.next(&reader) { chunks.append((chunk.name, Array(file[chunk.content]))) }
        return chunks
    }

    /// Returns the fcTL chunk with a frame's rectangle and duration; dispose and blend are 0: the frame stays, and its
    /// pixels replace the pixels under it.
    private mutating func control(_ rect: PixelRect, milliseconds: Int) -> [UInt8] {
        let place = [rect.size.width, rect.size.height, rect.x, rect.y].flatMap { number(UInt32($0)) }
        let time = [UInt8(milliseconds >> 8), UInt8(milliseconds & 255), UInt8(1000 >> 8), UInt8(1000 & 255)]
        return PNGChunk.bytes(PNGChunk.frameControl, nextNumber() + place + time + [0, 0])
    }

    private mutating func nextNumber() -> [UInt8] {
        defer { sequence += 1 }
        return number(sequence)
    }

    private func number(_ value: UInt32) -> [UInt8] { PNGChunk.bigEndian(value) }
}
