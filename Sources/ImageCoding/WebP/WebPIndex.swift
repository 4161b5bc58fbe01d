import Pixels

/// A parser that splits an animated WebP into its frames (WebP container specification, "Animation"). The bytes are
/// untrusted; no pixel is decoded.
struct WebPIndex {
    private let bytes: EncodedBytes
    private(set) var index: AnimationIndex

    /// Parses a file; a still has no frames in its index. `nil` if the bytes do not begin with a VP8X header.
    init?(_ bytes: EncodedBytes, limits: DecodeLimits) {
        self.bytes = bytes
        var reader = ByteReader(bytes, at: 12)
        guard reader.skip("VP8X"), reader.little(4) == 10, reader.skip(4) != nil, let width = reader.little(3),
            let height = reader.little(3)
        else { return nil }
        index = AnimationIndex(canvas: PixelSize(width: width + 1, height: height + 1), loopCount: 0, limits: limits)
        readChunks(&reader)
        index.mayGrow = index.endsEarly
        // Data after the stated end of the file contains no frames.
        index.lacksFrames = !index.frames.isEmpty && Self.length(of: bytes) > bytes.count
    }

    // MARK: -

    private mutating func readChunks(_ reader: inout ByteReader) {
        while let name = reader.skip(4), let length = reader.little(4) {
            guard let content = reader.skip(length) else { return index.endsEarly = true }
            let isLast = bytes[name].elementsEqual("ANMF".utf8) && !readFrame(content)
            if isLast { return index.endsEarly = true }
            if bytes[name].elementsEqual("ANIM".utf8) { readLoops(content) }
            if length % 2 == 1 { _ = reader.skip(1) }
        }
        index.endsEarly = !reader.isAtEnd || Self.length(of: bytes) > bytes.count
    }

    /// Returns the stated length of the file.
    private static func length(of bytes: EncodedBytes) -> Int {
        var reader = ByteReader(bytes, at: 4)
        return 8 + (reader.little(4) ?? 0)
    }

    private mutating func readLoops(_ content: Range<Int>) {
        var reader = ByteReader(bytes, at: content.lowerBound)
        // The background color before it is a hint that viewers ignore.
        if content.count >= 6, reader.skip(4) != nil, let loops = reader.little(2) { index.loopCount = loops }
    }

    /// Reads a frame. Returns `false` if it is invalid, or the limits allow no more frames.
    private mutating func readFrame(_ content: Range<Int>) -> Bool {
        var reader = ByteReader(bytes, at: content.lowerBound)
        guard content.count >= 16, let x = reader.little(3), let y = reader.little(3), let width = reader.little(3),
            let height = reader.little(3), let milliseconds = reader.little(3), let flags = reader.byte()
        else { return false }
        let rect = PixelRect(x: 2 * x, y: 2 * y, size: PixelSize(width: width + 1, height: height + 1))
        guard rect.x + rect.size.width <= index.canvas.width, rect.y + rect.size.height <= index.canvas.height else {
            return false
        }
        let data = reader.place..<content.upperBound
        return index.add(
            AnimationFrame(
                rect: rect, duration: AnimationFrame.duration(.milliseconds(milliseconds)),
                disposal: flags & 1 == 1 ? .clear : .keep,
                blend: flags & 2 == 2 || Self.isOpaque(data, in: bytes) ? .replace : .over, pieces: [data]))
    }

    /// Returns whether a frame is opaque. The alpha of a lossy frame is in a preceding chunk; a lossless one has a bit
    /// for it after the two sides of 14 bits.
    static func isOpaque(_ data: Range<Int>, in bytes: EncodedBytes) -> Bool {
        var reader = ByteReader(bytes, at: data.lowerBound)
        guard data.count >= 8, let name = reader.skip(4), reader.skip(4) != nil else { return false }
        if bytes[name].elementsEqual("VP8 ".utf8) { return true }
        guard bytes[name].elementsEqual("VP8L".utf8), data.count >= 13, reader.skip(4) != nil, let last = reader.byte()
        else { return false }
        return last & 0x10 == 0
    }
}

extension WebPCoder: AnimationFormat {
    func index(of bytes: EncodedBytes, limits: DecodeLimits) throws(ImageCodingError) -> AnimationIndex {
        guard var index = WebPIndex(bytes, limits: limits)?.index else {
            throw .unsupported(.webp, "it is not an animation")
        }
        index.orientation = ExifOrientation.inWebP(bytes)
        index.shared = SourceColor.profile(inWebP: bytes).map { [$0] } ?? []
        return index
    }

    func decode(
        _ part: PixelSize, of frame: AnimationFrame, of index: AnimationIndex, in bytes: EncodedBytes,
        options: DecodeOptions
    ) throws(ImageCodingError) -> Image {
        try decodeStill(EncodedBytes(still(of: frame, of: index, in: bytes)), options: options)
    }

    /// Returns a WebP file with the frame's chunks, preceded by an extended header and the file's profile if needed.
    private func still(of frame: AnimationFrame, of index: AnimationIndex, in bytes: EncodedBytes) -> [UInt8] {
        guard let data = frame.pieces.first else { return [] }
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        var header: [UInt8] = []
        let profile = index.shared.first
        if profile != nil || bytes[data].starts(with: "ALPH".utf8) {
            let flags: UInt8 = (WebPIndex.isOpaque(data, in: bytes) ? 0 : 0x10) | (profile == nil ? 0 : 0x20)
            let size = number(frame.rect.size.width - 1, 3) + number(frame.rect.size.height - 1, 3)
            header = Array("VP8X".utf8) + number(10, 4) + [flags, 0, 0, 0] + size
        }
        if let profile {
            header += Array("ICCP".utf8) + number(profile.count, 4) + bytes[profile]
            header += profile.count % 2 == 1 ? [0] : []
        }
        let length = 4 + header.count + data.count
        return Array("RIFF".utf8) + number(length, 4) + Array("WEBP".utf8) + header + bytes[data]
    }
}
