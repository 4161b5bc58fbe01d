import Pixels
import TestSupport
import Testing

@testable import ImageCoding

/// Generated pictures of all variants of a format, compared with decodes by other programs, pixel by pixel.
///
/// The programs come with the packages netpbm, libjpeg-turbo-progs and webp.
@Suite(.endsInTime) struct ReferenceDecoderTests {
    /// Compares the engine's decodes of files with the program's, on a thread that may block.
    private func compare(_ files: [(name: String, bytes: [UInt8])], with reference: ReferenceDecoder) async throws {
        try #require(!files.isEmpty)
        try await blocking {
            for (name, bytes) in files { try reference.expectSameDecode(of: bytes, name) }
        }
    }

    /// Neighbors differ in every bit of a sample, and no two rows or channels are alike.
    private static func value(_ x: Int, _ y: Int, _ channel: Int, depth: Int) -> Int {
        (x * 40_503 + y * 26_839 + channel * 51_217 + 7) & (1 << depth - 1)
    }

    // MARK: - PNG

    /// The color types with the depths that each may have (PNG specification, section 11.2.2).
    private static let kinds: [(colorType: Int, depths: [Int])] = [
        (0, [1, 2, 4, 8, 16]), (2, [8, 16]), (3, [1, 2, 4, 8]), (4, [8, 16]), (6, [8, 16]),
    ]

    private static func png(_ writer: PNGWriter) -> [UInt8] {
        writer.bytes { value($0, $1, $2, depth: writer.depth) }
    }

    private static func palette(depth: Int) -> [UInt8] {
        (0..<(3 << depth)).map { UInt8(truncatingIfNeeded: $0 * 83 + 5) }
    }

    @Test(arguments: [false, true])
    func `every color type and depth of PNG equals pngtopam's decode`(isInterlaced: Bool) async throws {
        var files: [(String, [UInt8])] = []
        for (colorType, depths) in Self.kinds {
            for depth in depths {
                var writer = PNGWriter(
                    width: 37, height: 21, depth: depth, colorType: colorType, isInterlaced: isInterlaced)
                if colorType == 3 { writer.palette = Self.palette(depth: depth) }
                files.append(("type \(colorType), \(depth) bits", Self.png(writer)))
            }
        }
        #expect(files.count == 15)
        try await compare(files, with: .png)
    }

    /// The smallest pictures have no pixels in some passes.
    @Test func `small interlaced PNGs equal pngtopam's decode`() async throws {
        let files = (1...9).flatMap { width in
            (1...9).map { height in
                let writer = PNGWriter(width: width, height: height, colorType: 6, isInterlaced: true)
                return ("\(width)x\(height)", Self.png(writer))
            }
        }
        try await compare(files, with: .png)
    }

    /// Not of RGB, where pngtopam 11.1 takes no color for transparent.
    @Test func `transparent colors of PNG equal pngtopam's decode`() async throws {
        var files: [(String, [UInt8])] = []
        for depth in [1, 2, 4, 8, 16] {
            var writer = PNGWriter(width: 19, height: 11, depth: depth, colorType: 0)
            let key = Self.value(3, 2, 0, depth: depth)
            writer.transparency = [UInt8(key >> 8), UInt8(key & 255)]
            files.append(("gray, \(depth) bits", Self.png(writer)))
            guard depth < 16 else { continue }
            writer.colorType = 3
            writer.palette = Self.palette(depth: depth)
            writer.transparency = (0..<(1 << depth)).map { UInt8($0 * 37 & 255) }
            files.append(("palette, \(depth) bits", Self.png(writer)))
        }
        try await compare(files, with: .png)
    }

    // MARK: - GIF

