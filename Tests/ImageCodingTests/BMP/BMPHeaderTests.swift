import Pixels
import TestSupport
import Testing

@testable import ImageCoding

/// Broken headers of BMP, its palettes, and its descriptions of colors.
@Suite(.endsInTime) struct BMPHeaderTests {
    private let manager = ImageCodersManager.shared
    private let plain = BMPWriter(4, 3).bytes { x, y in x << 16 | y << 8 | 50 }

    private func expect(_ error: ImageCodingError, _ bytes: [UInt8], _ place: SourceLocation = #_sourceLocation) {
        #expect(throws: error, sourceLocation: place) { try manager.decode(bytes) }
        #expect(throws: error, sourceLocation: place) { try manager.header(of: bytes) }
    }

    private func writer(_ change: (inout BMPWriter) -> Void) -> BMPWriter {
        var writer = BMPWriter(4, 3)
        change(&writer)
        return writer
    }

    @Test func `text that begins with BM is no picture`() {
        for text in ["BMW sells cars, and more of them than ever before", "BM\0\0\0\0\0\0\0\0\0\0\0\0)\0\0\0"] {
            #expect(ImageFormat.detect(Array(text.utf8)) == nil, "\(text)")
        }
        #expect(throws: ImageCodingError.unknownFormat(looksLike: "text")) {
            try manager.decode(Array("BMW sells cars, and more of them than ever before".utf8))
        }
        for count in 0..<18 { #expect(ImageFormat.detect(Array(plain[..<count])) == nil) }
        #expect(ImageFormat.detect(Array(plain[..<18])) == .bmp)
    }

    @Test func `what cannot be read is one clear error`() {
        let pixels = [UInt8](repeating: 0, count: 48)
        expect(.unsupported(.bmp, "an embedded JPEG"), writer { ($0.compression, $0.bits) = (4, 0) }.bytes(pixels))
        expect(.unsupported(.bmp, "an embedded PNG"), writer { ($0.compression, $0.bits) = (5, 0) }.bytes(pixels))
        expect(.unsupported(.bmp, "compression 11"), writer { $0.compression = 11 }.bytes(pixels))
        expect(.unsupported(.bmp, "64 bits per pixel"), writer { $0.bits = 64 }.bytes(pixels))
        for compression in [3, 4, 5, 6] {
            let old = writer { ($0.headerLength, $0.compression) = (64, compression) }
            expect(.unsupported(.bmp, "compression \(compression) of OS/2"), old.bytes(pixels))
        }
        for (bits, compression) in [(0, 0), (3, 0), (25, 0), (4, 1), (8, 2), (24, 1), (24, 3), (8, 6)] {
            let broken = writer { ($0.bits, $0.compression) = (bits, compression) }.bytes(pixels)
            expect(.damaged(.bmp, "\(bits) bits per pixel with compression \(compression)"), broken)
        }
        for (width, height) in [(0, 3), (4, 0), (-4, 3), (Int(Int32.min), 1)] {
            let broken = writer { $0.size = PixelSize(width: width, height: height) }.bytes(pixels)
            expect(.damaged(.bmp, "a picture of \(width)x\(height) pixels"), broken)
        }
        for masks in [[0xA0, 0xFF00, 0xFF_0000], [0, 0, 0], [0xFF_0000, 0xFF00, 0x5000_0000]] as [[UInt32]] {
            let broken = writer { ($0.bits, $0.compression, $0.masks) = (32, 3, masks) }
            expect(.damaged(.bmp, "impossible masks"), broken.bytes(pixels))
        }
        let wide = writer { ($0.bits, $0.compression, $0.masks) = (16, 3, [0x1F_0000, 0x3E0, 0x1F]) }
        expect(.damaged(.bmp, "impossible masks"), wide.bytes(pixels))
    }

