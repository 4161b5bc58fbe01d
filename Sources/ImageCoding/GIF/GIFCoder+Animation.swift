import Pixels

extension GIFCoder: AnimationFormat {
    func index(of bytes: EncodedBytes, limits: DecodeLimits) throws(ImageCodingError) -> AnimationIndex {
        guard var blocks = GIFBlocks(bytes) else { throw .damaged(.gif, "the data ends early") }
        var index = AnimationIndex(canvas: blocks.screen, loopCount: 1, limits: limits)
        while let frame = blocks.nextFrame() {
            index.canvas = blocks.screen
            guard blocks.skipPixels() else { break }
            // An empty frame shows nothing.
            guard frame.rect.size.isEmpty || index.add(AnimationFrame(frame, end: blocks.place)) else { break }
        }
        index.loopCount = blocks.loopCount
        index.mayGrow = blocks.end != .trailer
        let isInFrame = index.mayGrow && blocks.hasBegunFrame
        index.endsEarly = isInFrame || (index.mayGrow && blocks.end != nil)
        index.lacksFrames = isInFrame && !index.frames.isEmpty
        return index
    }

    func decode(
        _ part: PixelSize, of frame: AnimationFrame, of index: AnimationIndex, in bytes: EncodedBytes,
        options: DecodeOptions
    ) throws(ImageCodingError) -> Image {
        var blocks = GIFBlocks(bytes)
        guard let start = frame.pieces.first?.lowerBound, var stored = blocks?.frame(at: start) else {
            throw .damaged(.gif, "the data ends early")
        }
        stored.control.transparentColor = frame.transparentColor
        let decoder = try GIFDecoder(bytes, stored, at: PixelRect(stored.rect.size), on: part)
        return try Self.still(of: decoder, sourceBytes: bytes.count, options: options)
    }
}

extension AnimationFrame {
    /// Creates a frame of a GIF whose pixels end at an offset.
    fileprivate init(_ frame: GIFBlocks.Frame, end: Int) {
        // Values outside the palette are transparent. Two colors are always stored with two bits.
        let isOpaque =
            frame.control.transparentColor == nil
            && frame.palette.count / 3 >= (frame.bits == 2 ? 2 : 1 << min(12, frame.bits))
        self.init(
            rect: frame.rect, duration: Self.duration(.milliseconds(frame.control.milliseconds)),
            disposal: frame.control.disposal, blend: isOpaque ? .replace : .over, pieces: [frame.start..<end],
            transparentColor: frame.control.transparentColor)
    }
}
