import HalftoneCore
import Pixels
import TestSupport
import Testing

@testable import ImageCoding

/// The pixels of BMP in every depth and layout.
@Suite(.endsInTime) struct BMPCoderTests {
    private let coder = BMPCoder()

    private func decode(_ bytes: [UInt8]) throws -> Bitmap {
        let image = try coder.decode(bytes, options: DecodeOptions())
        #expect(image.warning == nil && image.format == .bmp && image.sourceBytes == bytes.count)
        return image.bitmap
    }

    private func colors(_ bitmap: Bitmap) -> [[RGBA]] {
        (0..<bitmap.size.height).map { y in (0..<bitmap.size.width).map { bitmap[$0, y] } }
    }

    /// Two rows of two pixels, the lower one first, each filled to eight bytes.
    private static let small: [UInt8] = [
        0x42, 0x4D, 70, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0,
        40, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 1, 0, 24, 0, 0, 0, 0, 0, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0,
        1, 2, 3, 4, 5, 6, 0, 0, 7, 8, 9, 10, 11, 12, 0, 0,
    ]

    @Test func `the smallest header is read byte by byte`() throws {
        let bitmap = try decode(Self.small)
        #expect(colors(bitmap) == [[RGBA(9, 8, 7), RGBA(12, 11, 10)], [RGBA(3, 2, 1), RGBA(6, 5, 4)]])
        #expect(!bitmap.hasAlpha)
        let header = try coder.header(of: Self.small, limits: DecodeLimits())
        #expect(header.pixelSize == PixelSize(width: 2, height: 2) && header.orientation == .up && !header.hasAlpha)
    }

    @Test(arguments: [1, 2, 4, 8], [false, true])
    func `indices of every depth stand for the colors of the palette`(bits: Int, isTopDown: Bool) throws {
        for (width, isGray) in [(1, false), (7, false), (8, true), (9, false), (37, false), (37, true)] {
            var writer = BMPWriter(width, 5, bits: bits)
            writer.isTopDown = isTopDown
            writer.palette = (0...UInt8(1 << bits - 1)).map { value -> RGB in
                isGray ? RGB(value, value, value) : RGB(value, 255 - value, value / 2)
            }
            let index = { (x: Int, y: Int) in (x * 7 + y * 3) % (1 << bits) }
            #expect(try decode(writer.bytes(index)) == .drawn(width, 5) { writer.palette[index($0, $1)] }, "\(width)")
        }
    }

    @Test(arguments: [12, 16, 40, 52, 56, 64, 108, 124])
    func `every version of the header is read`(length: Int) throws {
        for bits in [4, 24] {
            var writer = BMPWriter(3, 2, bits: bits)
            writer.headerLength = length
            writer.fields = length >= 108 ? [56: 0x7352_4742] : [:]
            if bits == 4 { writer.palette = (0..<16).map { RGB(UInt8($0), 100, UInt8($0)) } }
            let bitmap = try decode(writer.bytes { x, y in bits == 4 ? x + 3 * y : (x + 3 * y) * 0x10001 | 0x6400 })
            let expected = (0..<6).map { RGBA(UInt8($0), 100, UInt8($0)) }
            #expect(Array(colors(bitmap).joined()) == expected)
        }
    }

    @Test func `fifteen bits without masks are five of each color`() throws {
        let bytes = BMPWriter(4, 1, bits: 16).bytes { x, _ in [0x7C00, 0x03E0, 0x801F, 0x0421][x] }
        #expect(try colors(decode(bytes)) == [[RGBA(255, 0, 0), RGBA(0, 255, 0), RGBA(0, 0, 255), RGBA(8, 8, 8)]])
        #expect(try coder.header(of: bytes, limits: DecodeLimits()).bitDepth == 5)
    }

