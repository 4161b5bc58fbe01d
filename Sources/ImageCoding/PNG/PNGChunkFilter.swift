/// Leaves out of a PNG that arrives what draws nothing, so that libpng need not wait for it: it keeps a chunk until all of
/// it is there, and copies what it has kept with every piece that comes. A value that holds no bytes.
///
/// What makes no sense is let through, for libpng to say so.
struct PNGChunkFilter {
    /// Where the next byte stands that has not been looked at; beyond the end while a chunk is passed over.
    private var place = 0
    /// The end of what is let through as a whole: the signature, and then a chunk.
    private var end = 8
    private var hasHeader = false
    private var hasPixels = false
    private var hasPixelsEnded = false
    /// Nothing more is let through, because chunks of pixels stand apart, or another that draws is far too large: what
    /// becomes of the picture is for a decode in one go to say.
    private(set) var isInDoubt = false

    /// The next bytes that are to be decoded; `nil` if there are none for now. `bytes` are all that have arrived.
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
        isInDoubt = isPixels ? hasPixelsEnded : place < end && length > Self.largest
        hasHeader = hasHeader || name == PNGChunk.header
        hasPixelsEnded = hasPixels && !isPixels
        hasPixels = hasPixels || isPixels
    }

    /// Chunks that draw are small: a palette has 768 bytes.
    private static let largest = 4096

    private func isLeftOut(_ name: UInt32, _ length: Int) -> Bool {
        let letters = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: name >> $0) }
        let isName = letters.allSatisfy { (0x41...0x5A).contains($0 & 0xDF) }
        // A small first letter is for chunks that may be passed over (PNG specification, section 5.4).
        let isAncillary = isName && letters[0] & 0x20 != 0
        return hasHeader && isAncillary && name != PNGChunk.transparency && length <= 0x7FFF_FFFF
    }
}
