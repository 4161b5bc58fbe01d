import Pixels

/// A parser that splits a GIF into its frames (GIF89a, sections 17 to 27). The bytes are untrusted; no pixel is
/// decoded.
struct GIFIndex {
    private var reader: ByteReader
    private(set) var index: AnimationIndex
    /// The graphic control extension for the next frame.
    private var control = Control()
    /// Whether a frame, or its control extension, has begun and not ended yet.
    private var hasBegunFrame = false
    /// Number of colors in the global palette.
    private let globalColors: Int

    private struct Control {
        var milliseconds = 0
        var disposal = AnimationFrame.Disposal.keep
        var transparentColor: UInt8?
    }

    /// Parses a file; `nil` if the bytes before the first block are incomplete.
    init?(_ bytes: EncodedBytes, limits: DecodeLimits) {
        var reader = ByteReader(bytes)
        guard reader.skip("GIF87a") || reader.skip("GIF89a"), let width = reader.little(2),
            let height = reader.little(2),
            let flags = reader.byte(), reader.skip(2 + Self.tableBytes(flags)) != nil
        else { return nil }
        self.reader = reader
        globalColors = Self.tableBytes(flags) / 3
        // Without a loop extension the animation plays once.
        index = AnimationIndex(canvas: PixelSize(width: width, height: height), loopCount: 1, limits: limits)
        index.mayGrow = true
        readBlocks()
        guard index.mayGrow, hasBegunFrame else { return }
        index.endsEarly = true
        index.lacksFrames = !index.frames.isEmpty
    }

    /// Returns the bytes of the color table that a flag byte announces.
    static func tableBytes(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }

    // MARK: -

    private mutating func readBlocks() {
        while let block = reader.byte() {
            switch block {
            case 0x21: guard readExtension() else { return index.endsEarly = true }
            case 0x2C: guard readFrame() else { return }
            case 0x3B: return index.mayGrow = false
            case 0: continue  // an extra block terminator, which some programs write
            default: return index.endsEarly = true
            }
        }
        // A missing trailer byte, which many programs omit, is not an error.
    }

    private mutating func readExtension() -> Bool {
        guard let label = reader.byte() else { return false }
        switch label {
        case 0xF9: return readControl()
        case 0xFF: return readApplication()
        default: return skipBlocks()
        }
    }

    private mutating func readControl() -> Bool {
        hasBegunFrame = true
        guard let count = reader.byte() else { return false }
        guard count == 4 else { return reader.skip(Int(count)) != nil && (count == 0 || skipBlocks()) }
        guard let flags = reader.byte(), let hundredths = reader.little(2), let color = reader.byte() else {
            return false
        }
        control.milliseconds = 10 * hundredths
        control.transparentColor = flags & 1 == 1 ? color : nil
        switch flags >> 2 & 7 {
        case 2: control.disposal = .clear
        case 3, 4: control.disposal = .restore  // some encoders write 4 for "restore", and all browsers accept it
        default: control.disposal = .keep
        }
        return skipBlocks()
    }

    /// Reads the loop count from a Netscape application extension; 0 is forever. Skips other extensions.
    private mutating func readApplication() -> Bool {
        guard let count = reader.byte() else { return false }
        guard count == 11, reader.skip("NETSCAPE2.0") || reader.skip("ANIMEXTS1.0") else {
            return reader.skip(Int(count)) != nil && (count == 0 || skipBlocks())
        }
        while let length = reader.byte(), length > 0 {
            var block = reader
            guard reader.skip(Int(length)) != nil else { return false }
            if length == 3, block.byte().map({ $0 & 7 }) == 1, let loops = block.little(2) { index.loopCount = loops }
        }
        return true
    }

    /// Reads a frame. Returns `false` if the limits allow no more frames, or the frame is incomplete.
    private mutating func readFrame() -> Bool {
        let start = reader.place - 1
        hasBegunFrame = true
        guard let x = reader.little(2), let y = reader.little(2), let width = reader.little(2),
            let height = reader.little(2), let flags = reader.byte(), reader.skip(Self.tableBytes(flags)) != nil,
            let bits = reader.byte(), skipBlocks()
        else { return false }
        defer { (control, hasBegunFrame) = (Control(), false) }
        // A screen without a size gets the extent of its first frame.
        if index.canvas.isEmpty { index.canvas = PixelSize(width: x + width, height: y + height) }
        let rect = PixelRect(x: x, y: y, size: PixelSize(width: width, height: height))
        guard !rect.size.isEmpty else { return true }  // an empty frame shows nothing
        let colors = flags & 0x80 == 0 ? globalColors : Self.tableBytes(flags) / 3
        let isOpaque = control.transparentColor == nil && Self.holds(colors, pixelsOf: bits)
        return index.add(
            AnimationFrame(
                rect: rect, duration: AnimationFrame.duration(.milliseconds(control.milliseconds)),
                disposal: control.disposal, blend: isOpaque ? .replace : .over, pieces: [start..<reader.place],
                transparentColor: control.transparentColor))
    }

    /// Whether every possible pixel value has a color: values outside the palette are transparent. Two colors are
    /// always stored with two bits.
    private static func holds(_ colors: Int, pixelsOf bits: UInt8) -> Bool {
        colors >= (bits == 2 ? 2 : 1 << min(8, Int(bits)))
    }

    /// Skips data sub-blocks, each preceded by its length, up to an empty one.
    private mutating func skipBlocks() -> Bool {
        while let length = reader.byte() {
            guard length > 0 else { return true }
            guard reader.skip(Int(length)) != nil else { return false }
        }
        return false
    }
}

extension GIFCoder: AnimationFormat {
    func index(of bytes: EncodedBytes, limits: DecodeLimits) throws(ImageCodingError) -> AnimationIndex {
        guard let gif = GIFIndex(bytes, limits: limits) else { throw .damaged(.gif, "the data ends early") }
        return gif.index
    }

    /// Returns a GIF with the header, the palette, the control extension and the frame, moved to the corner of a screen
    /// of the part's size.
    func still(
        of frame: AnimationFrame, showing part: PixelSize, of index: AnimationIndex, in bytes: EncodedBytes
    ) -> [UInt8] {
        guard let data = frame.pieces.first, data.count >= 10, bytes.count >= 13 else { return [] }
        func sides(_ size: PixelSize) -> [UInt8] {
            [size.width, size.height].flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        }
        let table = GIFIndex.tableBytes(bytes[10])
        var file = Array("GIF89a".utf8) + sides(part) + bytes[10..<13 + table]
        if let color = frame.transparentColor { file += [0x21, 0xF9, 4, 1, 0, 0, color, 0] }
        file += [0x2C, 0, 0, 0, 0] + sides(frame.rect.size)
        file += bytes[data.lowerBound + 9..<data.upperBound]
        return file + [0x3B]
    }
}
