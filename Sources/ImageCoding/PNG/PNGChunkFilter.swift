/// A filter that removes ancillary chunks from an arriving PNG, so that libpng need not wait for them: libpng buffers a
/// chunk until it is complete, and copies the buffer with every piece that arrives. A value that stores no bytes.
///
/// Invalid data is passed through, so that libpng reports it.
struct PNGChunkFilter {
    /// Offset of the next byte to be examined; beyond the end while a chunk is skipped.
    private var place = 0
    /// The end of the current data that is passed through: the signature, and then a chunk.
    private var end = 8
    private var hasHeader = false
    private var hasPixels = false
    private var hasPixelsEnded = false
    /// Whether the filter has stopped, because IDAT chunks are not consecutive, or another critical chunk is far too
    /// large: a non-incremental decode then decides about the image.
    private(set) var isInDoubt = false

    /// Returns the range of the next bytes to be decoded; `nil` if there are none for now. `bytes` are all that have
    /// arrived.
    mutating func next(_ bytes: [UInt8]) -> Range<Int>? {
        while place < bytes.count, !isInDoubt {
            if place < end {
                defer { place = min(end, bytes.count) }
                return place..<min(end, bytes.count)
            }
            var reader = ByteReader(bytes, at: place)
            guard let length = reader.big(4), let name = reader.big(4) else { return nil }
            if isLeftOut(UInt32(name), length) {
                place += 12 + length
            } else {
                end = place + 12 + length
            }
            note(UInt32(name), length)
        }
        return nil
    }

    private mutating func note(_ name: UInt32, _ length: Int) {
        let isPixels = name == PNGChunk.pixels
        isInDoubt = isPixels ? hasPixelsEnded : place < end && length > Self.maxChunkBytes
        hasHeader = hasHeader || name == PNGChunk.header
        hasPixelsEnded = hasPixels && !isPixels
        hasPixels = hasPixels || isPixels
    }

    /// Maximum bytes of a critical chunk other than IDAT: a palette has 768.
    private static let maxChunkBytes = 4096

    private func isLeftOut(_ name: UInt32, _ length: Int) -> Bool {
        let letters = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: name >> $0) }
        let isName = letters.allSatisfy { (0x41...0x5A).contains($0 & 0xDF) }
        // A lower-case first letter marks ancillary chunks (PNG specification, section 5.4).
        let isAncillary = isName && letters[0] & 0x20 != 0
        return hasHeader && isAncillary && name != PNGChunk.transparency && length <= 0x7FFF_FFFF
    }
}
