import Pixels

/// A reader of the blocks of a GIF, from one frame to the next (GIF89a, sections 17 to 27). The bytes are untrusted; no
/// pixel is decoded.
struct GIFBlocks {
    /// What precedes the pixels of a frame.
    struct Frame {
        /// The offset of its first byte, that of the image descriptor.
        let start: Int
        let rect: PixelRect
        let isInterlaced: Bool
        /// The colors, three bytes each; empty if there are none.
        let palette: Range<Int>
        /// The bits of an index into the palette, as stated. Codes have more.
        let bits: Int
        /// The offset of the first byte of its pixels.
        let pixels: Int
        var control = Control()
    }

    enum End {
        case trailer
        case incompleteExtension
        /// Bytes that begin no block.
        case unknown
    }

    /// The graphic control extension for a frame.
    struct Control {
        var milliseconds = 0
        var disposal = AnimationFrame.Disposal.keep
        var transparentColor: UInt8?
    }

    /// The size of the logical screen, at least that of the first frame once that has been read.
    private(set) var screen: PixelSize
    /// How often the animation plays; 0 is forever. Once without a loop extension.
    private(set) var loopCount = 1
    /// Whether a frame, or its control extension, has begun and not ended yet.
    private(set) var hasBegunFrame = false
    /// What was found instead of a frame; `nil` if the bytes end before.
    private(set) var end: End?

    private var reader: ByteReader
    private let globalPalette: Range<Int>
    private var control = Control()
    private var isFirst = true

    /// Reads up to the first block; `nil` if the bytes before it are incomplete.
    init?(_ bytes: EncodedBytes) {
        var reader = ByteReader(bytes)
        guard reader.skip("GIF87a") || reader.skip("GIF89a"), let width = reader.little(2),
            let height = reader.little(2), let flags = reader.byte(), reader.skip(2) != nil,
            let palette = reader.skip(Self.paletteBytes(flags))
        else { return nil }
        self.reader = reader
        screen = PixelSize(width: width, height: height)
        globalPalette = palette
    }

    /// The offset of the next byte.
    var place: Int { reader.place }

    /// Reads up to the pixels of the next frame; `nil` if there is none, or its descriptor is incomplete.
    mutating func nextFrame() -> Frame? {
        while let block = reader.byte() {
            switch block {
            case 0x21: if !readExtension() { end = .incompleteExtension }
            case 0x2C: return readDescriptor()
            case 0x3B: end = .trailer
            case 0: continue  // an extra block terminator, which some programs write
            default: end = .unknown
            }
            if end != nil { return nil }
        }
        return nil  // a missing trailer, which many programs omit, is not an error
    }

    /// Reads up to the pixels of the frame at a known offset, without its control extension.
    mutating func frame(at start: Int) -> Frame? {
        reader = ByteReader(reader.bytes, at: start + 1)
        return readDescriptor()
    }

    /// Skips the pixels of the frame that was read last. Returns `false` if they are incomplete.
    mutating func skipPixels() -> Bool {
        guard skipBlocks() else { return false }
        hasBegunFrame = false
        return true
    }

    // MARK: -

    /// Returns the bytes of the palette that a flag byte announces.
    private static func paletteBytes(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }

    private mutating func readDescriptor() -> Frame? {
        let start = reader.place - 1
        hasBegunFrame = true
        guard let x = reader.little(2), let y = reader.little(2), let width = reader.little(2),
            let height = reader.little(2), let flags = reader.byte(),
            let palette = reader.skip(Self.paletteBytes(flags)), let bits = reader.byte()
        else { return nil }
        if isFirst, width > screen.width || height > screen.height {
            screen = PixelSize(width: max(screen.width, x + width), height: max(screen.height, y + height))
        }
        defer { (control, isFirst) = (Control(), isFirst && width * height == 0) }
        return Frame(
            start: start, rect: PixelRect(x: x, y: y, size: PixelSize(width: width, height: height)),
            isInterlaced: flags & 0x40 != 0, palette: palette.isEmpty ? globalPalette : palette, bits: Int(bits),
            pixels: reader.place, control: control)
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
        var fields = reader
        guard skipBlocks() else { return false }
        guard fields.byte() == 4, let flags = fields.byte(), let hundredths = fields.little(2),
            let color = fields.byte()
        else { return true }
        control.milliseconds = 10 * hundredths
        control.transparentColor = flags & 1 == 1 ? color : nil
        switch flags >> 2 & 7 {
        case 2: control.disposal = .clear
        case 3, 4: control.disposal = .restore  // some encoders write 4 for "restore", and all browsers accept it
        default: control.disposal = .keep
        }
        return true
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
            if length == 3, block.byte().map({ $0 & 7 }) == 1, let loops = block.little(2) { loopCount = loops }
        }
        return true
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
