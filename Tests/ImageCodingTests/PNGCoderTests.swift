import HalftoneCore
import Pixels
import TestSupport
import Testing

@testable import ImageCoding

@Suite(.endsInTime) struct PNGCoderTests {
    private let coder = PNGCoder()

    private func decode(_ bytes: [UInt8], box: (Int, Int)? = nil) throws -> Image {
        try coder.decode(bytes, options: DecodeOptions(box: box.map { PixelSize(width: $0.0, height: $0.1) }))
    }

    @Test func `a 16-bit color is transparent only if all of its bits are equal`() throws {
        let writer = PNGWriter(width: 4, height: 1, depth: 16, colorType: 2, transparency: [1, 2, 3, 4, 5, 6])
        let key = [0x0102, 0x0304, 0x0506]
        let image = try decode(writer.bytes { x, _, channel in key[channel] ^ (channel == x - 1 ? 1 : 0) })
        #expect((0..<4).map { image.bitmap[$0, 0].alpha } == [0, 255, 255, 255])
    }

    @Test func `interlacing changes nothing at any size`() throws {
        var random = SeededGenerator(seed: 21)
        for _ in 0..<60 {
            let (width, height) = (Int.random(in: 1...40, using: &random), Int.random(in: 1...40, using: &random))
            let box = (Int.random(in: 1...40, using: &random), Int.random(in: 1...40, using: &random))
            let salt = Int.random(in: 0...999, using: &random)
            var writer = PNGWriter(width: width, height: height, colorType: 6)
            let plain = writer.bytes { ($0 * 7 + $1 * 13 + $2 * 50 + salt) % 256 }
            writer.isInterlaced = true
            let interlaced = writer.bytes { ($0 * 7 + $1 * 13 + $2 * 50 + salt) % 256 }
            #expect(try decode(plain, box: box).bitmap == decode(interlaced, box: box).bitmap, "\(width)x\(height)")
        }
    }

    @Test func `a checkerboard is averaged in linear light`() throws {
        let checker = PNGWriter(width: 64, height: 64, depth: 1, colorType: 0).bytes { x, y, _ in (x + y) % 2 }
        let image = try decode(checker, box: (8, 8))
        #expect(image.bitmap == Bitmap(size: PixelSize(width: 8, height: 8), filledWith: RGBA(188, 188, 188)))
        #expect(image.sourceSize == PixelSize(width: 64, height: 64))
        #expect(image.isThumbnail)
    }

    @Test(arguments: [false, true])
    func `the orientation in a chunk is applied, before or behind the pixels`(isBehind: Bool) throws {
        var writer = PNGWriter(width: 3, height: 2, colorType: 0)
        writer.chunkBytes = 5
        let exif = ("eXIf", ExifWriter.orientation(6).block)
        if isBehind { writer.lastChunks = [("prVt", [1, 2, 3]), exif] } else { writer.extraChunks = [exif] }
        let bytes = writer.bytes { x, y, _ in x + 3 * y }
        let header = try coder.header(of: bytes, limits: DecodeLimits())
        #expect(header.pixelSize == PixelSize(width: 2, height: 3))
        #expect(header.orientation == .right)
        let image = try decode(bytes)
        #expect(image.sourceSize == PixelSize(width: 2, height: 3))
        #expect((0..<3).map { y in (0..<2).map { image.bitmap[$0, y].red } } == [[3, 0], [4, 1], [5, 2]])
        // read from elsewhere, and arriving
        #expect(try coder.decode(ByteSource(reading: bytes), options: DecodeOptions()).bitmap == image.bitmap)
        let arriving = coder.makeIncrementalDecoder(options: DecodeOptions())
        for byte in bytes { try arriving.append([byte]) }
        #expect(try arriving.finish().bitmap == image.bitmap)
    }

    @Test(arguments: [20, 1000], [false, true])
    func `a wrong checksum in the pixels is a warning`(chunkBytes: Int, isInterlaced: Bool) throws {
        var writer = PNGWriter(width: 8, height: 8, colorType: 0, isInterlaced: isInterlaced)
        writer.chunkBytes = chunkBytes
        var bytes = writer.bytes { x, y, _ in x * y }
        bytes[bytes.count - 13] ^= 1  // the last byte of the checksum of the last IDAT, before the 12 of IEND
        let image = try decode(bytes)
        #expect(image.bitmap[7, 7] == RGBA(49, 49, 49))
        #expect(image.warning?.description == "the picture is damaged in places")
    }

    @Test func `text and corrupt color chunks are skipped`() throws {
        var writer = PNGWriter(width: 1, height: 1, colorType: 0)
        writer.extraChunks = [
            ("zTXt", Array("bomb".utf8) + [0, 0, 9, 9]), ("iTXt", [1]), ("cHRM", [0]), ("gAMA", [0]),
            ("prVt", [UInt8](repeating: 7, count: 3_000_000)),
        ]
        let image = try decode(writer.bytes { _, _, _ in 5 })
        #expect(image.bitmap[0, 0] == RGBA(5, 5, 5))
        #expect(image.warning == nil)
    }
}
