import Pixels

/// A decoder of the rows of one frame of a GIF.
///
/// Used by one thread at a time.
final class GIFDecoder {
    /// The size of the screen.
    let size: PixelSize
    /// The frame's rectangle on the screen. It may extend beyond the screen or lie outside it.
    let frame: PixelRect
    let isInterlaced: Bool
    /// Whether one of the frame's colors is transparent.
    private let hasTransparency: Bool

    private let bytes: EncodedBytes
    /// Red, green, blue and alpha of each index; those that the file's palette lacks are transparent.
    private let palette: [SIMD4<UInt8>]
    private var pixels: GIFPixels
    private var indices: [UInt16]

    /// Creates a decoder of the first frame that has pixels and reads all data before them.
    convenience init(_ bytes: EncodedBytes) throws(ImageCodingError) {
        var blocks = GIFBlocks(bytes)
        var frame = blocks?.nextFrame()
        // An empty frame shows nothing.
        while frame?.rect.size.isEmpty == true, blocks?.skipPixels() == true, let next = blocks?.nextFrame() {
            frame = next
        }
        guard let first = frame, let screen = blocks?.screen else {
            let endsEarly = [nil, .incompleteExtension].contains(blocks?.end)
            throw .damaged(.gif, endsEarly ? "the data ends early" : "there is no picture in it")
        }
        try self.init(bytes, first, at: first.rect, on: screen)
    }

    /// Creates a decoder of a frame that is shown at a place on a screen.
    init(
        _ bytes: EncodedBytes, _ stored: GIFBlocks.Frame, at frame: PixelRect, on screen: PixelSize
    ) throws(ImageCodingError) {
        guard !stored.palette.isEmpty else { throw .damaged(.gif, "it has no colors") }
        guard !frame.size.isEmpty else { throw .damaged(.gif, "it has no pixels") }
        guard (1...11).contains(stored.bits) else { throw .damaged(.gif, "indices of \(stored.bits) bits") }
        (self.bytes, self.frame, size) = (bytes, frame, screen)
        isInterlaced = stored.isInterlaced
        let transparent = stored.control.transparentColor.map(Int.init)
        hasTransparency = transparent != nil
        palette = (0..<1 << stored.bits).map { index in
            let color = stored.palette.lowerBound + 3 * index
            guard index != transparent, color < stored.palette.upperBound else { return .zero }
            return SIMD4(bytes[color], bytes[color + 1], bytes[color + 2], 255)
        }
        pixels = GIFPixels(at: stored.pixels, bits: stored.bits)
        indices = [UInt16](repeating: 0, count: frame.size.width)
    }

    /// Whether the frame leaves part of the screen transparent.
    var hasAlpha: Bool {
        hasTransparency || frame.x > 0 || frame.y > 0 || frame.size.width < size.width
            || frame.size.height < size.height
    }

    /// Whether the bytes ended before the requested rows.
    var endsEarly: Bool { pixels.endsEarly }

    /// The rows of the frame in the order in which they are stored; for interlaced frames every eighth row first, then
    /// the rows halfway between them, and so on (GIF89a, appendix E).
    var rowOrder: [StrideTo<Int>] {
        let height = frame.size.height
        guard isInterlaced else { return [stride(from: 0, to: height, by: 1)] }
        return [(0, 8), (4, 8), (2, 4), (1, 2)].map { stride(from: $0, to: height, by: $1) }
    }

    /// Decodes the next row to RGBA. Returns `false` if it cannot be decoded.
    func readRow(_ row: inout [UInt8]) -> Bool {
        guard bytes.withUnsafeBufferPointer({ pixels.decode($0.span, into: &indices) }) else { return false }
        row.withUnsafeMutableBytes { row in
            for (column, index) in indices.enumerated() {
                row.storeBytes(of: palette[Int(index)], toByteOffset: 4 * column, as: SIMD4<UInt8>.self)
            }
        }
        return true
    }
}