    @Test func `a size over the limits is refused before a pixel is read`() {
        for (width, height) in [(70_000, 1), (1, -70_000), (1, Int(Int32.min)), (Int(Int32.max), Int(Int32.max))] {
            let bytes = writer { $0.size = PixelSize(width: width, height: height) }.bytes([0, 0, 0, 0])
            let size = PixelSize(width: width, height: abs(height))
            expect(.tooLarge(size, limit: "65535 pixels a side"), bytes)
        }
        let large = writer { $0.size = PixelSize(width: 30_000, height: 30_000) }.bytes([0, 0, 0, 0])
        expect(.tooLarge(PixelSize(width: 30_000, height: 30_000), limit: "200 megapixels"), large)
        // run-length codes of a few bytes for 190 megapixels
        var bomb = BMPWriter(19_000, 10_000, bits: 8)
        (bomb.compression, bomb.palette) = (1, [RGB(0, 0, 0)])
        let error = ImageCodingError.tooLarge(bomb.size, limit: "64 megapixels in the result")
        #expect(throws: error) { try manager.decode(bomb.bytes([0, 1])) }
    }

    @Test func `a header that ends early is an error`() {
        var long = BMPWriter(4, 3, bits: 8)
        (long.headerLength, long.palette) = (124, [RGB](repeating: RGB(1, 2, 3), count: 256))
        let bytes = long.bytes { _, _ in 0 }
        for count in [18, 53, 137, 138, 14 + 124 + 1023] {
            expect(.damaged(.bmp, "the header ends early"), Array(bytes[..<count]))
        }
        var masked = BMPWriter(4, 3, bits: 16)
        (masked.compression, masked.masks) = (3, [0xF800, 0x7E0, 0x1F])
        expect(.damaged(.bmp, "the header ends early"), Array(masked.bytes { _, _ in 0 }[..<65]))
        #expect(throws: ImageCodingError.damaged(.bmp, "no row can be read")) {
            try manager.decode(Array(plain[..<60]))
        }
    }

    @Test func `a picture without a row is not begun`() throws {
        let coder = BMPCoder()
        let limits = DecodeLimits()
        let claim = Array(BMPWriter(8000, 8000).bytes([UInt8](repeating: 1, count: 24_000))[..<(54 + 24_000)])
        #expect(try coder.begin(ByteSource(claim), limits: limits) != nil)
        for count in [54, 54 + 23_999] {
            let source = ByteSource(Array(claim[..<count]))
            #expect(throws: ImageCodingError.damaged(.bmp, "no row can be read")) {
                try coder.begin(source, limits: limits)
            }
        }
        // but its header is known
        #expect(try manager.header(of: Array(claim[..<54])).pixelSize == PixelSize(width: 8000, height: 8000))
    }

    @Test func `the lower rows of a cut picture are shown`() throws {
        let image = try manager.decode(Array(plain[..<(54 + 12 + 11)]))
        #expect(image.warning == .cut(percentShown: 33, isEnd: true))
        #expect((0..<3).map { image.bitmap[3, $0] } == [RGBA(0, 0, 0, 0), RGBA(0, 0, 0, 0), RGBA(3, 2, 50)])
    }

    @Test func `the padding of the last row may be missing`() throws {
        let bytes = BMPWriter(3, 2).bytes { x, y in x + y }
        for count in bytes.count - 3...bytes.count {
            let image = try manager.decode(Array(bytes[..<count]))
            #expect(image.warning == nil && image.bitmap[2, 0] == RGBA(0, 0, 2), "\(count)")
        }
        #expect(try manager.decode(Array(bytes.dropLast(4))).warning != nil)
    }

    // MARK: - Places

    @Test func `pixels may stand behind a gap`() throws {
        let bytes = writer { $0.gap = 77 }.bytes { x, y in x << 16 | y << 8 | 50 }
        #expect(try manager.decode(bytes).bitmap == manager.decode(plain).bitmap)
    }

    @Test func `a cut picture behind a gap does not begin in the gap`() throws {
        let bytes = writer { $0.gap = 77 }.bytes { x, y in x << 16 | y << 8 | 50 }
        let image = try manager.decode(Array(bytes.dropLast(20)))
        #expect(image.warning == .cut(percentShown: 33, isEnd: true))
        #expect(image.bitmap[3, 2] == RGBA(3, 2, 50))
        #expect(throws: ImageCodingError.damaged(.bmp, "no row can be read")) {
            try manager.decode(Array(bytes.dropLast(50)))
        }
    }

    @Test(arguments: [0, 14, 53, 54 + 48, 1_000_000, 0xFFFF_FFFF])
    func `a wrong offset of the pixels is not believed`(offset: Int) throws {
        let bytes = writer { $0.statedPixels = offset }.bytes { x, y in x << 16 | y << 8 | 50 }
        let image = try manager.decode(bytes)
        #expect(try image.bitmap == manager.decode(plain).bitmap && image.warning == nil)
    }

    @Test func `colors that a palette lacks are black`() throws {
        var writer = BMPWriter(4, 1, bits: 8)
        writer.palette = [RGB(10, 20, 30), RGB(40, 50, 60)]
        // stated, and known only by where the pixels begin
        for stated in [2, 0, 256, 70_000] {
            writer.statedColors = stated
            let bitmap = try manager.decode(writer.bytes { x, _ in [0, 1, 2, 255][x] }).bitmap
            let colors = (0..<4).map { bitmap[$0, 0] }
            #expect(colors == [RGBA(10, 20, 30), RGBA(40, 50, 60), RGBA(0, 0, 0), RGBA(0, 0, 0)], "\(stated)")
        }
        writer.palette = []
        expect(.damaged(.bmp, "its palette is missing"), writer.bytes { _, _ in 0 })
    }

    @Test func `a palette of true colors is skipped`() throws {
        for colors in [5, 256] {
            let bytes = writer {
                $0.palette = [RGB](repeating: RGB(1, 1, 1), count: colors)
                ($0.statedColors, $0.statedPixels) = (colors, 0)
            }.bytes { x, y in x << 16 | y << 8 | 50 }
            #expect(try manager.decode(bytes).bitmap == manager.decode(plain).bitmap)
        }
    }

    // MARK: - Colors

    private func color(_ change: (inout BMPWriter) -> Void) throws -> (SourceColor, Image) {
        let bytes = writer {
            $0.headerLength = 124
            change(&$0)
        }.bytes { _, _ in 0x80_40C0 }
        let image = try manager.decode(bytes)
        return (try manager.header(of: bytes).sourceColor, image)
    }

    @Test func `standard colors stay as they are`() throws {
        for (field, expected) in [(0x7352_4742, .sRGB), (0x5769_6E20, .sRGB), (0, .unknown), (5, .unknown)]
            as [(
                Int, SourceColor
            )]
        {
            let (color, image) = try color { $0.fields[56] = field }
            #expect(color == expected && image.bitmap[0, 0] == RGBA(128, 64, 192) && image.warning == nil)
        }
    }

    @Test func `a linked profile is not opened, and is reported as unusable`() throws {
        let (_, image) = try color { ($0.fields[56], $0.fields[112], $0.fields[116]) = (0x4C49_4E4B, 124, 8) }
        #expect(image.warning == .colors(.unusableProfile) && image.bitmap[0, 0] == RGBA(128, 64, 192))
    }

    @Test func `an embedded profile is applied`() throws {
        let profile = ICCWriter.rgb(primaries: ICCWriter.adobe, curve: ICCWriter.gamma(2.2))
        let (color, image) = try color { $0.profile = profile }
        #expect(color == .icc(profile) && image.warning == nil)
        let png = PNGWriter(width: 1, height: 1).bytes { [128, 64, 192][$2] }
        let conversion = ColorConversion(.icc(profile), layout: .rgb8, fidelity: .fast, limits: DecodeLimits())
        let expected = conversion.finished(try manager.decode(png).bitmap)[0, 0]
        #expect(image.bitmap[3, 2] == expected && expected != RGBA(128, 64, 192))
        // a result whose red and blue change places too
        let few = DecodeOptions(box: PixelSize(width: 1, height: 1))
        let large = writer { ($0.headerLength, $0.profile) = (124, profile) }.bytes { _, _ in 0x80_40C0 }
        #expect(try manager.decode(large, options: few).bitmap[0, 0] == expected)
        // when the bytes of the profile are missing, or too many
        var options = DecodeOptions()
        let bytes = writer { ($0.headerLength, $0.profile) = (124, profile) }.bytes { _, _ in 0 }
        #expect(try manager.decode(Array(bytes.dropLast())).warning == .colors(.unusableProfile))
        #expect(try manager.header(of: Array(bytes.dropLast())).sourceColor == .unknown)  // it may be the first bytes
        options.limits.profileBytes = profile.count - 1
        #expect(try manager.decode(bytes, options: options).warning == .colors(.unusableProfile))
        #expect(try manager.header(of: bytes, limits: options.limits).sourceColor == .icc([]))
    }
}
