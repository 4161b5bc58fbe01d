import Pixels
import TestSupport
import Testing

@testable import ImageCoding

/// EXIF data of cameras, and malformed data.
@Suite(.endsInTime) struct ExifFieldsTests {
    private func fields(_ writer: ExifWriter) throws -> ExifFields {
        let block = try #require(ExifBlock(writer.block[...]))
        return ExifFields(block)
    }

    private static func expect(_ fields: ExifFields) {
        #expect(fields.make == "Halftone Works" && fields.model == "H-1" && fields.lens == "35mm f/1.8")
        #expect(fields.taken == "2024-05-01 12:30:59 +02:00")
        #expect(fields.exposure == 1 / 250 && fields.fNumber == 2.8 && fields.sensitivity == 400)
        #expect(fields.exposureBias == -1 / 3 && fields.flashFired == true)
        #expect(fields.focalLength == 35 && fields.focalLengthOn35mm == 52)
        #expect(fields.software == "v2" && fields.artist == "A. Person" && fields.copyright == "(c) A. Person")
        #expect(fields.hasPosition)
    }

    @Test(arguments: [true, false])
    func `every field is read in both byte orders`(isLittleEndian: Bool) throws {
        Self.expect(try fields(.photo(isLittleEndian: isLittleEndian)))
    }

