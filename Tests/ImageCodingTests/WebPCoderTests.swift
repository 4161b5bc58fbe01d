import HalftoneCore
import Pixels
import TestSupport
import Testing

@testable import ImageCoding

@Suite(.endsInTime, .slow) struct WebPCoderTests {
    private let coder = WebPCoder()

    private func decode(
        _ bytes: [UInt8], box: (Int, Int)? = nil, _ fidelity: DecodeOptions.Fidelity = .exact
    ) throws -> Image {
        var options = DecodeOptions(box: box.map { PixelSize(width: $0.0, height: $0.1) })
        options.fidelity = fidelity
        return try coder.decode(bytes, options: options)
    }

    @Test func `the header of a lossless picture says what it takes`() throws {
        let size = PixelSize(width: 61, height: 45)
        let value = { (x: Int, y: Int, channel: Int) in (x * 31 + y * 17 + channel * 71) % 256 }
        for hasAlpha in [false, true] {
            let bytes = WebPWriter(size: size, isLossless: true, hasAlpha: hasAlpha).bytes(value)
            let header = try coder.header(of: bytes, limits: DecodeLimits())
            #expect(header.format == .webp && header.pixelSize == size && header.hasAlpha == hasAlpha)
            #expect(!header.isProgressive && !header.isAnimated && header.storedBytes >= 4 * size.area)
            let image = try decode(bytes)
            #expect(image.warning == nil && image.format == .webp && image.bitmap.hasAlpha == hasAlpha)
        }
    }

    @Test(arguments: [false, true])
    func `exact is the average of every decoded pixel`(isLossless: Bool) throws {
        let writer = WebPWriter(size: PixelSize(width: 333, height: 222), quality: 60, isLossless: isLossless)
        let bytes = writer.bytes { x, y, c in (x * x + y * c) % 256 }
        let whole = try decode(bytes)
        #expect(try decode(bytes, box: (37, 37)).bitmap == whole.bitmap.resized(to: PixelSize(width: 37, height: 25)))
    }

    @Test(arguments: [false, true])
    func `the orientation in its EXIF chunk is applied`(hasMark: Bool) throws {
        let size = PixelSize(width: 24, height: 16)
        let plain = WebPWriter(size: size, isLossless: true).bytes { x, y, _ in x * 5 + y * 8 }
        let exif = (hasMark ? Array("Exif\0\0".utf8) : []) + ExifWriter.orientation(6).block
        let turned = WebPWriter.adding(exif: exif, to: plain, size: size)
        let header = try coder.header(of: turned, limits: DecodeLimits())
        #expect(header.orientation == .right)
        #expect(header.pixelSize == PixelSize(width: 16, height: 24))
        #expect(try decode(turned).bitmap == decode(plain).bitmap.oriented(.right))
    }

    // MARK: - Animations

    @Test func `an animation shows its first frame on its canvas`() throws {
        let frame = PixelSize(width: 20, height: 10)
        let first = WebPWriter(size: frame, isLossless: true, hasAlpha: true).bytes { x, y, c in
            c == 3 ? 128 + x : x + y
        }
        let second = WebPWriter(size: frame, isLossless: true).bytes { _, _, _ in 250 }
        let canvas = PixelSize(width: 40, height: 30)
        let bytes = WebPWriter.animation(canvas: canvas, frames: [(8, 12, frame, first), (0, 0, frame, second)])
        #expect(try coder.header(of: bytes, limits: DecodeLimits()).pixelSize == canvas)
        let image = try decode(bytes)
        #expect(image.size == canvas && image.warning == nil)
        let expected = Bitmap.drawn(40, 30, hasAlpha: image.bitmap.hasAlpha) { x, y in
            guard (8..<28).contains(x), (12..<22).contains(y) else { return RGBA(0, 0, 0, 0) }
            let gray = UInt8(x - 8 + y - 12)
            return RGBA(gray, gray, gray, UInt8(128 + x - 8))
        }
        #expect(image.bitmap == expected)
    }

    @Test func `an animation is read only until its first frame is whole`() throws {
        // given frames that end far behind the first 64 KB with one that is not allowed
        let size = PixelSize(width: 16, height: 16)
        let still = WebPWriter(size: size).bytes { x, _, _ in x }
        let good = (0, 0, size, still)
        let many = WebPWriter.animation(
            canvas: size, frames: Array(repeating: good, count: 4000) + [(90, 90, size, still)])
        #expect(many.count > 1 << 17)
        // then the invalid frame is not reached
        #expect(try decode(many).bitmap == decode(still).bitmap)
    }

