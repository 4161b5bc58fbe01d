import Pixels
import TestSupport
import Testing

@testable import ImageCoding

/// Colors on their whole way from a file.
@Suite(.endsInTime) struct ColoredFileTests {
    private let size = PixelSize(width: 40, height: 30)
    private let p3 = ICCWriter.rgb(primaries: ICCWriter.p3, curve: ICCWriter.sRGBCurve)

    private func jpeg(channels: Int = 3, _ color: [Int]) -> [UInt8] {
        JPEGWriter(size: size, channels: channels).bytes { _, _, channel in color[channel] }
    }

    private func expect(_ image: Image, _ red: Int, _ green: Int, _ blue: Int, by tolerance: Int = 3) {
        let pixel = image.bitmap[image.size.width / 2, image.size.height / 2]
        for (value, wanted) in [(pixel.red, red), (pixel.green, green), (pixel.blue, blue)] {
            #expect(abs(Int(value) - wanted) <= tolerance, "\(pixel)")
        }
    }

    @Test(arguments: [DecodeOptions.Fidelity.fast, .exact])
    func `the profile of a JPEG is honored`(fidelity: DecodeOptions.Fidelity) throws {
        let coder = JPEGCoder()
        for box in [nil, PixelSize(width: 4, height: 4)] {
            var options = DecodeOptions(box: box)
            options.fidelity = fidelity
            let image = try coder.decode(JPEGWriter.adding(profile: p3, to: jpeg([200, 100, 50])), options: options)
            expect(image, 215, 93, 31)
            #expect(image.warning == nil)
            expect(try coder.decode(jpeg([200, 100, 50]), options: options), 200, 100, 50)
            let gray = JPEGWriter.adding(
                profile: ICCWriter.gray(curve: ICCWriter.gamma(1)), to: jpeg(channels: 1, [128]))
            expect(try coder.decode(gray, options: options), 188, 188, 188)
        }
    }

    @Test func `a profile in parts is joined`() throws {
        let file = JPEGWriter.adding(profile: p3, to: jpeg([200, 100, 50]), partBytes: 100)
        #expect(SourceColor.inJPEG(file) == .icc(p3))
        expect(try JPEGCoder().decode(file, options: DecodeOptions()), 215, 93, 31)
    }

    @Test func `a profile with a missing part is ignored with a warning`() throws {
        let file = JPEGWriter.adding(profile: p3, to: jpeg([200, 100, 50]), partBytes: 100, dropping: 0)
        let image = try JPEGCoder().decode(file, options: DecodeOptions())
        expect(image, 200, 100, 50)
        #expect(image.warning?.description == "its color profile cannot be used: shown as sRGB")
    }

    @Test func `CMYK colors are converted by their profile`() throws {
        // As Adobe stores it, 255 is no ink. Half of all four inks leaves half of the lightness: L* 50 is sRGB 119.
        let half = JPEGWriter.adding(profile: ICCWriter.cmyk(), to: jpeg(channels: 4, [128, 128, 128, 128]))
        expect(try JPEGCoder().decode(half, options: DecodeOptions()), 119, 119, 119, by: 4)
        let white = JPEGWriter.adding(profile: ICCWriter.cmyk(), to: jpeg(channels: 4, [255, 255, 255, 255]))
        expect(try JPEGCoder().decode(white, options: DecodeOptions()), 255, 255, 255)
        // Any ink is as dark as any other, by this profile.
        let cyan = JPEGWriter.adding(profile: ICCWriter.cmyk(), to: jpeg(channels: 4, [0, 255, 255, 255]))
        let pixel = try JPEGCoder().decode(cyan, options: DecodeOptions()).bitmap[9, 9]
        #expect(abs(Int(pixel.red) - Int(pixel.blue)) <= 2 && pixel.red > 160 && pixel.red < 200, "\(pixel)")
    }