    @Test func `every format with EXIF has its fields read`() throws {
        let size = PixelSize(width: 8, height: 4)
        let photo = ExifWriter.photo()
        let jpeg = photo.added(toJPEG: JPEGWriter(size: size).bytes { _, _, _ in 1 })
        var writer = PNGWriter(width: size.width, height: size.height, colorType: 2)
        writer.extraChunks = [("eXIf", photo.block)]
        let png = writer.bytes { _, _, _ in 1 }
        let still = WebPWriter(size: size, isLossless: true).bytes { _, _, _ in 1 }
        let webp = WebPWriter.adding(exif: photo.block, to: still, size: size)
        for file in [jpeg, png, webp] { Self.expect(try #require(ExifFields(of: ByteSource(file)))) }
        #expect(ExifFields(of: ByteSource(still)) == nil)
        for other in [Array("GIF89a".utf8), []] { #expect(ExifFields(of: ByteSource(other)) == nil) }
    }

    @Test func `a block without fields is no EXIF`() throws {
        let plain = JPEGWriter(size: PixelSize(width: 8, height: 4)).bytes { _, _, _ in 1 }
        let turned = JPEGWriter.adding(thumbnail: [1], orientation: 6, to: plain)
        #expect(ExifFields(of: ByteSource(turned)) == nil)
    }

    @Test func `fields without a value of the camera are not shown`() throws {
        var writer = ExifWriter()
        writer.picture = [(0x010F, writer.text("   ")), (0x0110, writer.short(3))]
        writer.camera = [
            (0x829A, writer.fractions((1, 0))), (0x829D, writer.fractions((0, 1))), (0x8827, writer.short(0)),
            (0x9003, writer.text("0000:00:00 00:00:00")), (0x920A, writer.fractions((0, 0))),
            (0xA405, writer.short(0)),
        ]
        writer.position = [
            (2, writer.fractions((0, 0), (0, 0), (0, 0))), (4, writer.fractions((0, 0), (0, 0), (0, 0))),
        ]
        #expect(try fields(writer) == ExifFields())
    }

    @Test(arguments: [
        "    :  :     :  :  ", "2024-05-01 12:30:59", "2024:05:01", "2024:05:01 12:30:59Z", "zwei:tau:end vierund",
    ])
    func `an invalid date is not shown`(text: String) throws {
        var writer = ExifWriter()
        writer.camera = [(0x9003, writer.text(text))]
        #expect(try fields(writer).taken == nil)
    }

    @Test func `an invalid offset keeps the date`() throws {
        var writer = ExifWriter()
        writer.camera = [(0x9003, writer.text("2024:05:01 12:30:59")), (0x9011, writer.text("   :  "))]
        #expect(try fields(writer).taken == "2024-05-01 12:30:59")
    }

    @Test func `a sensitivity too high for its field is read from a newer field`() throws {
        var writer = ExifWriter()
        writer.camera = [(0x8827, writer.short(0xFFFF)), (0x8832, writer.long(102_400))]
        #expect(try fields(writer).sensitivity == 102_400)
        writer.camera = [(0x8831, writer.long(80))]
        #expect(try fields(writer).sensitivity == 80)
        // the first of several counts
        writer.camera = [(0x8827, writer.short(200, 0, 0))]
        #expect(try fields(writer).sensitivity == 200)
    }

    @Test func `texts end with their NUL byte and have a maximum length`() throws {
        var writer = ExifWriter()
        writer.picture = [
            (0x010F, writer.text("Maker\0rubbish")), (0x0110, writer.text(String(repeating: "x", count: 60_000))),
            (0x0131, writer.text("naïve", type: 129)),
        ]
        let fields = try fields(writer)
        #expect(fields.make == "Maker" && fields.model?.count == 256 && fields.software == "naïve")
    }

    // MARK: - Hostile files

    @Test func `directories that form a cycle end`() throws {
        // The directory of the picture is also that of the camera and of the position.
        var writer = ExifWriter()
        writer.picture = [
            (0x0110, writer.text("H-1")), (0x8769, writer.long(8)), (0x8825, writer.long(8)),
            (0xA434, writer.text("L")),
        ]
        let fields = try fields(writer)
        #expect(fields.model == "H-1" && fields.lens == "L" && !fields.hasPosition)
    }

    @Test func `offsets outside of the block are ignored`() throws {
        for place in [0xFFFF_FFFF, 0x7FFF_FFFF, 200] {
            for (type, count) in [(2, 5), (2, 0xFFFF_FFFF), (5, 1), (10, 1), (3, 0xFFFF_FFFF), (4, 2)] {
                var writer = ExifWriter()
                let value = ExifWriter.Value(type: type, count: count, bytes: writer.number(place, 4))
                writer.picture = [0x010F, 0x0110, 0x0131].map { ($0, value) }
                writer.camera = [0x829A, 0x829D, 0x8827, 0x9003, 0x9204, 0x920A, 0xA405].map { ($0, value) }
                writer.position = [(2, value), (4, value)]
                #expect(try fields(writer) == ExifFields())
            }
            var writer = ExifWriter()
            writer.picture = [(0x8769, writer.long(place)), (0x8825, writer.long(place))]
            #expect(try fields(writer) == ExifFields())
        }
        // and a directory that announces more entries than it has yields its complete entries
        var photo = ExifWriter.photo().block
        (photo[8], photo[9]) = (0xFF, 0xFF)
        let model = try #require(ExifBlock(photo[...]))
        #expect(ExifFields(model).model == "H-1")
    }

    private func read(_ block: ArraySlice<UInt8>) {
        _ = ExifBlock(block).map { (ExifFields($0), $0.orientation, $0.thumbnail) }
    }

    @Test(arguments: [ExifWriter.photo().block, ExifWriter.orientation(6).block])
    func `every truncation and every changed byte is read without a crash`(block: [UInt8]) {
        for count in 0..<block.count { read(block[..<count]) }
        for place in block.indices {
            for value in [UInt8(0), 1, 127, 128, 255] {
                var changed = block
                changed[place] = value
                read(changed[...])
            }
        }
    }

    @Test(arguments: UInt64(1)...20)
    func `garbage after a byte order is read without a crash`(seed: UInt64) {
        var numbers = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let count = Int.random(in: 0..<400, using: &numbers)
            // small numbers, so that places and counts lie inside as often as not
            let rubbish = (0..<count).map { _ in
                Bool.random(using: &numbers) ? UInt8(0) : UInt8.random(in: 0...255, using: &numbers)
            }
            let block = [0x49, 0x49, 42, 0, 8, 0, 0, 0] + rubbish
            read(block[...])
        }
    }
}
