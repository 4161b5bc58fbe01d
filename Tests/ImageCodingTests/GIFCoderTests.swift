import HalftoneCore
import Pixels
import TestSupport
import Testing

@testable import ImageCoding

@Suite(.endsInTime) struct GIFCoderTests {
    private let coder = GIFCoder()

    private func decode(_ bytes: [UInt8], box: (Int, Int)? = nil) throws -> Image {
        try coder.decode(bytes, options: DecodeOptions(box: box.map { PixelSize(width: $0.0, height: $0.1) }))
    }

    private func gray(_ value: Int) -> RGBA { RGBA(UInt8(value), UInt8(value), UInt8(value)) }

    @Test(arguments: [2, 4, 16, 256], [false, true])
    func `palettes of every size are looked up`(colors: Int, isInterlaced: Bool) throws {
        let size = PixelSize(width: 37, height: 29)
        for version in ["87a", "89a"] {
            let writer = GIFWriter(
                screen: size, isInterlaced: isInterlaced, globalPalette: GIFWriter.grays(colors), version: version)
            let bytes = writer.bytes { ($0 * 3 + $1 * 7) % colors }
            #expect(
                try coder.header(of: bytes, limits: DecodeLimits())
                    == ImageHeader(format: .gif, pixelSize: size, isProgressive: isInterlaced))
            let image = try decode(bytes)
            #expect(image.warning == nil && image.format == .gif && !image.bitmap.hasAlpha)
            let expected = Bitmap.drawn(37, 29, hasAlpha: false) { x, y in
                gray((x * 3 + y * 7) % colors * 255 / (colors - 1))
            }
            #expect(image.bitmap == expected, "\(version)")
        }
    }

    @Test func `a local palette takes precedence over the global one`() throws {
        let writer = GIFWriter(screen: PixelSize(width: 2, height: 1), localPalette: [9, 8, 7, 6, 5, 4])
        let image = try decode(writer.bytes { x, _ in x })
        #expect(image.bitmap[0, 0] == RGBA(9, 8, 7))
        #expect(image.bitmap[1, 0] == RGBA(6, 5, 4))
    }

    @Test func `one color is transparent`() throws {
        let bytes = GIFWriter(screen: PixelSize(width: 3, height: 1), transparent: 1).bytes { x, _ in x }
        let image = try decode(bytes)
        #expect((0..<3).map { image.bitmap[$0, 0] } == [gray(0), RGBA(0, 0, 0, 0), gray(34)])
        #expect(try coder.header(of: bytes, limits: DecodeLimits()).hasAlpha)
    }

    @Test func `an index outside of the palette is transparent`() throws {
        let writer = GIFWriter(screen: PixelSize(width: 2, height: 1), globalPalette: GIFWriter.grays(4), bits: 8)
        let image = try decode(writer.bytes { x, _ in x == 0 ? 3 : 4 })
        #expect(image.bitmap[0, 0] == gray(255))
        #expect(image.bitmap[1, 0] == RGBA(0, 0, 0, 0))
    }

    @Test func `a frame is at its offset and is clipped at the edges`() throws {
        let screen = PixelSize(width: 12, height: 10)
        let frame = PixelSize(width: 6, height: 5)
        for isInterlaced in [false, true] {
            for (left, top) in [(0, 0), (3, 4), (9, 8), (11, 2), (12, 0), (0, 10), (400, 300)] {
                let writer = GIFWriter(
                    screen: screen, frame: PixelRect(x: left, y: top, size: frame), isInterlaced: isInterlaced)
                let bytes = writer.bytes { x, y in x + y }
                let image = try decode(bytes)
                #expect(image.size == screen && image.warning == nil, "\(left),\(top)")
                #expect(try coder.header(of: bytes, limits: DecodeLimits()).hasAlpha)
                let expected = Bitmap.drawn(12, 10, hasAlpha: image.bitmap.hasAlpha) { x, y in
                    let isInside = (left..<left + 6).contains(x) && (top..<top + 5).contains(y)
                    return isInside ? gray((x - left + y - top) * 17) : RGBA(0, 0, 0, 0)
                }
                #expect(image.bitmap == expected, "a frame at \(left),\(top)")
            }
        }
    }

    /// Codes of every number of bits, each of one pixel or of strings that fill the table.
    @Test(arguments: 2...11, [false, true])
    func `pixels of up to eleven bits are decoded`(bits: Int, isCompressed: Bool) throws {
        let size = PixelSize(width: 150, height: 120)
        let colors = min(256, 1 << bits)
        func index(_ x: Int, _ y: Int) -> Int { (x * x / 7 + y * 3 + x * y / 50) % (colors + (bits > 8 ? 40 : 0)) }
        for isInterlaced in [false, true] {
            var writer = GIFWriter(screen: size, isInterlaced: isInterlaced, globalPalette: GIFWriter.grays(colors))
            (writer.bits, writer.isCompressed) = (bits, isCompressed)
            let bytes = writer.bytes(index)
            let image = try decode(bytes)
            #expect(image.warning == nil)
            let expected = Bitmap.drawn(size.width, size.height, hasAlpha: image.bitmap.hasAlpha) { x, y in
                let index = index(x, y)  // beyond the palette it is transparent
                return index < colors ? gray(index * 255 / (colors - 1)) : RGBA(0, 0, 0, 0)
            }
            #expect(image.bitmap == expected)
            #expect(try coder.header(of: bytes, limits: DecodeLimits()).pixelSize == size)
            // arriving, and as a later frame
            let arriving = coder.makeIncrementalDecoder(options: DecodeOptions())
            try arriving.feed(bytes, pieces: [500])
            #expect(try arriving.finish().bitmap == image.bitmap)
            let twice = bytes.dropLast() + bytes[(13 + 3 * colors)...]
            let animation = try #require(try coder.decode(Array(twice), options: .frames).animation)
            #expect(animation.frameCount == 2 && animation.frame(at: 1)?.bitmap == image.bitmap)
        }
    }

    @Test(arguments: [0, 12, 255]) func `pixels of an impossible number of bits are damage`(bits: UInt8) {
        var bytes = GIFWriter(screen: PixelSize(width: 4, height: 4)).bytes { _, _ in 1 }
        bytes[13 + 48 + 10] = bits
        #expect(throws: ImageCodingError.damaged(.gif, "indices of \(bits) bits")) { try decode(bytes) }
    }

    @Test func `a screen is at least as large as its first frame`() throws {
        let cases = [(0, 9, 6, 9), (0, 0, 6, 4), (3, 9, 6, 9), (9, 2, 9, 4), (2, 2, 6, 4), (4, 3, 4, 3)]
        for (width, height, wholeWidth, wholeHeight) in cases {
            let frame = PixelRect(x: 2, y: 1, size: PixelSize(width: 4, height: 3))
            let bytes = GIFWriter(screen: PixelSize(width: width, height: height), frame: frame).bytes { _, _ in 15 }
            let size = PixelSize(width: wholeWidth, height: wholeHeight)
            let image = try decode(bytes)
            #expect(image.size == size && image.bitmap[3, 2] == gray(255) && image.bitmap[1, 2].alpha == 0)
            #expect(try coder.header(of: bytes, limits: DecodeLimits()).pixelSize == size)
            let arriving = coder.makeIncrementalDecoder(options: DecodeOptions())
            for byte in bytes { try arriving.append([byte]) }
            #expect(try arriving.finish().bitmap == image.bitmap)
            // and the later frames are cropped to that
            let later = GIFWriter(
                screen: size, frame: PixelRect(PixelSize(width: 20, height: 20)), localPalette: GIFWriter.grays(2))
            let twice = bytes.dropLast() + later.bytes { x, _ in x % 2 }[(13 + 48)...]
            let animation = try #require(try coder.decode(Array(twice), options: .frames).animation)
            let second = try #require(animation.frame(at: 1)).bitmap
            #expect(
                animation.size == size && second.size == size && second[1, 2] == gray(255) && second[2, 1] == gray(0))
        }
    }

    @Test(arguments: [(0, 0), (0, 3), (3, 0)])
    func `empty frames before the first are skipped`(width: Int, height: Int) throws {
        let size = PixelSize(width: 4, height: 3)
        let writer = GIFWriter(screen: size)
        let (plain, start) = (writer.bytes { x, y in x + y }, 13 + 48)
        let control: [UInt8] = [0x21, 0xF9, 4, 1, 0, 0, 1, 0]
        // with one block of pixels, whose byte would begin a frame
        let empty = control + [0x2C, 0, 0, 0, 0, UInt8(width), 0, UInt8(height), 0, 0, 2, 1, 0x2C, 0]
        let bytes = plain[..<start] + empty + empty + plain[start...]
        let expected = try decode(plain).bitmap
        let image = try decode(Array(bytes))
        #expect(image.bitmap == expected && image.warning == nil)
        #expect(try !coder.header(of: Array(bytes), limits: DecodeLimits()).hasAlpha)
        let arriving = coder.makeIncrementalDecoder(options: DecodeOptions())
        try arriving.feed(Array(bytes), pieces: [1])
        #expect(try arriving.finish().bitmap == expected)
    }

    @Test func `interlacing changes nothing at any size`() throws {
        var random = SeededGenerator(seed: 22)
        for _ in 0..<60 {
            let screen = PixelSize(
                width: .random(in: 1...40, using: &random), height: .random(in: 1...40, using: &random))
            let frame = PixelRect(
                x: .random(in: 0...20, using: &random), y: .random(in: 0...20, using: &random),
                size: PixelSize(width: .random(in: 1...40, using: &random), height: .random(in: 1...40, using: &random))
            )
            let box = (Int.random(in: 1...40, using: &random), Int.random(in: 1...40, using: &random))
            let salt = Int.random(in: 0...999, using: &random)
            var writer = GIFWriter(screen: screen, frame: frame, transparent: 5)
            let plain = writer.bytes { ($0 * 7 + $1 * 13 + salt) % 16 }
            writer.isInterlaced = true
            let interlaced = writer.bytes { ($0 * 7 + $1 * 13 + salt) % 16 }
            #expect(try decode(plain, box: box).bitmap == decode(interlaced, box: box).bitmap, "\(screen) \(frame)")
        }
    }

    @Test func `a checkerboard is averaged in linear light`() throws {
        let checker = GIFWriter(screen: PixelSize(width: 64, height: 64), globalPalette: GIFWriter.grays(2))
        let image = try decode(checker.bytes { x, y in (x + y) % 2 }, box: (8, 8))
        #expect(image.bitmap == Bitmap(size: PixelSize(width: 8, height: 8), filledWith: RGBA(188, 188, 188)))
        #expect(image.isThumbnail)
    }

    // MARK: - Damage

    @Test func `missing end marks after the pixels are no damage`() throws {
        let bytes = GIFWriter(screen: PixelSize(width: 20, height: 20)).bytes { x, y in (x * y) % 16 }
        let whole = try decode(bytes)
        for count in 1...2 {  // the trailer, the end of the blocks
            let image = try decode(Array(bytes.dropLast(count)))
            #expect(image.warning == nil && image.bitmap == whole.bitmap)
        }
    }

    @Test func `a truncated picture shows the rows up to its end`() throws {
        let bytes = GIFWriter(screen: PixelSize(width: 100, height: 100)).bytes { x, y in (x + y) % 16 }
        let whole = try decode(bytes)
        let image = try decode(Array(bytes[..<(bytes.count / 2)]))
        // 5 bits per pixel and a clear code after 14 pixels: nothing of the truncated last block is lost
        let pixels = Double(bytes.count / 2 - 70) * 255 / 256 * 8 / 5 * 14 / 15
        let rows = (0..<100).prefix { image.bitmap[0, $0].alpha > 0 }.count
        #expect(abs(Double(rows) - pixels / 100) <= 1.5, "\(rows) rows")
        #expect(image.bitmap.bytes[..<(400 * rows)] == whole.bitmap.bytes[..<(400 * rows)])
        #expect(image.warning?.description == "the picture ends early: \(rows) % of it shown")
    }

    @Test func `an interlaced picture truncated after its first pass is shown whole`() throws {
        let size = PixelSize(width: 64, height: 64)
        let bytes = GIFWriter(screen: size, isInterlaced: true, globalPalette: GIFWriter.grays(64)).bytes { x, _ in x }
        let whole = try decode(bytes)
        let image = try decode(Array(bytes[..<(bytes.count / 2)]))
        #expect(image.warning?.description == "the picture ends early: shown with less detail")
        #expect(image.bitmap == whole.bitmap, "all rows are equal, so the rows above replace the missing ones")
        let box = (16, 16)
        #expect(try decode(Array(bytes[..<(bytes.count / 2)]), box: box).bitmap == decode(bytes, box: box).bitmap)
    }

    @Test(arguments: [0, 1, 3, 12])
    func `a truncated interlaced frame is filled from its own rows`(top: Int) throws {
        let screen = PixelSize(width: 40, height: 80)
        let frame = PixelRect(x: 5, y: top, size: PixelSize(width: 30, height: 61))
        let bytes = GIFWriter(screen: screen, frame: frame, isInterlaced: true).bytes { x, _ in x % 16 }
        for count in stride(from: bytes.count / 3, to: bytes.count, by: 50) {
            let (cut, whole) = (try decode(Array(bytes[..<count])), try decode(bytes))
            #expect(cut.bitmap == whole.bitmap, "cut at \(count)")
            #expect(cut.warning?.description == "the picture ends early: shown with less detail")
            // in the reduced picture, pixels at the frame's edges are averages of the received pixels; the inside is
            // transparent
            let (small, all) = (try decode(Array(bytes[..<count]), box: (10, 10)), try decode(bytes, box: (10, 10)))
            for y in (top + 7) / 8..<(top + 61) / 8 {
                for x in 0..<small.size.width { #expect(small.bitmap[x, y] == all.bitmap[x, y], "cut at \(count)") }
            }
        }
    }

    @Test func `data that stops before the picture is whole is damage`() throws {
        // 20 rows of pixels in a frame that should have 40
        let size = PixelSize(width: 20, height: 20)
        let low = PixelRect(x: 0, y: 20, size: size)
        let bytes = GIFWriter(
            screen: PixelSize(width: 20, height: 40), frame: low, claims: PixelSize(width: 20, height: 40)
        ).bytes { _, _ in 15 }
        #expect(try decode(bytes).warning == nil, "the screen is filled")
        let large = GIFWriter(
            screen: PixelSize(width: 20, height: 40), frame: PixelRect(size), claims: PixelSize(width: 20, height: 40))
        let image = try decode(large.bytes { _, _ in 15 })
        #expect(image.warning?.description == "the picture is damaged: 50 % of it shown")
        #expect(image.bitmap[19, 19] == gray(255) && image.bitmap[19, 20].alpha == 0)
    }

    @Test func `extensions are skipped, whatever they contain`() throws {
        var bytes = GIFWriter(screen: PixelSize(width: 1, height: 1)).bytes { _, _ in 1 }
        let place = 13 + 48
        let comment: [UInt8] = [0x21, 0xFE] + (0..<3000).flatMap { _ in [UInt8(2), 7, 7] } + [0]
        let control: [UInt8] = [0x21, 0xF9, 2, 1, 1, 0]  // too short to be valid
        let unknown: [UInt8] = [0x21, 0x99, 0]
        for _ in 0..<3 { bytes.insert(contentsOf: comment + control + unknown, at: place) }
        let image = try decode(bytes)
        #expect(image.bitmap[0, 0] == gray(17) && image.warning == nil)
    }

    @Test func `a file without a picture is an error`() {
        let size = PixelSize(width: 8, height: 8)
        let bytes = GIFWriter(screen: size).bytes { _, _ in 1 }
        let screenAndPalette = Array(bytes[..<61])
        let cases: [(bytes: [UInt8], message: String)] = [
            (screenAndPalette + [0x3B], "there is no picture in it"), (screenAndPalette, "the data ends early"),
            (Array(bytes[..<10]), "the data ends early"), (Array(bytes[..<74]), "the data ends early"),
            (GIFWriter(screen: size, globalPalette: [], bits: 2).bytes { _, _ in 1 }, "it has no colors"),
            (GIFWriter(screen: size, claims: PixelSize(width: 0, height: 8)).bytes { _, _ in 1 }, "it has no pixels"),
        ]
        for (bytes, message) in cases {
            #expect(throws: ImageCodingError.damaged(.gif, message)) { try decode(bytes) }
        }
    }

    /// Cancellation is checked every eight rows, in any order of rows.
    @Test(arguments: [false, true])
    func `a decode that is cancelled between rows delivers few more`(isInterlaced: Bool) throws {
        var writer = GIFWriter(screen: PixelSize(width: 8, height: 400))
        writer.isInterlaced = isInterlaced
        var options = DecodeOptions()
        let token = CancellationToken()
        options.cancellation = token
        var count = 0
        let decoder = try GIFDecoder(EncodedBytes(writer.bytes { x, y in (x + y) % 16 }))
        #expect(throws: ImageCodingError.cancelled) {
            try GIFCoder.readRows(of: decoder, visible: 0..<400, options: options) { _, _ in
                count += 1
                if count == 100 { token.cancel() }
            }
        }
        #expect(count == 104)
    }
}