    @Test func `a profile for other pixels is ignored with a warning`() throws {
        for (profile, channels) in [(p3, 4), (ICCWriter.cmyk(), 3)] {
            let file = jpeg(channels: channels, [200, 100, 50, 255])
            let image = try JPEGCoder().decode(JPEGWriter.adding(profile: profile, to: file), options: DecodeOptions())
            #expect(image.warning?.description == "its color profile cannot be used: shown as sRGB")
            expect(image, 200, 100, 50)
        }
    }

    // MARK: - PNG

    /// A PNG with chunks after its header.
    private func png(colorType: UInt8 = 2, isInterlaced: Bool = false, _ chunks: [UInt8], _ color: [Int]) -> [UInt8] {
        let file = PNGWriter(width: 40, height: 30, colorType: Int(colorType), isInterlaced: isInterlaced).bytes {
            color[$2]
        }
        return file[..<33] + chunks + file[33...]
    }

    private func gamma(_ value: UInt32) -> [UInt8] { PNGChunk.bytes(PNGChunk.gamma, PNGChunk.bigEndian(value)) }

    @Test func `the profile of a PNG is honored`() throws {
        let chunk = PNGChunk.bytes(PNGChunk.profile, Array("P3".utf8) + [0, 0] + PlainPNG.stored(p3))
        for isInterlaced in [false, true] {
            let file = png(isInterlaced: isInterlaced, chunk, [200, 100, 50])
            #expect(SourceColor.inPNG(file, limits: DecodeLimits()) == .icc(p3))
            expect(try PNGCoder().decode(file, options: DecodeOptions()), 215, 93, 31, by: 1)
        }
        let both = png(chunk + PNGChunk.bytes(PNGChunk.standardColor, [0]) + gamma(100_000), [200, 100, 50])
        expect(try PNGCoder().decode(both, options: DecodeOptions()), 215, 93, 31, by: 1)
    }

    @Test func `the gamma of a PNG is honored at any size`() throws {
        for isInterlaced in [false, true] {
            for box in [nil, PixelSize(width: 9, height: 9)] {
                let file = png(isInterlaced: isInterlaced, gamma(100_000), [128, 0, 255])
                expect(try PNGCoder().decode(file, options: DecodeOptions(box: box)), 188, 0, 255, by: 0)
                let gray = png(colorType: 4, isInterlaced: isInterlaced, gamma(100_000), [128, 255])
                expect(try PNGCoder().decode(gray, options: DecodeOptions(box: box)), 188, 188, 188, by: 0)
            }
        }
        let standard = png(gamma(100_000) + PNGChunk.bytes(PNGChunk.standardColor, [0]), [128, 0, 255])
        expect(try PNGCoder().decode(standard, options: DecodeOptions()), 128, 0, 255, by: 0)
        #expect(try PNGCoder().decode(png(gamma(0), [1, 2, 3]), options: DecodeOptions()).warning != nil)
    }

    @Test func `the primaries of a PNG are honored`() throws {
        let points: [UInt32] = [31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6_000]
        let chunk = PNGChunk.bytes(PNGChunk.chromaticities, points.flatMap(PNGChunk.bigEndian))
        expect(
            try PNGCoder().decode(png(chunk + gamma(45_455), [200, 100, 50]), options: DecodeOptions()), 215, 93, 31)
        expect(try PNGCoder().decode(png(chunk, [200, 100, 50]), options: DecodeOptions()), 200, 100, 50, by: 0)
    }

    private func codePoints(_ numbers: UInt8...) -> [UInt8] { PNGChunk.bytes(PNGChunk.codePoints, numbers) }

