import ImageCoding
import JailedCoding
import Pixels
import TestSupport
import Testing

/// TIFF with samples of every format, in every arrangement.
@Suite(.endsInTime) struct TIFFSampleTests {
    private let pool = TestWorkers.pool()

    private func decode(_ bytes: [UInt8]) throws -> Image {
        try ImageCodersManager(coders: JailedImageCoder.coders(workers: pool)).decode(bytes)
    }

    /// Whether no channel differs by more than `difference`.
    private func isNear(_ color: RGBA, _ other: RGBA, by difference: Int) -> Bool {
        zip(
            [color.red, color.green, color.blue, color.alpha], [other.red, other.green, other.blue, other.alpha]
        ).allSatisfy { abs(Int($0) - Int($1)) <= difference }
    }

    /// Returns a share of the range of a format, 0 to 1, as the bits of a sample.
    private static func sample(_ share: Double, _ bits: Int, _ format: Int) -> UInt64 {
        switch (format, bits) {
        case (3, 16): UInt64(Float16(share).bitPattern)
        case (3, 32): UInt64(Float(share).bitPattern)
        case (3, _): share.bitPattern
        default:
            // The lowest number with a sign has the highest bit only. A little less than the share has bytes that
            // differ, so that their order counts.
            UInt64(share * Double(UInt64.max >> UInt64(64 - bits)) * (bits < 16 ? 1 : 0.9995) + 0.5)
                ^ (format == 2 ? 1 << UInt64(bits - 1) : 0)
        }
    }

    /// In strips and in tiles, pixel by pixel and plane by plane, in both byte orders.
    private static func arrangements(_ writer: SampleTIFFWriter) -> [SampleTIFFWriter] {
        var all = [writer, writer, writer, writer, writer]
        all[1].isPlanar = true
        all[2].tile = PixelSize(width: 16, height: 16)
        (all[3].isPlanar, all[3].tile, all[3].isBigEndian) = (true, PixelSize(width: 16, height: 16), true)
        all[4].isBigEndian = true
        return all
    }

    @Test(
        arguments: [1, 2, 4, 8, 10, 12, 14, 16, 24, 32, 40, 48, 56, 64].map { ($0, 1) } + [8, 16, 32].map { ($0, 2) }
            + [16, 32, 64].map { ($0, 3) }, [0, 1, 2, 5])
    func `samples of every format are shown`(_ sample: (bits: Int, format: Int), photometric: Int) throws {
        var writer = SampleTIFFWriter(size: PixelSize(width: 37, height: 19), bits: sample.bits, format: sample.format)
        (writer.photometric, writer.samples) = (photometric, photometric < 2 ? 1 : photometric == 2 ? 3 : 4)
        let steps = Double(min(1 << min(sample.bits, 8), 256) - 1)
        func share(_ x: Int, _ y: Int, _ channel: Int) -> Double {
            channel == 3 ? 0 : (Double((x * 7 + y * 31 + channel * 50) % 256) / 255 * steps).rounded() / steps
        }
        for writer in Self.arrangements(writer) {
            let image = try decode(writer.bytes { Self.sample(share($0, $1, $2), sample.bits, sample.format) })
            #expect(image.size == writer.size && image.warning == nil)
            var wrong = 0
            for y in 0..<writer.size.height {
                for x in 0..<writer.size.width {
                    let values = (0..<3).map { share(x, y, photometric < 2 ? 0 : $0) }.map { share in
                        UInt8(255 * (photometric == 0 || photometric == 5 ? 1 - share : share) + 0.5)
                    }
                    let color = RGBA(values[0], values[1], values[2])
                    if !isNear(image.bitmap[x, y], color, by: 1) { wrong += 1 }
                }
            }
            #expect(wrong == 0, "\(writer)")
        }
    }