    @Test func `a truncated first frame shows its rows`() throws {
        let size = PixelSize(width: 64, height: 64)
        let still = WebPWriter(size: size).bytes { x, y, c in (x * y + c * 40) % 256 }
        let bytes = WebPWriter.animation(
            canvas: PixelSize(width: 64, height: 80), frames: [(0, 8, size, still), (0, 0, size, still)])
        let (whole, image) = (try decode(bytes), try decode(Array(bytes[..<(still.count * 2 / 3)])))
        #expect(
            image.warning?.description.hasPrefix("the picture ends early: ") == true,
            "\(String(describing: image.warning))")
        let rows = (8..<80).prefix { image.bitmap[0, $0].alpha > 0 }.count
        #expect((20..<60).contains(rows))
        #expect(image.bitmap.bytes[..<(256 * (rows + 8))] == whole.bitmap.bytes[..<(256 * (rows + 8))])
    }

    @Test func `a frame outside of its canvas is an error`() {
        let size = PixelSize(width: 16, height: 16)
        let still = WebPWriter(size: size).bytes { x, _, _ in x }
        for place in [(2, 0), (0, 2), (1000, 1000)] {
            let bytes = WebPWriter.animation(canvas: size, frames: [(place.0, place.1, size, still)])
            #expect(throws: ImageCodingError.damaged(.webp, "no row can be read")) { try decode(bytes) }
        }
    }

    // MARK: - Fast and exact

    /// Returns soft slopes with bright points and dark strokes, which a decoder that averages bytes darkens.
    private func photo(quality: Int) -> [UInt8] {
        var random = SeededGenerator(seed: 31)
        var light = [Bool](repeating: false, count: 1280 * 960)
        for _ in 0..<3000 { light[Int.random(in: 0..<1280 * 960, using: &random)] = true }
        return WebPWriter(size: PixelSize(width: 1280, height: 960), quality: quality).bytes { x, y, channel in
            let slope = 128 + ((x * (channel + 2) / 4 + y) % 1024 - 512) / 8
            let isStroke = y % 32 < 12 && x * 7919 / 3 % 11 < 2 && y > 600
            return light[y * 1280 + x] ? 255 : isStroke ? 0 : slope
        }
    }

    @Test(arguments: [20, 50, 85], [20, 40, 160, 300])
    func `fast decoding is close to exact wherever it differs`(quality: Int, side: Int) throws {
        let bytes = photo(quality: quality)
        let (fast, exact) = (try decode(bytes, box: (side, side), .fast), try decode(bytes, box: (side, side), .exact))
        #expect(fast.bitmap.likeness(to: exact.bitmap) >= 40)
        #expect(fast.bitmap != exact.bitmap, "nothing was left out")
    }

    @Test func `a picture close to its own size is smoothed`() throws {
        let bytes = photo(quality: 20)
        #expect(try decode(bytes, box: (321, 321), .fast).bitmap == decode(bytes, box: (321, 321), .exact).bitmap)
    }

    // MARK: - Cancelled halfway

    /// Cancels a decode after a number of rows. Returns the number of rows that were delivered; `nil` if it was not
    /// cancelled.
    private func rows(of bytes: [UInt8], cancelledAt cancelled: Int) throws -> Int? {
        var options = DecodeOptions()
        let token = CancellationToken()
        options.cancellation = token
        return try bytes.withUnsafeBufferPointer { buffer in
            let decoder = try WebPDecoder(buffer)
            try decoder.start(smooths: true)
            var count = 0
            do throws(ImageCodingError) {
                let width = decoder.size.width * decoder.layout.bytesPerPixel
                _ = try decoder.forEachRow(width: width, options: options) { _ in
                    count += 1
                    if count == cancelled { token.cancel() }
                }
                return nil
            } catch {
                #expect(error == .cancelled)
                return count
            }
        }
    }

    /// A small file is decoded in one step.
    @Test func `a decode that is cancelled between rows delivers few more`() throws {
        let writer = WebPWriter(size: PixelSize(width: 16, height: 400), isLossless: true)
        let bytes = writer.bytes { _, y, _ in y & 255 }
        #expect(bytes.count < 2048)
        #expect(try rows(of: bytes, cancelledAt: 100) == 128)
    }

    /// A picture with less rows than lie between two checks, in a file of many bites.
    @Test func `a decode that is cancelled between pieces reads no further`() throws {
        var random = SeededGenerator(seed: 41)
        let writer = WebPWriter(size: PixelSize(width: 3000, height: 60), quality: 98)
        let bytes = writer.bytes { _, _, _ in Int.random(in: 0...255, using: &random) }
        let count = try #require(try rows(of: bytes, cancelledAt: 1))
        #expect(count < 60, "\(bytes.count) bytes")
    }
}
