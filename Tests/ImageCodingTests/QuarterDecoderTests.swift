import Glibc
import Pixels
import TestSupport
import Testing

@testable import ImageCoding

/// JPEGs decoded at a quarter of their size with the light of what is inside, compared with all pixels of libjpeg.
@Suite(.endsInTime) struct QuarterDecoderTests {
    private let size = PixelSize(width: 203, height: 117)

    private func photo(_ x: Int, _ y: Int, _ channel: Int) -> Int {
        let (x, y) = (Double(x), Double(y))
        return Int(120 + 40 * sin(x / 19 + Double(channel)) + 30 * cos(y / 17) + 40 * sin(x / 9) * sin(y / 8))
    }

    /// A JPEG with halved chroma, or a gray one.
    private func writer(
        _ size: PixelSize, channels: Int = 3, quality: Int = 90, restartRows: Int = 0
    ) -> JPEGWriter {
        JPEGWriter(
            size: size, channels: channels, quality: quality, halvesChroma: channels == 3, restartRows: restartRows)
    }

    /// Gaussian noise of that standard deviation around a value, the same in all channels of a pixel.
    private func grain(_ deviation: Double, around value: @escaping (Int, Int, Int) -> Int) -> (Int, Int, Int) -> Int {
        var random = SeededGenerator(seed: 91)
        let noise = (0..<1 << 18).map { _ in
            (0..<12).reduce(-6.0) { sum, _ in sum + .random(in: 0..<1, using: &random) } * deviation
        }
        return { x, y, channel in value(x, y, channel) + Int(noise[(y &* 2_053 &+ x) & (1 << 18 - 1)].rounded()) }
    }

    /// All rows, one after the other; `nil` if they cannot be read to the end.
    private func quarters(_ bytes: [UInt8]) throws -> [UInt8]? {
        let frame = try #require(JPEGFrame(JPEGSegments.head(of: ByteSource(bytes))))
        try #require(QuarterDecoder.canDecode(frame))
        var quarters = QuarterDecoder(ByteSource(bytes), frame)
        #expect(quarters.size == PixelSize(width: (frame.size.width + 3) / 4, height: (frame.size.height + 3) / 4))
        var rows: [UInt8] = []
        let isReadable = try quarters.forEachRow(least: -.infinity, options: DecodeOptions()) {
            rows += $0
            return true
        }
        return isReadable ? rows : nil
    }

    /// Returns the largest difference to 4x4 pixels averaged in linear light, of those that are whole.
    private func difference(_ bytes: [UInt8], channels: Int) throws -> Int {
        let rows = try #require(try quarters(bytes))
        let whole = try JPEGCoder().decode(bytes, options: DecodeOptions()).bitmap
        var worst = 0
        let (width, height) = (whole.size.width / 4, whole.size.height / 4)
        for y in 0..<height {
            for x in 0..<width {
                for channel in 0..<channels {
                    let light = (0..<16).reduce(0) { sum, index in
                        let pixel = whole[4 * x + index % 4, 4 * y + index / 4]
                        let byte = [pixel.red, pixel.green, pixel.blue][channel]
                        return sum + Int(LinearLight.light(of: byte))
                    }
                    let ours = rows[(y * ((whole.size.width + 3) / 4) + x) * channels + channel]
                    worst = max(worst, abs(Int(ours) - Int(LinearLight.byte(of: UInt16(light / 16)))))
                }
            }
        }
        return worst
    }

    @Test(arguments: [1, 3], [0, 1, 3])
    func `each pixel is the light of four by four`(channels: Int, restartRows: Int) throws {
        for quality in [40, 88, 100] {
            for size in [size, PixelSize(width: 8, height: 8), PixelSize(width: 5, height: 700)] {
                let bytes = writer(size, channels: channels, quality: quality, restartRows: restartRows).bytes(photo)
                let difference = try difference(bytes, channels: channels)
                #expect(difference <= 4, "\(quality), \(size)")
            }
        }
    }

