import Pixels
import TestSupport
import Testing

@testable import ImageCoding

@Suite(.endsInTime) struct QOICoderTests {
    private let manager = ImageCodersManager.shared

    private func row(_ image: Image, _ y: Int = 0) -> [RGBA] { (0..<image.size.width).map { image.bitmap[$0, y] } }

    private func decode(_ width: Int, _ height: Int, channels: UInt8 = 4, _ chunks: [UInt8]) throws -> Image {
        let bytes = QOIWriter(width, height, channels: channels).bytes(chunks)
        let image = try manager.decode(bytes)
        for count in [1, 2, 7] {  // and whatever the pieces in which they arrive
            let again = try QOICoder().decode(ByteSource(reading: bytes, longest: count), options: DecodeOptions())
            #expect(again.bitmap == image.bitmap && again.warning == image.warning)
        }
        return image
    }

    @Test func `every kind of chunk is read byte by byte`() throws {
        let chunks: [UInt8] = [
            0xFE, 10, 20, 30,  // a color
            0xFF, 40, 50, 60, 70,  // with alpha
            0x47,  // -2, -1, 1
            0x80, 0x0F,  // green -32, red -8, blue 7 beside it
            0xC2,  // three more
            0xFE, 0, 255, 1,
            0x5C,  // -1, 1, -2: around the ends
            9,  // seen before: (10 * 3 + 20 * 5 + 30 * 7 + 255 * 11) % 64
            0xBF, 0xF0,  // green 31, red 7, blue -8 beside it
            0xC0,  // once more
        ]
        let image = try decode(12, 1, chunks)
        let expected: [RGBA] = [
            RGBA(10, 20, 30), RGBA(40, 50, 60, 70), RGBA(38, 49, 61, 70), RGBA(254, 17, 36, 70),
            RGBA(254, 17, 36, 70), RGBA(254, 17, 36, 70), RGBA(254, 17, 36, 70), RGBA(0, 255, 1, 70),
            RGBA(255, 0, 255, 70), RGBA(10, 20, 30), RGBA(48, 51, 53), RGBA(48, 51, 53),
        ]
        #expect(row(image) == expected && image.warning == nil && image.format == .qoi)
    }

    @Test func `it begins with opaque black, and unseen colors are transparent`() throws {
        #expect(try row(decode(3, 1, [0xC1, 9])) == [RGBA(0, 0, 0), RGBA(0, 0, 0), RGBA(0, 0, 0, 0)])
        // a run is seen too: black has the hash 53
        #expect(try row(decode(3, 1, [0xC0, 0xFE, 1, 1, 1, 53])) == [RGBA(0, 0, 0), RGBA(1, 1, 1), RGBA(0, 0, 0)])
    }

    @Test func `runs go on in the next rows`() throws {
        let image = try decode(5, 30, [0xFE, 1, 2, 3, 0xFD, 0xFD, 0xC0 | 24])
        #expect(image.bitmap == Bitmap(size: image.size, filledWith: RGBA(1, 2, 3)) && image.warning == nil)
    }

    @Test func `three channels are opaque, whatever their chunks say`() throws {
        let image = try decode(2, 1, channels: 3, [0xFF, 1, 2, 3, 4, 0xC0])
        #expect(row(image) == [RGBA(1, 2, 3), RGBA(1, 2, 3)] && !image.bitmap.hasAlpha)
    }

    @Test(arguments: [3, 4] as [UInt8])
    func `what was written comes out`(channels: UInt8) throws {
        for seed in 0..<UInt64(40) {
            var random = SeededGenerator(seed: seed)
            let writer = QOIWriter(
                .random(in: 1...99, using: &random), .random(in: 1...40, using: &random), channels: channels)
            var color = RGBA(0, 0, 0)
            let pixels = (0..<writer.size.area).map { _ in
                let step: ClosedRange<Int> = [0...0, -2...1, -20...20, -128...127][
                    Int.random(in: 0..<4, using: &random)]
                color.red &+= UInt8(truncatingIfNeeded: Int.random(in: step, using: &random))
                color.green &+= UInt8(truncatingIfNeeded: Int.random(in: step, using: &random))
                color.blue &+= UInt8(truncatingIfNeeded: Int.random(in: step, using: &random))
                if channels == 4, Int.random(in: 0..<30, using: &random) == 0 {
                    color.alpha = .random(in: 0...255, using: &random)
                }
                return color
            }
            let image = try manager.decode(writer.bytes { x, y in pixels[y * writer.size.width + x] })
            let bytes = pixels.flatMap { [$0.red, $0.green, $0.blue, $0.alpha] }
            #expect(image.bitmap.bytes == bytes && image.warning == nil, "seed \(seed)")
        }
    }

