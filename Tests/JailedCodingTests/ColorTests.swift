import ImageCoding
import JailedCoding
import Pixels
import TestSupport
import Testing

@Suite(.endsInTime) struct ColorTests {
    private let pool = TestWorkers.pool()
    private let size = PixelSize(width: 32, height: 32)

    private func decode(_ sample: Sample, _ format: ImageFormat) throws -> Image {
        try TestWorkers.coder(format, pool).decode(sample.bytes, options: DecodeOptions())
    }

    private func expect(_ image: Image, _ red: Int, _ green: Int, _ blue: Int, by difference: Int = 2) {
        let pixel = image.bitmap[10, 10]
        let isNear = zip([pixel.red, pixel.green, pixel.blue], [red, green, blue]).allSatisfy {
            abs(Int($0) - $1) <= difference
        }
        #expect(isNear && image.warning == nil, "\(pixel), not \(red) \(green) \(blue)")
    }

    @Test(arguments: [["-d", "8"], ["-d", "10"], ["-d", "12"], ["-d", "10", "-r", "limited"]])
    func `PQ and HLG become sRGB`(_ depth: [String]) throws {
        // values that were calculated apart from this code, with the formulas of BT.2100 and BT.2390
        let gray = Bitmap(size: size, filledWith: RGBA(148, 148, 148))
        expect(try decode(SampleMaker.avif(gray, depth + ["--cicp", "9/16/9"]), .avif), 229, 229, 229)
        expect(try decode(SampleMaker.avif(gray, depth + ["--cicp", "1/16/6"]), .avif), 229, 229, 229)
        let other = Bitmap(size: size, filledWith: RGBA(128, 128, 128))
        expect(try decode(SampleMaker.avif(other, depth + ["--cicp", "9/18/9"]), .avif), 137, 137, 137)
    }

    @Test(arguments: [8, 10, 12]) func `PQ and HLG in a HEIC become sRGB`(_ depth: Int) throws {
        func heic(_ value: UInt8, _ points: [UInt8]) throws -> Image {
            let bitmap = Bitmap(size: PixelSize(width: 64, height: 64), filledWith: RGBA(value, value, value))
            let matrix = ["--matrix_coefficients", "\(points[2])", "-q", "99"]
            var file = HEIFFile(try SampleMaker.heic(bitmap, depth: depth, matrix).bytes)
            file.replacePixi(by: "colr", Array("nclx".utf8) + points.flatMap { [0, $0] } + [0x80])
            return try TestWorkers.coder(.heic, pool).decode(file.bytes, options: DecodeOptions())
        }
        expect(try heic(148, [9, 16, 9]), 229, 229, 229)
        expect(try heic(148, [1, 16, 6]), 229, 229, 229)
        expect(try heic(128, [9, 18, 9]), 137, 137, 137)
    }

    @Test func `all ten bits of PQ count`() throws {
        // eight grays that are two with eight bits
        func plane(_ value: (Int) -> Int) -> [UInt8] {
            (0..<32 * 32).flatMap { pixel in
                let sample = value(pixel % 32 / 4)
                return [UInt8(sample & 255), UInt8(sample >> 8)]
            }
        }
        let head = "YUV4MPEG2 W32 H32 F1:1 Ip A1:1 C444p10 XYSCSS=444P10 XCOLORRANGE=FULL\nFRAME\n"
        let folder = TemporaryDirectory()
        let input = folder.write(
            Array(head.utf8) + plane { 440 + $0 } + plane { _ in 512 } + plane { _ in 512 }, to: "in.y4m")
        try SampleMaker.run(
            ["avifenc", "-s", "10", "--min", "0", "--max", "0", "--cicp", "9/16/9", "IN", "OUT"], input,
            folder.path + "/picture.avif", of: "libavif-bin")
        let image = try TestWorkers.coder(.avif, pool).decode(folder.read("picture.avif"), options: DecodeOptions())
        #expect(Set((0..<8).map { image.bitmap[4 * $0 + 1, 9].green }).count >= 4)
    }

    @Test func `alpha of PQ is kept`() throws {
        let gray = Bitmap(size: size, filledWith: RGBA(148, 148, 148, 100))
        let image = try decode(SampleMaker.avif(gray, ["-d", "10", "--cicp", "9/16/9"]), .avif)
        expect(image, 229, 229, 229)
        #expect(image.bitmap[10, 10].alpha == 100)
    }

    @Test func `a JPEG XL with PQ becomes sRGB`() throws {
        let gray = Bitmap(size: size, filledWith: RGBA(148, 148, 148))
        let color = ["-x", "color_space=RGB_D65_202_Rel_PeQ", "-d", "0"]
        expect(try decode(SampleMaker.jpegXL(gray, color), .jpegXL), 229, 229, 229)
    }

