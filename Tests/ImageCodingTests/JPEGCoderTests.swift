import HalftoneCore
import Pixels
import TestSupport
import Testing

@testable import ImageCoding

@Suite(.endsInTime) struct JPEGCoderTests {
    private let coder = JPEGCoder()

    private func decode(
        _ bytes: [UInt8], box: (Int, Int)? = nil, _ fidelity: DecodeOptions.Fidelity = .exact
    ) throws -> Image {
        var options = DecodeOptions(box: box.map { PixelSize(width: $0.0, height: $0.1) })
        options.fidelity = fidelity
        return try coder.decode(bytes, options: options)
    }

    @Test(arguments: [false, true]) func `only a picture of several scans is stored whole`(isProgressive: Bool) throws {
        let size = PixelSize(width: 61, height: 45)
        let bytes = JPEGWriter(size: size, isProgressive: isProgressive).bytes { x, y, _ in x + y }
        let header = try coder.header(of: bytes, limits: DecodeLimits())
        #expect(header.format == .jpeg && header.pixelSize == size && header.isProgressive == isProgressive)
        #expect((header.storedBytes > 0) == isProgressive)
    }

    @Test func `CMYK becomes RGB`() throws {
        // 255 is no ink: cyan full, a half of black. Adobe stores them so, and files without Adobe's mark are read alike.
        let writer = JPEGWriter(size: PixelSize(width: 16, height: 16), channels: 4, quality: 100)
        let inks = [0, 255, 255, 128]
        let marked = writer.bytes { _, _, channel in inks[channel] }
        var unmarked = marked
        let mark = try #require(
            unmarked.indices.first { unmarked[$0...].starts(with: "Adobe".utf8) }, "the encoder writes the mark")
        unmarked[mark] = 0x61
        for bytes in [marked, unmarked] {
            let pixel = try decode(bytes).bitmap[8, 8]
            #expect(pixel.red <= 2 && abs(Int(pixel.green) - 128) <= 2 && abs(Int(pixel.blue) - 128) <= 2, "\(pixel)")
        }
    }

    @Test(arguments: 1...8, [false, true])
    func `the orientation in EXIF is applied`(value: Int, littleEndian: Bool) throws {
        let size = PixelSize(width: 24, height: 16)
        let plain = JPEGWriter(size: size).bytes { x, y, _ in x * 5 + y * 8 }
        let turned = ExifWriter.orientation(value, isLittleEndian: littleEndian).added(toJPEG: plain)
        let orientation = try #require(Orientation(rawValue: UInt8(value)))
        let header = try coder.header(of: turned, limits: DecodeLimits())
        #expect(header.orientation == orientation)
        #expect(header.pixelSize == orientation.applied(to: size))
        #expect(try decode(turned).bitmap == decode(plain).bitmap.oriented(orientation))
        #expect(try decode(turned).sourceSize == header.pixelSize)
    }

    @Test func `the box holds the upright picture`() throws {
        let plain = JPEGWriter(size: PixelSize(width: 60, height: 30)).bytes { x, y, _ in 4 * x + y }
        let turned = ExifWriter.orientation(6, isLittleEndian: false).added(toJPEG: plain)
        #expect(try decode(turned, box: (10, 10)).size == PixelSize(width: 5, height: 10))
        var options = DecodeOptions(box: PixelSize(width: 10, height: 10))
        options.fit = .cover
        #expect(try coder.decode(turned, options: options).size == PixelSize(width: 10, height: 10))
        options.fit = .contain
        options.pixelAspect = 0.5
        #expect(try coder.decode(turned, options: options).size == PixelSize(width: 10, height: 10))
    }

    @Test func `invalid EXIF is taken for upright`() throws {
        let plain = JPEGWriter(size: PixelSize(width: 8, height: 4)).bytes { _, _, _ in 1 }
        for value in [0, 9, 60_000] {
            let bytes = ExifWriter.orientation(value).added(toJPEG: plain)
            #expect(try decode(bytes).size == PixelSize(width: 8, height: 4))
        }
        let block = ExifWriter.orientation(6).block
        #expect(ExifBlock(block[...])?.orientation == .right)
        #expect(ExifBlock(block[..<30])?.orientation == .up)
    }

    @Test func `twelve bits a sample are refused clearly`() throws {
        var bytes = JPEGWriter(size: PixelSize(width: 8, height: 8)).bytes { _, _, _ in 1 }
        let frame = try #require(bytes.indices.first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
        bytes[frame + 4] = 12
        #expect(throws: ImageCodingError.unsupported(.jpeg, "Unsupported JPEG data precision 12")) {
            try coder.decode(bytes, options: DecodeOptions())
        }
    }

    // MARK: - Fast and exact

    /// Each row: the source, the target, the scale that the library decodes at for `fast`.
    @Test(arguments: [
        (6000, 4000, 80, 53, 8), (4480, 2968, 80, 53, 8), (4479, 2968, 80, 53, 4), (2240, 1484, 80, 53, 4),
        (2239, 1484, 80, 53, 2), (1120, 742, 80, 53, 2), (1119, 742, 80, 53, 1), (6000, 400, 80, 53, 1),
        (80, 53, 80, 53, 1), (1, 1, 1, 1, 1),
    ])
    func `the library averages as long as seven pixels are left for each of the target`(
        width: Int, height: Int, columns: Int, rows: Int, shrink: Int
    ) {
        let (source, target) = (PixelSize(width: width, height: height), PixelSize(width: columns, height: rows))
        #expect(JPEGCoder.shrink(source, to: target, .fast) == shrink)
        #expect(JPEGCoder.shrink(source, to: target, .exact) == 1)
    }

    @Test(arguments: [16, 32, 64], [false, true])
    func `a grainy photo that the library reduces stays close to the exact one`(
        side: Int, isProgressive: Bool
    ) throws {
        let size = PixelSize(width: 1024, height: 768)
        // Chroma is whole, so that only the reduction can make a difference.
        let writer = JPEGWriter(size: size, quality: 92, isProgressive: isProgressive)
        let (bytes, box) = (writer.bytes(of: photo(size)), (side, side))
        let (fast, exact) = (try decode(bytes, box: box, .fast), try decode(bytes, box: box, .exact))
        let likeness = fast.bitmap.likeness(to: exact.bitmap)
        #expect(likeness >= 40 && likeness < .infinity, "the library has reduced it")
    }

    /// Returns the RGB bytes of a scene with the grain of a camera: a sky, a dark hill with a sharp edge, fine texture.
    private func photo(_ size: PixelSize) -> [UInt8] {
        var random = SeededGenerator(seed: 7)
        let noise = (0..<9973).map { _ in (0..<4).reduce(0) { sum, _ in sum + Int.random(in: -6...6, using: &random) } }
        var pixels: [UInt8] = []
        pixels.reserveCapacity(3 * size.area)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let isHill = y > size.height / 2 + (x % 400 - 200) * (x % 400 - 200) / 300
                let texture = isHill ? (x * 31 ^ y * 17) % 64 : 0
                let light = isHill ? 40 + texture : 220 - 100 * y / size.height
                for channel in 0..<3 {
                    let grain = noise[(pixels.count * 7) % noise.count] * (64 + light) / 256  // more where it is light
                    pixels.append(UInt8(clamping: light + 20 * channel + grain))
                }
            }
        }
        return pixels
    }

    @Test func `exact is the average of every decoded pixel`() throws {
        let bytes = JPEGWriter(size: PixelSize(width: 333, height: 222), quality: 60).bytes { x, y, c in
            (x * x + y * c) % 256
        }
        let whole = try decode(bytes)
        #expect(try decode(bytes, box: (37, 37)).bitmap == whole.bitmap.resized(to: PixelSize(width: 37, height: 25)))
    }
}
