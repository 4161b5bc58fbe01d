import HalftoneCore
import CPNG
import Pixels

/// One chunk of a PNG (PNG specification, section 5.3). Its length has been checked, its checksum has not.
struct PNGChunk {
    /// The four letters of its type, the first one in the highest byte.
    let name: UInt32
    let content: Range<Int>

    /// The range of the whole chunk: length, type, content and checksum.
    var whole: Range<Int> { content.lowerBound - 8..<content.upperBound + 4 }

    /// Returns the number for a type of four letters.
    static func name(_ letters: StaticString) -> UInt32 {
        letters.withUTF8Buffer { $0.prefix(4).reduce(0) { $0 << 8 | UInt32($1) } }
    }

    static let header = name("IHDR")
    static let palette = name("PLTE")
    static let transparency = name("tRNS")
    static let pixels = name("IDAT")
    static let end = name("IEND")
    static let animation = name("acTL")
    static let frameControl = name("fcTL")
    static let framePixels = name("fdAT")
    static let exif = name("eXIf")
    static let profile = name("iCCP")
    static let standardColor = name("sRGB")
    static let gamma = name("gAMA")
    static let chromaticities = name("cHRM")
    static let codePoints = name("cICP")

    /// Reads the next chunk, or returns `nil` if it is incomplete. The first one follows the signature.
    static func next(_ reader: inout ByteReader) -> PNGChunk? {
        var ahead = reader
        guard let length = ahead.big(4), let name = ahead.big(4), let content = ahead.skip(length), ahead.skip(4) != nil
        else { return nil }
        reader = ahead
        return PNGChunk(name: UInt32(name), content: content)
    }

    /// Whether the checksum after the chunk is correct.
    func isIntact(in bytes: [UInt8]) -> Bool {
        var stated = ByteReader(bytes, at: content.upperBound)
        return stated.big(4) == Int(Self.checksum(bytes[content.lowerBound - 4..<content.upperBound]))
    }

    /// Whether the chunks before the pixels announce an animation.
    static func isAnimation(_ head: [UInt8]) -> Bool {
        var reader = ByteReader(head, at: 8)
        while let chunk = next(&reader), chunk.name != pixels {
            if chunk.name == animation { return true }
        }
        return false
    }

    /// Reads the chunks before the pixels, piece by piece. A chunk over the limit is rejected before it is read.
    static func head(of source: ByteSource, limits: DecodeLimits) throws(ImageCodingError) -> [UInt8] {
        let head = source.head { beginning(in: $0, limits.chunkBytes) != nil }
        try check(head, limits)
        return head
    }

    /// Throws if a chunk before the pixels exceeds the limit.
    static func check(_ head: [UInt8], _ limits: DecodeLimits) throws(ImageCodingError) {
        guard let place = beginning(in: head, limits.chunkBytes), let size = size(in: head) else { return }
        var reader = ByteReader(head, at: place)
        guard reader.skip(4) != nil, reader.big(4) != Int(pixels) else { return }
        throw .tooLarge(size, limit: "\(ByteSize(limits.chunkBytes)) for a chunk without pixels")
    }

    /// Returns the offset of the first chunk that holds pixels or is longer than `tooLong`; `nil` if there is none.
    private static func beginning(in head: [UInt8], _ tooLong: Int) -> Int? {
        var reader = ByteReader(head, at: 8)
        while true {
            let place = reader.place
            guard let length = reader.big(4), let name = reader.big(4) else { return nil }
            // An invalid chunk length is damage, which libpng reports better.
            if name == pixels || (length > tooLong && length <= 0x7FFF_FFFF) { return place }
            guard reader.skip(length) != nil, reader.skip(4) != nil else { return nil }
        }
    }

    /// Returns the image size, if the first chunk is the header.
    private static func size(in head: [UInt8]) -> PixelSize? {
        var reader = ByteReader(head, at: 12)
        guard reader.big(4) == Int(header), let width = reader.big(4), let height = reader.big(4) else { return nil }
        return PixelSize(width: width, height: height)
    }

    /// Returns an encoded chunk with the given content.
    static func bytes(_ name: UInt32, _ content: some Collection<UInt8>) -> [UInt8] {
        let body = bigEndian(name) + content
        return bigEndian(UInt32(content.count)) + body + bigEndian(checksum(body[...]))
    }

    static func bigEndian(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.withUnsafeBufferPointer { cpng_checksum($0.baseAddress, $0.count) }
    }
}