    @Test func `wide primaries become sRGB`() throws {
        let bitmap = Bitmap(size: size, filledWith: RGBA(200, 100, 50))
        // Display P3, as PNGCoder converts it
        for arguments in [["--cicp", "12/13/6"], ["--cicp", "12/13/6", "-d", "10"]] {
            let sample = try SampleMaker.avif(bitmap, arguments + ["-y", "444", "--min", "0", "--max", "0"])
            expect(try decode(sample, .avif), 215, 92, 32, by: 3)
        }
        let color = ["-x", "color_space=RGB_D65_DCI_Rel_SRG", "-d", "0"]
        expect(try decode(SampleMaker.jpegXL(bitmap, color), .jpegXL), 215, 92, 32, by: 3)
    }

    @Test func `a profile of gray is not applied to three channels`() throws {
        let folder = TemporaryDirectory()
        var profile = [UInt8](repeating: 0, count: 132)
        profile.replaceSubrange(0..<4, with: [0, 0, 0, 132])
        profile.replaceSubrange(12..<24, with: Array("mntrGRAYXYZ ".utf8))
        profile.replaceSubrange(36..<40, with: Array("acsp".utf8))
        let path = folder.write(profile, to: "gray.icc")
        let bitmap = Bitmap(size: size, filledWith: RGBA(120, 120, 120))
        let input = folder.write(try ImageCodersManager.shared.encode(Image(bitmap: bitmap), as: .png), to: "in.png")
        try SampleMaker.run(
            ["avifenc", "-s", "10", "-y", "400", "--icc", path, "IN", "OUT"], input, folder.path + "/picture.avif",
            of: "libavif-bin")
        let bytes = folder.read("picture.avif")
        try #require(bytes.count > 400)
        expect(try TestWorkers.coder(.avif, pool).decode(bytes, options: DecodeOptions()), 120, 120, 120)
    }

    // MARK: - Inks

    /// Returns a TIFF of one color in four inks, of which 255 is all, and perhaps other samples.
    private func tiff(_ inks: [UInt8], _ profile: [UInt8]) -> [UInt8] {
        tiff(samples: inks.count, profile) { _, channel in inks[channel] }
    }

    /// Returns a TIFF of inks; `sample` gives that of a pixel, by its number.
    private func tiff(
        samples: Int, _ profile: [UInt8], _ sample: (_ pixel: Int, _ channel: Int) -> UInt8
    ) -> [UInt8] {
        let writer = SampleTIFFWriter(size: size, photometric: 5, samples: samples, profile: profile)
        return writer.bytes { x, y, channel in UInt64(sample(y * size.width + x, channel)) }
    }

    private func decodeTIFF(_ bytes: [UInt8]) throws -> Image {
        try TestWorkers.coder(.tiff, pool).decode(bytes, options: DecodeOptions())
    }

    @Test func `inks are converted by their profile`() throws {
        let profile = ICCWriter.cmyk()
        // half of all four inks leaves half of the lightness: L* 50 is sRGB 119
        let half = tiff([127, 127, 127, 127], profile)
        expect(try decodeTIFF(half), 119, 119, 119, by: 4)
        expect(try decodeTIFF(tiff([0, 0, 0, 0], profile)), 255, 255, 255)
        #expect(try decodeTIFF(half).bitmap.hasAlpha == false)
        // a fifth sample is no ink
        expect(try decodeTIFF(tiff([127, 127, 127, 127, 255], profile)), 119, 119, 119, by: 4)
        // in strips and in tiles wider than the picture, pixel by pixel and plane by plane
        let folder = TemporaryDirectory()
        let varied = tiff(samples: 4, profile) { pixel, channel in
            UInt8(truncatingIfNeeded: (4 * pixel + channel) * (4 * pixel + channel) / 50)
        }
        let input = folder.write(varied, to: "in.tiff")
        let expected = try decodeTIFF(folder.read("in.tiff"))
        let tiles = ["-t", "-w", "48", "-l", "16"]
        for arguments in [["-r", "5"], tiles, ["-p", "separate", "-r", "5"], ["-p", "separate"] + tiles] {
            try SampleMaker.run(
                ["tiffcp"] + arguments + ["IN", "OUT"], input, folder.path + "/out.tiff", of: "libtiff-tools")
            let image = try decodeTIFF(folder.read("out.tiff"))
            #expect(image.bitmap == expected.bitmap && image.warning == nil, "\(arguments)")
        }
    }

    @Test func `inks without a usable profile are complements of colors`() throws {
        let inks: [UInt8] = [0, 51, 204, 51]
        expect(try decodeTIFF(tiff(inks, [])), 204, 163, 41, by: 0)
        let broken = try decodeTIFF(tiff(inks, Array(ICCWriter.cmyk().prefix(250))))
        #expect(broken.bitmap[10, 10] == RGBA(204, 163, 41) && broken.warning == .colors(.unusableProfile))
    }

    @Test func `code points that say nothing are sRGB`() throws {
        let bitmap = Bitmap(size: size, filledWith: RGBA(200, 100, 50))
        for points in ["2/2/2", "1/2/6", "2/13/6"] {
            let sample = try SampleMaker.avif(bitmap, ["--cicp", points, "-y", "444", "--min", "0", "--max", "0"])
            expect(try decode(sample, .avif), 200, 100, 50)
        }
    }
}
