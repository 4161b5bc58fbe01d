import Pixels

/// A parser that splits an animated PNG into its frames (PNG specification, third edition, section 12). The bytes are
/// untrusted, and no pixel is decoded.
///
/// If an animation chunk is damaged, out of order or invalid, the animation ends with the previous frame.
struct APNGIndex {
    private let bytes: [UInt8]
    private(set) var index: AnimationIndex
    private var nextNumber = 0
    private var announced = 0
    private var framesLeft = 0
    private var hasPixels = false
    private var isOpaque = false
    private var hasTransparency = false
    /// Names of chunks already seen. Later chunks of a name are ignored.
    private var seen: Set<UInt32> = []
    /// The frame whose data is being read.
    private var frame: AnimationFrame?

    /// Parses a file; a still has no frames in its index. `nil` if the bytes do not begin with a header.
    init?(_ bytes: [UInt8], limits: DecodeLimits) {
        self.bytes = bytes
        var reader = ByteReader(bytes, at: 8)
        guard let header = PNGChunk.next(&reader), header.name == PNGChunk.header, header.content.count == 13 else {
            return nil
        }
        var fields = ByteReader(bytes, at: header.content.lowerBound)
        guard let width = fields.big(4), let height = fields.big(4), fields.skip(1) != nil, let type = fields.byte(),
            width > 0, height > 0
        else { return nil }
        index = AnimationIndex(canvas: PixelSize(width: width, height: height), loopCount: 0, limits: limits)
        isOpaque = type & 4 == 0
        while let chunk = PNGChunk.next(&reader) {
            guard read(chunk), chunk.name != PNGChunk.end else { break }
        }
        // Data after the last announced frame is ignored.
        index.mayGrow = framesLeft > 0
        index.endsEarly = index.frames.count > 0 && framesLeft > 0
        index.lacksFrames = announced > 1 && framesLeft > 0
    }

    // MARK: -

    /// Chunks that define the meaning of pixel values.
    private static let meaning: Set<UInt32> = [
        PNGChunk.palette, PNGChunk.transparency, PNGChunk.profile, PNGChunk.standardColor, PNGChunk.gamma,
        PNGChunk.chromaticities, PNGChunk.codePoints,
    ]

    /// Handles a chunk. Returns `false` if the animation ends here.
    private mutating func read(_ chunk: PNGChunk) -> Bool {
        if !hasPixels, Self.meaning.contains(chunk.name), seen.insert(chunk.name).inserted {
            index.shared.append(chunk.whole)
        }
        var fields = ByteReader(bytes, at: chunk.content.lowerBound)
        switch chunk.name {
        case PNGChunk.animation:
            guard !hasPixels, chunk.content.count == 8, chunk.isIntact(in: bytes), let count = fields.big(4),
                let plays = fields.big(4), plays < 0x8000_0000
            else { return true }
            (announced, framesLeft, index.loopCount) = (count, count, plays)
        case PNGChunk.transparency:
            hasTransparency = true
        case PNGChunk.frameControl:
            // Without an acTL chunk, frame chunks are ignored.
            guard framesLeft > 0 || frame != nil || index.frames.count > 0 else { return true }
            return endFrame() && framesLeft > 0 && isNext(chunk, &fields) && beginFrame(&fields)
        case PNGChunk.pixels:
            hasPixels = true
            // Without a preceding fcTL it is the default image, for viewers without APNG support.
            frame?.pieces.append(chunk.content)
        case PNGChunk.framePixels where frame != nil:
            guard hasPixels, isNext(chunk, &fields) else {
                frame = nil  // damaged: the previous frame is the last
                return false
            }
            frame?.pieces.append(fields.place..<chunk.content.upperBound)
        case PNGChunk.end:
            return endFrame()
        default: break
        }
        return true
    }

    /// Checks and consumes the sequence number of a frame chunk.
    private mutating func isNext(_ chunk: PNGChunk, _ fields: inout ByteReader) -> Bool {
        guard chunk.content.count >= 4, chunk.isIntact(in: bytes), fields.big(4) == nextNumber else { return false }
        nextNumber += 1
        return true
    }

    private mutating func beginFrame(_ fields: inout ByteReader) -> Bool {
        guard let width = fields.big(4), let height = fields.big(4), let x = fields.big(4), let y = fields.big(4),
            let numerator = fields.big(2), let denominator = fields.big(2), let disposal = fields.byte(),
            let blend = fields.byte(), disposal <= 2, blend <= 1
        else { return false }
        let (canvas, rect) = (index.canvas, PixelRect(x: x, y: y, size: PixelSize(width: width, height: height)))
        guard !rect.size.isEmpty, x + width <= canvas.width, y + height <= canvas.height else { return false }
        // The default image, as a frame, must cover the whole canvas.
        guard hasPixels || rect == PixelRect(canvas) else { return false }
        // The first frame has nothing below it.
        let replaces = blend == 0 || (isOpaque && !hasTransparency) || index.frames.isEmpty
        frame = AnimationFrame(
            rect: rect,
            duration: AnimationFrame.duration(.seconds(numerator) / (denominator == 0 ? 100 : denominator)),
            disposal: disposal == 0 ? .keep : disposal == 1 ? .clear : .restore, blend: replaces ? .replace : .over,
            pieces: [])
        return true
    }

    private mutating func endFrame() -> Bool {
        guard let ended = frame else { return true }
        frame = nil
        guard !ended.pieces.isEmpty, index.add(ended) else { return false }
        framesLeft -= 1
        return true
    }
}

extension PNGCoder: AnimationFormat {
    func index(of bytes: EncodedBytes, limits: DecodeLimits) throws(ImageCodingError) -> AnimationIndex {
        let bytes = bytes.all
        try PNGChunk.check(bytes, limits)
        guard var index = APNGIndex(bytes, limits: limits)?.index else { throw .damaged(.png, "it has no header") }
        index.orientation = ExifOrientation.inPNG(ByteSource(bytes))
        return index
    }

    func decode(
        _ part: PixelSize, of frame: AnimationFrame, of index: AnimationIndex, in bytes: EncodedBytes,
        options: DecodeOptions
    ) throws(ImageCodingError) -> Image {
        try decodeStill(EncodedBytes(still(of: frame, of: index, in: bytes.all)), options: options)
    }

    /// Returns a PNG with the header at the frame's size, the chunks that define pixel values, and the pixels.
    func still(of frame: AnimationFrame, of index: AnimationIndex, in bytes: [UInt8]) -> [UInt8] {
        var reader = ByteReader(bytes, at: 8)
        guard let header = PNGChunk.next(&reader), header.content.count == 13 else { return [] }
        let size =
            PNGChunk.bigEndian(UInt32(frame.rect.size.width)) + PNGChunk.bigEndian(UInt32(frame.rect.size.height))
        var file = Array(bytes[..<8])
        file += PNGChunk.bytes(PNGChunk.header, size + bytes[header.content.lowerBound + 8..<header.content.upperBound])
        for chunk in index.shared { file += bytes[chunk] }
        for piece in frame.pieces { file += PNGChunk.bytes(PNGChunk.pixels, bytes[piece]) }
        return file + PNGChunk.bytes(PNGChunk.end, [])
    }
}