    @Test func `chroma is halved in one direction too`() throws {
        for path in [\JPEGWriter.halvesColumns, \.halvesRows] {
            var writer = writer(size)
            writer[keyPath: path] = false
            let difference = try difference(writer.bytes(photo), channels: 3)
            #expect(difference <= 4)
        }
    }

    @Test(arguments: [1, 3]) func `noise has all its light`(channels: Int) throws {
        let bytes = writer(PixelSize(width: 256, height: 256), channels: channels, quality: 92)
            .bytes(grain(25) { _, _, _ in 90 })
        let rows = try #require(try quarters(bytes))
        let mean = rows.reduce(0.0) { $0 + Double(LinearLight.light(of: $1)) } / Double(rows.count)
        let whole = try JPEGCoder().decode(bytes, options: DecodeOptions(box: PixelSize(width: 1, height: 1))).bitmap
        let byte = LinearLight.byte(of: UInt16(mean))
        #expect(abs(Int(byte) - Int(whole[0, 0].green)) <= 1, "\(byte), \(whole[0, 0])")
        #expect(byte > 92, "more than that of the mean value")
    }

    @Test func `other chroma is left to the library`() throws {
        let fine = try #require(JPEGFrame(JPEGWriter(size: size).bytes(photo)))
        #expect(!QuarterDecoder.canDecode(fine))
    }

    // MARK: - Damage

    @Test func `a truncated picture is refused`() throws {
        for restartRows in [0, 1] {
            let bytes = writer(size, quality: 50, restartRows: restartRows).bytes(photo)
            let scan = try #require(JPEGFrame(bytes)).scanOffset
            for end in stride(from: scan, to: bytes.count - 8, by: 11) {
                #expect(try quarters(Array(bytes[..<end])) == nil, "\(end) of \(bytes.count)")
            }
        }
    }