    @Test(
        arguments: [
            (16, [0xF800, 0x07E0, 0x001F]), (16, [0x0F00, 0x00F0, 0x000F, 0xF000]),
            (16, [0x7C00, 0x03E0, 0x001F, 0x8000]),
            (32, [0xFF0000, 0xFF00, 0xFF]), (32, [0xFF0000, 0xFF00, 0xFF, 0xFF00_0000]),
            (32, [0xFF, 0xFF00, 0xFF0000, 0xFF00_0000]), (32, [0x3FF0_0000, 0x000F_FC00, 0x0000_03FF]),
            (32, [0xFFFF_0000, 0x0000_FF00, 0x0000_0001]), (32, [0xFF00_0000, 0, 0x00FF_0000, 0xFF]),
        ] as [(Int, [UInt32])])
    func `masks choose the bits of each channel, in the header or behind it`(bits: Int, masks: [UInt32]) throws {
        for length in [40, 52, 56, 108, 124] where masks.count == 3 || length != 52 {
            var writer = BMPWriter(23, 9, bits: bits)
            writer.headerLength = length
            writer.masks = masks
            writer.compression = masks.count == 4 ? 6 : 3
            if length > 40 { writer.compression = 3 }
            let value = { (x: Int, y: Int) in (x * 0x1357_9BDF + y * 0x0246_8ACE) & (1 << bits - 1) }
            let bitmap = try decode(writer.bytes(value))
            let expected = Bitmap.drawn(23, 9, hasAlpha: bitmap.hasAlpha) { x, y in
                let channels = masks.map { mask -> UInt8 in
                    guard mask != 0 else { return 0 }
                    let low = mask.trailingZeroBitCount
                    let part = Double((value(x, y) & Int(mask)) >> low) / Double(mask >> low)
                    return UInt8((part * 255).rounded())
                }
                return RGBA(channels[0], channels[1], channels[2], channels.count == 4 ? channels[3] : 255)
            }
            #expect(bitmap == expected, "\(length)")
        }
    }

    @Test(arguments: [16, 40, 52, 64, 108, 124])
    func `the fourth byte of a pixel without masks is no alpha, whatever it holds`(length: Int) throws {
        var writer = BMPWriter(3, 20, bits: 32)
        writer.headerLength = length
        if length >= 108 { writer.fields = [56: 0x7352_4742] }
        for fourth in [0, 1, 0x80, 0xFF] {
            let bytes = writer.bytes { x, y in (x + y == 0 ? 0x80 : fourth) << 24 | x << 16 | y << 8 | 7 }
            let bitmap = try decode(bytes)
            #expect(!bitmap.hasAlpha && bitmap[0, 0] == RGBA(0, 0, 7) && bitmap[2, 19] == RGBA(2, 19, 7), "\(fourth)")
            #expect(try !coder.header(of: bytes, limits: DecodeLimits()).hasAlpha)
        }
    }

    @Test(arguments: [56, 108, 124])
    func `the fourth byte is alpha if the header has a mask for it`(length: Int) throws {
        var writer = BMPWriter(3, 20, bits: 32)
        writer.headerLength = length
        if length >= 108 { writer.fields = [56: 0x7352_4742] }
        writer.masks = [0, 0, 0, 0xFF00_0000]  // those of colors count only where the compression says so
        let bytes = writer.bytes { x, y in y << 24 | x << 16 | y << 8 | 7 }
        let bitmap = try decode(bytes)
        #expect(bitmap.hasAlpha && bitmap[2, 19] == RGBA(2, 19, 7, 19) && bitmap[2, 0].alpha == 0)
        #expect(try coder.header(of: bytes, limits: DecodeLimits()).hasAlpha)
    }

    @Test func `alpha of a mask holds even if it is 0 everywhere`() throws {
        var writer = BMPWriter(2, 2, bits: 32)
        writer.headerLength = 108
        writer.fields = [56: 0x7352_4742]
        writer.compression = 3
        writer.masks = [0xFF0000, 0xFF00, 0xFF, 0xFF00_0000]
        #expect(try decode(writer.bytes { _, _ in 0x123456 })[0, 0].alpha == 0)
    }