    @Test func `frames of GIF equal giftopnm's decode`() async throws {
        var files: [(String, [UInt8])] = []
        for bits in 1...8 {
            let palette = (0..<(3 << bits)).map { UInt8(truncatingIfNeeded: $0 * 83 + 5) }
            for isInterlaced in [false, true] {
                for isLocal in [false, true] {
                    var writer = GIFWriter(screen: PixelSize(width: 29, height: 23), isInterlaced: isInterlaced)
                    writer.globalPalette = isLocal ? [] : palette
                    writer.localPalette = isLocal ? palette : []
                    let bytes = writer.bytes { x, y in Self.value(x, y, 0, depth: bits) }
                    files.append(("\(bits) bits, interlaced \(isInterlaced), local \(isLocal)", bytes))
                }
            }
        }
        try await compare(files, with: .gif)
    }

    // MARK: - JPEG

    /// A slope smooth enough to distinguish interpolated from repeated chroma.
    private static func slope(_ x: Int, _ y: Int, _ channel: Int) -> Int {
        [x * 3 + y, 255 - x * 2, y * 4 + (x / 9 % 2) * 60][channel] & 255
    }

    @Test func `every kind of JPEG equals djpeg's decode`() async throws {
        var files: [(String, [UInt8])] = []
        for (width, height) in [(64, 48), (37, 21), (1, 1), (8, 200)] {
            for isProgressive in [false, true] {
                for (channels, halvesChroma) in [(1, false), (3, false), (3, true)] {
                    for restartRows in [0, 1] {
                        let writer = JPEGWriter(
                            size: PixelSize(width: width, height: height), channels: channels, quality: 85,
                            isProgressive: isProgressive, halvesChroma: halvesChroma, restartRows: restartRows)
                        let name =
                            "\(width)x\(height), \(channels) channels, progressive \(isProgressive), halved "
                            + "\(halvesChroma), restarts \(restartRows)"
                        files.append((name, writer.bytes(Self.slope)))
                    }
                }
            }
        }
        try await compare(files, with: .jpeg)
    }

    // MARK: - WebP

    @Test func `every kind of WebP equals dwebp's decode`() async throws {
        var files: [(String, [UInt8])] = []
        for (width, height) in [(64, 48), (37, 21), (1, 1), (8, 200)] {
            for isLossless in [false, true] {
                for hasAlpha in [false, true] {
                    let writer = WebPWriter(
                        size: PixelSize(width: width, height: height), quality: 80, isLossless: isLossless,
                        hasAlpha: hasAlpha)
                    let bytes = writer.bytes { x, y, channel in
                        channel == 3 ? (x * 5 + y) & 255 : Self.slope(x, y, channel)
                    }
                    files.append(("\(width)x\(height), lossless \(isLossless), alpha \(hasAlpha)", bytes))
                }
            }
        }
        try await compare(files, with: .webp)
    }

    // MARK: - BMP

    /// Not of 16 bits, whose colors bmptopnm 11.1 rounds down.
    @Test func `every kind of BMP is what bmptopnm makes of it`() async throws {
        var files: [(String, [UInt8])] = []
        for (bits, length) in [(1, 40), (4, 40), (8, 40), (8, 12), (24, 12), (24, 40), (24, 108), (32, 40)] {
            for isTopDown in [false, true] where length > 12 || !isTopDown {
                for width in [7, 37] {
                    var writer = BMPWriter(width, 21, bits: bits)
                    (writer.headerLength, writer.isTopDown) = (length, isTopDown)
                    if bits <= 8 {
                        writer.palette = (0..<1 << bits).map {
                            RGB(UInt8(truncatingIfNeeded: $0 * 83), UInt8(255 - $0), 5)
                        }
                    }
                    let bytes = writer.bytes { x, y -> Int in Self.value(x, y, 0, depth: min(bits, 24)) }
                    files.append(("\(bits) bits, \(length), top-down \(isTopDown), \(width) columns", bytes))
                }
            }
        }
        try await compare(files, with: .bmp)
    }

    // MARK: - QOI

    @Test func `every kind of QOI is what qoitopam makes of it`() async throws {
        var files = QOIWriter.samples(PixelSize(width: 75, height: 53)) { x, y, channel in
            Self.value(x, y, channel, depth: 8)
        }
        files += QOIWriter.samples(PixelSize(width: 75, height: 53)) { x, y, channel in
            Self.slope(x / 3, y, channel)
        }
        try await compare(files, with: .qoi)
    }
}