    @Test func `changed bytes are read or left to the library`() throws {
        var random = SeededGenerator(seed: 92)
        for channels in [1, 3] {
            let bytes = writer(size, channels: channels, quality: 60, restartRows: 2).bytes(photo)
            for _ in 0..<1500 {
                var changed = bytes
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    changed[Int.random(in: 2..<bytes.count, using: &random)] = random.byte()
                }
                guard let frame = JPEGFrame(changed), frame.size.area < 100_000, QuarterDecoder.canDecode(frame) else {
                    continue
                }
                var quarters = QuarterDecoder(ByteSource(changed), frame)
                var rows = 0
                let isReadable = try quarters.forEachRow(least: -.infinity, options: DecodeOptions()) { _ in
                    rows += 1
                    return true
                }
                #expect(rows <= quarters.size.height && (!isReadable || rows == quarters.size.height))
            }
        }
    }

    // MARK: - In pictures

    private func decode(_ bytes: [UInt8], _ fidelity: DecodeOptions.Fidelity) throws -> Bitmap {
        var options = DecodeOptions(box: PixelSize(width: 33, height: 40))
        options.fidelity = fidelity
        return try JPEGCoder().decode(bytes, options: options).bitmap
    }

    @Test(arguments: [0.0, 12, 25]) func `a grainy photo has 48 dB without being decoded whole`(_ deviation: Double)
        throws
    {
        let slopes = { (x: Int, y: Int, channel: Int) in
            128 + ((x * (channel + 2) / 4 + y) % 1024 - 512) / 8
        }
        let bytes = writer(PixelSize(width: 1024, height: 683), quality: 88).bytes(grain(deviation, around: slopes))
        let (fast, exact) = (try decode(bytes, .fast), try decode(bytes, .exact))
        let likeness = fast.likeness(to: exact)
        #expect(likeness >= 48 && fast != exact, "\(likeness) dB")
    }

    @Test func `noise of colors of equal luma is not counted, and small`() throws {
        let noise = grain(25) { _, _, _ in 0 }
        let value = { (x: Int, y: Int, channel: Int) in
            [130, 120, 110][channel] + [1000, -509, 0][channel] * noise(x, y, channel) / 1000
        }
        let bytes = writer(PixelSize(width: 1024, height: 683), quality: 88).bytes(value)
        let (fast, exact) = (try decode(bytes, .fast), try decode(bytes, .exact))
        let likeness = fast.likeness(to: exact)
        #expect(likeness >= 48 && fast != exact, "\(likeness) dB")
    }

    @Test func `sharp edges between few pixels are decoded whole`() throws {
        let isBar = { (x: Int, y: Int) in x * 7919 / 3 % 11 < 3 || y % 13 < 3 }
        let gray = { (x: Int, y: Int, _: Int) in isBar(x, y) ? 235 : 20 }
        // of equal sum
        let colors = { (x: Int, y: Int, channel: Int) in channel == (isBar(x, y) ? 0 : 1) ? 235 : 20 }
        for picture in [gray, colors] {
            let bytes = writer(PixelSize(width: 512, height: 512)).bytes(picture)
            #expect(try decode(bytes, .fast) == decode(bytes, .exact))
        }
    }

    @Test(arguments: [false, true]) func `only edges that are shown count`(isTall: Bool) throws {
        let bars = { (x: Int, y: Int, _: Int) in
            abs((isTall ? y : x) - 2560) < 270 && (x % 11 < 3 || y % 13 < 3) ? 170 : 90
        }
        let size = PixelSize(width: isTall ? 512 : 5120, height: isTall ? 5120 : 512)
        let bytes = writer(size).bytes(bars)
        // Of 320x32 pixels the second one shows the 32x32 in the middle.
        let whole = PixelSize(width: isTall ? 32 : 320, height: isTall ? 320 : 32)
        for (box, fit, isAveraged) in [(whole, Fit.contain, true), (PixelSize(width: 32, height: 32), .cover, false)] {
            var options = DecodeOptions(box: box)
            options.fit = fit
            let fast = try JPEGCoder().decode(bytes, options: options).bitmap
            options.fidelity = .exact
            #expect(try (fast != JPEGCoder().decode(bytes, options: options).bitmap) == isAveraged)
        }
    }

    @Test(arguments: [1, 3]) func `stars are decoded whole, because mean and variance do not tell their light`(
        channels: Int
    ) throws {
        let stars = { (x: Int, y: Int, _: Int) in (x &* 7_919 ^ y &* 104_729) % 97 == 0 ? 220 : 6 }
        let bytes = writer(PixelSize(width: 1024, height: 683), channels: channels).bytes(stars)
        #expect(try decode(bytes, .fast) == decode(bytes, .exact))
    }

    /// The curve of the light of variance is that of sRGB.
    @Test func `colors of another curve are averaged by the library`() throws {
        let profile = ICCWriter.rgb(primaries: ICCWriter.sRGB, curve: ICCWriter.gamma(1))
        let picture = grain(20) { _, _, _ in 100 }
        let bytes = writer(PixelSize(width: 1024, height: 683), quality: 88).bytes(picture)
        let described = JPEGWriter.adding(profile: profile, to: bytes)
        let likeness = try decode(described, .fast).likeness(to: decode(described, .exact))
        #expect(likeness >= 45, "\(likeness) dB")
    }

    @Test func `a grainy photo of many pixels has its light too`() throws {
        var random = SeededGenerator(seed: 93)
        let rows = (0..<61).map { _ in
            (0..<3000).map { _ in
                UInt8(
                    clamping: 100
                        + Int((0..<6).reduce(-3.0) { sum, _ in sum + .random(in: 0..<1, using: &random) } * 30))
            }
        }
        let size = PixelSize(width: 3000, height: 2700)
        let pixels = (0..<size.height).flatMap { rows[$0 &* 7 % 61] }
        let bytes = writer(size, channels: 1, quality: 88).bytes(of: pixels)
        let (fast, exact) = (try decode(bytes, .fast), try decode(bytes, .exact))
        let likeness = fast.likeness(to: exact)
        #expect(likeness >= 48 && fast != exact, "\(likeness) dB")
    }
}