    // MARK: - Reductions

    @Test func `a reduced picture is the reduction of the whole one`() throws {
        var random = SeededGenerator(seed: 5)
        for turn in 0..<80 {
            let bits = [8, 24, 32][turn % 3]
            var writer = BMPWriter(.random(in: 1...90, using: &random), .random(in: 1...90, using: &random), bits: bits)
            writer.isTopDown = turn % 2 == 0
            if bits == 8 {
                writer.palette = (0..<256).map { RGB(UInt8($0), UInt8(truncatingIfNeeded: $0 * 7), UInt8(255 - $0)) }
            }
            let salt = Int.random(in: 1...9999, using: &random)
            let bytes = writer.bytes { x, y -> Int in
                let mixed: Int = x * 2_654_435 + y * 40_503 * salt + x * y
                return mixed & (1 << bits - 1)
            }
            let whole = try decode(bytes)
            for fit in Fit.allCases {
                var options = DecodeOptions(
                    box: PixelSize(
                        width: .random(in: 1...50, using: &random), height: .random(in: 1...50, using: &random)))
                options.fit = fit
                let image = try coder.decode(bytes, options: options)
                let plan = try DecodePlan(stored: whole.size, orientation: .up, options: options)
                var reducer = AreaReducer(
                    source: whole.size, target: plan.target, layout: .rgba8, window: plan.window)
                for y in 0..<whole.size.height {
                    whole.bytes[(4 * y * whole.size.width)...].prefix(4 * whole.size.width).withUnsafeBufferPointer {
                        reducer.add(row: $0)
                    }
                }
                #expect(image.bitmap.bytes == reducer.finish().bytes, "turn \(turn), \(fit)")
                #expect(image.sourceSize == whole.size)
            }
        }
    }

    @Test(arguments: [1, 3, 1000, 1 << 20])
    func `bytes read little by little make the same picture`(longest: Int) throws {
        let bytes = BMPWriter(400, 300).bytes { x, y in x * y * 71 & 0xFFFFFF }
        var largest = 0
        let source = ByteSource(reading: bytes, longest: longest) { _, count in largest = max(largest, count) }
        for box in [nil, PixelSize(width: 40, height: 40)] {
            let options = DecodeOptions(box: box)
            #expect(try coder.decode(source, options: options).bitmap == coder.decode(bytes, options: options).bitmap)
        }
        #expect(largest < 300_000)
    }

    @Test func `a cancelled decode stops between rows`() throws {
        let bytes = BMPWriter(8, 4000).bytes { x, y in x * y }
        var options = DecodeOptions()
        let token = CancellationToken()
        options.cancellation = token
        var reads = 0
        let source = ByteSource(reading: bytes, longest: 2000) { offset, _ in
            reads += 1
            if offset > 0 { token.cancel() }
        }
        #expect(throws: ImageCodingError.cancelled) { try coder.decode(source, options: options) }
        #expect(reads < 5)
    }

    @Test func `a cancelled decode stops inside of a row that has many codes`() throws {
        var writer = BMPWriter(1, 3, bits: 8)
        (writer.compression, writer.palette) = (1, [RGB(0, 0, 0), RGB(1, 1, 1)])
        // a row, and then only moves by nothing
        let bytes = writer.bytes([1, 1, 0, 0] + (0..<300_000).flatMap { _ in [0, 2, 0, 0] as [UInt8] })
        var options = DecodeOptions()
        let token = CancellationToken()
        options.cancellation = token
        var reads = 0
        let source = ByteSource(reading: bytes) { offset, _ in
            reads += 1
            if offset > 200_000 { token.cancel() }
        }
        #expect(throws: ImageCodingError.cancelled) { try coder.decode(source, options: options) }
        #expect(reads < 5)
    }
}