    @Test func `the code points of a PNG take precedence`() throws {
        let profile = PNGChunk.bytes(PNGChunk.profile, Array("P3".utf8) + [0, 0] + PlainPNG.stored(p3))
        for isInterlaced in [false, true] {
            for box in [nil, PixelSize(width: 9, height: 9)] {
                let displayP3 = png(isInterlaced: isInterlaced, codePoints(12, 13, 0, 1), [200, 100, 50])
                expect(try PNGCoder().decode(displayP3, options: DecodeOptions(box: box)), 215, 93, 31, by: 1)
            }
        }
        for chunks in [codePoints(1, 13, 0, 1) + profile, profile + codePoints(1, 13, 0, 1) + gamma(100_000)] {
            let image = try PNGCoder().decode(png(chunks, [200, 100, 50]), options: DecodeOptions())
            expect(image, 200, 100, 50, by: 0)
            #expect(image.warning == nil)
        }
        expect(
            try PNGCoder().decode(png(codePoints(1, 8, 0, 1), [128, 0, 255]), options: DecodeOptions()), 188, 0, 255)
        // With the primaries of BT.2020 white is white, and red is outside of sRGB.
        let wide = png(codePoints(9, 13, 0, 1), [255, 0, 0])
        expect(try PNGCoder().decode(wide, options: DecodeOptions()), 255, 0, 0, by: 0)
        let gray = png(codePoints(9, 1, 0, 1), [255, 255, 255])
        expect(try PNGCoder().decode(gray, options: DecodeOptions()), 255, 255, 255, by: 1)
    }

    @Test func `invalid code points are ignored with a warning`() throws {
        for numbers in [
            (0, 13, 0, 1), (12, 0, 0, 1), (12, 17, 0, 1), (9, 10, 0, 1), (12, 16, 1, 1), (1, 13, 1, 1), (1, 13, 0, 0),
        ] {
            let (primaries, transfer, matrix, range) = numbers
            let file = png(
                codePoints(UInt8(primaries), UInt8(transfer), UInt8(matrix), UInt8(range)), [200, 100, 50])
            let image = try PNGCoder().decode(file, options: DecodeOptions())
            expect(image, 200, 100, 50, by: 0)
            #expect(image.warning?.description == "its color space is unknown: shown as sRGB", "\(numbers)")
        }
        // A chunk of another length is none.
        let image = try PNGCoder().decode(png(codePoints(12, 13, 0), [200, 100, 50]), options: DecodeOptions())
        expect(image, 200, 100, 50, by: 0)
        #expect(image.warning == nil)
    }

    @Test func `a profile that is a compression bomb is ignored`() throws {
        var limits = DecodeLimits()
        limits.profileBytes = p3.count - 1
        let chunk = PNGChunk.bytes(PNGChunk.profile, Array("P3".utf8) + [0, 0] + PlainPNG.stored(p3))
        let file = png(chunk, [200, 100, 50])
        #expect(SourceColor.inPNG(file, limits: limits) == .icc([]))
        var options = DecodeOptions()
        options.limits = limits
        let image = try PNGCoder().decode(file, options: options)
        expect(image, 200, 100, 50, by: 0)
        #expect(image.warning?.description == "its color profile cannot be used: shown as sRGB")
    }

    // MARK: - WebP

    @Test(arguments: [DecodeOptions.Fidelity.fast, .exact])
    func `the profile of a WebP is honored`(fidelity: DecodeOptions.Fidelity) throws {
        let adobe = ICCWriter.rgb(primaries: ICCWriter.adobe, curve: ICCWriter.gamma(2.2))
        let still = WebPWriter(size: size, isLossless: true).bytes { [200, 100, 50][$2] }
        let sides = [39, 0, 0, 29, 0, 0] as [UInt8]
        let file = WebPWriter.file(
            WebPWriter.chunk("VP8X", [0x20, 0, 0, 0] + sides) + WebPWriter.chunk("ICCP", adobe) + still[12...])
        #expect(SourceColor.inWebP(EncodedBytes(file)) == .icc(adobe))
        for box in [nil, PixelSize(width: 4, height: 4)] {
            var options = DecodeOptions(box: box)
            options.fidelity = fidelity
            expect(try WebPCoder().decode(file, options: options), 228, 100, 42)
        }
    }
}