    @Test func `a header that makes no sense is one clear error`() {
        func expect(_ what: String, _ place: Int, _ value: UInt8) {
            var bytes = QOIWriter(2, 2).bytes { _, _ in RGBA(1, 1, 1) }
            bytes[place] = value
            let error = ImageCodingError.damaged(.qoi, what)
            #expect(throws: error) { try manager.decode(bytes) }
            #expect(throws: error) { try manager.header(of: bytes) }
        }
        expect("a picture of 0x2 pixels", 7, 0)
        expect("a picture of 2x0 pixels", 11, 0)
        expect("2 channels", 12, 2)
        expect("5 channels", 12, 5)
        let short = Array(QOIWriter(2, 2).bytes([])[..<13])
        #expect(throws: ImageCodingError.damaged(.qoi, "the header ends early")) { try manager.decode(short) }
        #expect(throws: ImageCodingError.damaged(.qoi, "no row can be read")) {
            try manager.decode(QOIWriter(2, 2).bytes([0xC0]))
        }
    }

    @Test func `a size over the limits is refused before a pixel is read`() {
        let size = PixelSize(width: 30_000, height: 30_000)
        let bomb = QOIWriter(30_000, 30_000).bytes([UInt8](repeating: 0xFD, count: 100))
        #expect(throws: ImageCodingError.tooLarge(size, limit: "200 megapixels")) { try manager.decode(bomb) }
        #expect(throws: ImageCodingError.tooLarge(size, limit: "200 megapixels")) { try manager.header(of: bomb) }
        let long = QOIWriter(Int(UInt32.max), Int(UInt32.max)).bytes([])
        let error = ImageCodingError.tooLarge(
            PixelSize(width: 4_294_967_295, height: 4_294_967_295), limit: "65535 pixels a side")
        #expect(throws: error) { try manager.decode(long) }
    }

    @Test func `sides without a limit are still bounded by the number of pixels`() {
        let longest = PixelSize(width: Int(UInt32.max), height: Int(UInt32.max))
        let bytes = QOIWriter(longest.width, longest.height, channels: 4).bytes([])
        var options = DecodeOptions()
        options.limits.side = .max
        let error = ImageCodingError.tooLarge(longest, limit: "200 megapixels")
        #expect(throws: error) { try manager.header(of: bytes, limits: options.limits) }
        #expect(throws: error) { try manager.decode(bytes, options: options) }
        #expect(!error.description.isEmpty)
    }

    @Test func `the end mark is no pixel of a cut picture`() throws {
        // given four rows of which the last two are missing: the mark alone would be eight pixels
        let image = try decode(2, 4, [0xFE, 1, 2, 3, 0xC2])
        #expect(image.warning == .cut(percentShown: 50, isEnd: true))
        #expect(row(image, 1) == [RGBA(1, 2, 3), RGBA(1, 2, 3)] && row(image, 2)[0].alpha == 0)
    }

    @Test func `a missing end mark is no damage, but other bytes and a run that is too long are`() throws {
        let whole = QOIWriter(2, 2).bytes([0xFE, 1, 2, 3, 0xC2])
        for count in 0...8 { #expect(try manager.decode(Array(whole.dropLast(count))).warning == nil, "\(count)") }
        #expect(try manager.decode(whole + [7, 7]).warning == nil)
        #expect(try decode(2, 2, [0xFE, 1, 2, 3, 0xC2, 0xC0]).warning == .damagedInPlaces)
        #expect(try decode(2, 2, [0xFE, 1, 2, 3, 0xC3]).warning == .damagedInPlaces)
    }

    @Test(arguments: [0, 1, 2, 255] as [UInt8])
    func `samples are sRGB, whatever the color space in the header`(space: UInt8) throws {
        var writer = QOIWriter(2, 2)
        writer.space = space
        let bytes = writer.bytes { _, _ in RGBA(128, 64, 192) }
        #expect(try row(manager.decode(bytes))[0] == RGBA(128, 64, 192))
        #expect(try manager.header(of: bytes).sourceColor == .sRGB)
    }
}