    @Test(arguments: [8, 9], [8, 16])
    func `the white of CIE Lab is white, and its gray is gray`(photometric: Int, bits: Int) throws {
        // L*, a* and b* of D50, and what they are in sRGB
        let colors: [(lab: [Double], color: RGBA)] = [
            ([100, 0, 0], RGBA(255, 255, 255)), ([53.585, 0, 0], RGBA(128, 128, 128)), ([0, 0, 0], RGBA(0, 0, 0)),
            ([54.29, 80.81, 69.89], RGBA(255, 0, 0)), ([87.82, -79.27, 80.99], RGBA(0, 255, 0)),
            ([29.57, 68.30, -112.03], RGBA(0, 0, 255)),
        ]
        let writer = SampleTIFFWriter(
            size: PixelSize(width: colors.count, height: 2), bits: bits, photometric: photometric, samples: 3)
        for writer in Self.arrangements(writer) {
            let image = try decode(
                writer.bytes { x, _, channel in
                    let value = colors[x].lab[channel]
                    let scale = bits == 16 ? 256.0 : 1
                    let range = bits == 8 ? 255.0 : photometric == 8 ? 65_535 : 65_280
                    if channel == 0 { return UInt64((value * range / 100).rounded()) }
                    let number = Int((value * scale).rounded()) + (photometric == 9 ? Int(128 * scale) : 0)
                    return UInt64(number & (1 << bits - 1))
                })
            for x in colors.indices {
                // 8 bits are steps of nearly half a percent
                #expect(isNear(image.bitmap[x, 1], colors[x].color, by: bits == 8 ? 10 : 2), "\(image.bitmap[x, 1])")
                if x < 3 { #expect(isNear(image.bitmap[x, 1], colors[x].color, by: 1)) }
            }
        }
    }

    @Test(arguments: [8, 12, 16]) func `YCbCr without subsampling is shown`(bits: Int) throws {
        var writer = SampleTIFFWriter(bits: bits, photometric: 6, samples: 3)
        writer.fields[530] = [1, 1]
        for isPlanar in [true, false] where isPlanar || bits != 16 {
            writer.isPlanar = isPlanar
            // red, as in JPEG
            let image = try decode(writer.bytes { _, _, channel in UInt64([76, 85, 255][channel] << (bits - 8)) })
            #expect(isNear(image.bitmap[4, 3], RGBA(254, 0, 0), by: 3), "\(image.bitmap[4, 3])")
        }
    }

    @Test(arguments: [8, 12, 16]) func `YCbCr may have a range and coefficients of its own`(bits: Int) throws {
        // red, green and blue of ITU-R BT.709, as in video
        let colors: [(values: [Int], color: RGBA)] = [
            ([63, 102, 240], RGBA(255, 0, 0)), ([173, 42, 26], RGBA(0, 255, 0)), ([32, 240, 118], RGBA(0, 0, 255)),
            ([235, 128, 128], RGBA(255, 255, 255)), ([16, 128, 128], RGBA(0, 0, 0)),
        ]
        var writer = SampleTIFFWriter(bits: bits, photometric: 6, samples: 3, isPlanar: true)
        writer.fields[530] = [1, 1]
        writer.fractions[529] = [213, 715, 72]
        writer.fractions[532] = [16, 235, 128, 240, 128, 240].map { ($0 << (bits - 8)) * 1000 }
        let image = try decode(writer.bytes { x, _, channel in UInt64(colors[x].values[channel] << (bits - 8)) })
        for x in colors.indices {
            #expect(isNear(image.bitmap[x, 3], colors[x].color, by: 3), "\(image.bitmap[x, 3])")
        }
    }

    @Test(arguments: [8, 12, 16]) func `indices are looked up in the palette`(bits: Int) throws {
        var writer = SampleTIFFWriter(bits: bits, photometric: 3)
        let count = 1 << bits
        writer.palette = (0..<3 * count).map { ($0 % count * 257 + $0 / count * 5_000) % 65_536 }
        let image = try decode(writer.bytes { x, y, _ in UInt64(x * 9 + y) })
        let index = 4 * 9 + 3
        let colors = (0..<3).map { UInt8((index * 257 + $0 * 5_000) / 256) }
        #expect(image.bitmap[4, 3] == RGBA(colors[0], colors[1], colors[2]))
    }

    @Test(arguments: [(12, 1), (32, 1), (32, 3)]) func `the last sample may be alpha`(bits: Int, format: Int) throws {
        for (kind, expected) in [(0, RGBA(153, 51, 0)), (1, RGBA(255, 85, 0, 153)), (2, RGBA(153, 51, 0, 153))] {
            let writer = SampleTIFFWriter(bits: bits, format: format, photometric: 2, samples: 4, alpha: kind)
            let image = try decode(
                writer.bytes { _, _, channel in Self.sample([0.6, 0.2, 0, 0.6][channel], bits, format) })
            #expect(isNear(image.bitmap[2, 2], expected, by: 1), "\(kind): \(image.bitmap[2, 2])")
        }
    }

    @Test(arguments: [8, 12, 16, 32], 1...4)
    func `without a photometric interpretation samples are gray or RGB`(bits: Int, samples: Int) throws {
        let alpha = samples % 2 == 0 ? 2 : nil
        let writer = SampleTIFFWriter(bits: bits, photometric: nil, samples: samples, alpha: alpha)
        let shares = samples < 3 ? [0.8, 0.6] : [0.8, 0.4, 0, 0.6]
        for writer in Self.arrangements(writer) {
            let image = try decode(writer.bytes { _, _, channel in Self.sample(shares[channel], bits, 1) })
            var expected = samples < 3 ? RGBA(204, 204, 204) : RGBA(204, 102, 0)
            if alpha != nil { expected.alpha = 153 }
            #expect(isNear(image.bitmap[2, 2], expected, by: 1), "\(writer): \(image.bitmap[2, 2])")
        }
    }

    @Test func `numbers outside of the range are black or white`() throws {
        let values: [Float] = [-1, 0.5, 7, .infinity, -.infinity, .nan, -0.0, 1e-30]
        let writer = SampleTIFFWriter(size: PixelSize(width: 8, height: 1), bits: 32, format: 3)
        let bitmap = try decode(writer.bytes { x, _, _ in UInt64(values[x].bitPattern) }).bitmap
        #expect((0..<8).map { bitmap[$0, 0].red } == [0, 128, 255, 255, 0, 0, 0, 0])
    }

    @Test func `unsupported samples are reported as such, not as damage`() {
        func expect(_ what: String, _ change: (inout SampleTIFFWriter) -> Void) {
            var writer = SampleTIFFWriter(samples: 3)
            writer.photometric = 2
            change(&writer)
            let bytes = writer.bytes { _, _, _ in 1 }
            #expect(throws: ImageCodingError.unsupported(.tiff, what)) { try decode(bytes) }
        }
        expect("24-bit float samples of RGB") { ($0.bits, $0.format) = (24, 3) }
        expect("64-bit complex float samples of RGB") { ($0.bits, $0.format) = (64, 6) }
        expect("8-bit samples in planes of YCbCr") {
            ($0.photometric, $0.isPlanar, $0.fields) = (6, true, [530: [2, 2]])
        }
        expect("32-bit samples of CIE Lab") { ($0.bits, $0.photometric) = (32, 8) }
        expect("12-bit samples of ITU Lab") { ($0.bits, $0.photometric) = (12, 10) }
        expect("16-bit samples of linear raw data") { ($0.bits, $0.photometric) = (16, 34_892) }
        expect("8-bit samples of photometric interpretation 99") { $0.photometric = 99 }
        expect("samples with different bits or formats") { $0.fields = [258: [5, 6, 5]] }
        expect("samples with different bits or formats") { $0.fields = [339: [1, 2, 3]] }
    }
}
