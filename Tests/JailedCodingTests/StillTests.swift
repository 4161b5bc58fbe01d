import ImageCoding
import JailedCoding
import Pixels
import TestSupport
import Testing

@Suite(.endsInTime) struct StillTests {
    private let pool = TestWorkers.pool()
    private let size = PixelSize(width: 203, height: 131)

    private func decode(
        _ sample: Sample, _ format: ImageFormat, _ options: DecodeOptions = DecodeOptions()
    ) throws -> Image {
        try TestWorkers.coder(format, pool).decode(sample.bytes, options: options)
    }

    @Test(arguments: [
        ["-y", "444"], ["-y", "420"], ["-y", "400"], ["-d", "10"], ["-r", "limited"], ["-d", "12", "-y", "422"],
    ])
    func `an AVIF has the pixels of avifdec`(_ arguments: [String]) throws {
        let sample = try SampleMaker.avif(SampleMaker.drawing(size), arguments)
        #expect(try decode(sample, .avif).bitmap.isNear(sample.reference))
    }

    @Test(arguments: [[], ["-p", "chroma=444"], ["-L"]])
    func `a HEIC has the pixels of heif-convert`(_ arguments: [String]) throws {
        let sample = try SampleMaker.heic(SampleMaker.drawing(size), arguments)
        #expect(try decode(sample, .heic).bitmap.isNear(sample.reference))
    }

    @Test(arguments: [["-d", "0"], ["-d", "1"], ["-d", "0", "--container=1"], ["-d", "2", "-m", "1"]])
    func `a JPEG XL has the pixels of djxl`(_ arguments: [String]) throws {
        let sample = try SampleMaker.jpegXL(SampleMaker.drawing(size), arguments)
        #expect(try decode(sample, .jpegXL).bitmap.isNear(sample.reference))
    }

    @Test(arguments: ["none", "lzw", "zip", "packbits", "zstd", "lzma"])
    func `a TIFF keeps its pixels, in strips and in tiles`(_ compression: String) throws {
        for arguments in [[], ["-r", "7"], ["-t", "-w", "64", "-l", "32"], ["-B"], ["-8"], ["-p", "separate"]] {
            let sample = try SampleMaker.tiff(SampleMaker.drawing(size), compression: compression, arguments)
            #expect(try decode(sample, .tiff).bitmap == sample.reference, "\(arguments)")
        }
    }

    @Test(arguments: [60, 240, 1000]) func `an SVG is rendered at the size asked for`(_ width: Int) throws {
        let document = """
            <?xml version="1.0"?><!-- <svg> --><!DOCTYPE svg [<!ENTITY word "Text">]>
            <svg xmlns="http://www.w3.org/2000/svg" width="120" height="80" viewBox="0 0 120 80">
            <rect width="60" height="80" fill="#f00" fill-opacity="0.5"/><circle cx="80" cy="40" r="30"/>
            <text x="5" y="45" font-size="20">&word; é</text><text x="5" y="70" font-family="monospace">m</text></svg>
            """
        let sample = try SampleMaker.svg(document, width: width)
        let image = try decode(sample, .svg, DecodeOptions(box: PixelSize(width: width, height: width)))
        #expect(image.bitmap.meanDifference(to: sample.reference) < 1)
        #expect(try decode(sample, .svg).size == PixelSize(width: 120, height: 80))
    }

    @Test(arguments: [
        ("width='60' height='40'", 60, 40), ("width='60'", 60, 20), ("height='40' width='100%'", 120, 40),
        ("width='1in' height='50%'", 96, 32), ("width='3pc'", 48, 16), ("height='1.5pt'", 6, 2), ("", 300, 100),
    ])
    func `a side that an SVG does not state has the proportion of its coordinates`(
        sides: String, width: Int, height: Int
    ) throws {
        let document = """
            <!-- \(String(repeating: "-  ", count: 3_000)) --><a:svg xmlns:a="http://www.w3.org/2000/svg"
            viewBox="0 0 300 100" preserveAspectRatio="none" \(sides)><a:rect width="300" height="100" fill="#00f"/></a:svg>
            """
        let manager = ImageCodersManager(coders: JailedImageCoder.coders(workers: pool))
        let image = try manager.decode(Array(document.utf8))
        let size = PixelSize(width: width, height: height)
        #expect(image.bitmap == Bitmap(size: size, filledWith: RGBA(0, 0, 255)))
        // its own size is known when it is drawn larger
        var options = DecodeOptions(box: PixelSize(width: 600, height: 600))
        let large = try manager.decode(Array(document.utf8), options: options)
        #expect(large.size.width == 600 && large.intrinsicSize == size)
        options.box = PixelSize(width: 3, height: 3)
        #expect(try manager.decode(Array(document.utf8), options: options).with(warning: nil).intrinsicSize == size)
    }

    @Test func `a side that nothing gives is that of a replaced element of CSS`() throws {
        for (sides, size) in [("width='60'", (60, 150)), ("height='40'", (300, 40)), ("", (300, 150))] {
            let document = "<svg xmlns='http://www.w3.org/2000/svg' \(sides)><rect width='9' height='9'/></svg>"
            let image = try TestWorkers.coder(.svg, pool).decode(Array(document.utf8), options: DecodeOptions())
            #expect(image.size == PixelSize(width: size.0, height: size.1), "\(sides)")
        }
    }

    @Test(arguments: [false, true]) func `an SVG in UTF-16 is drawn`(isBigEndian: Bool) throws {
        let document = """
            <?xml version="1.0" encoding="UTF-16"?>
            <svg xmlns="http://www.w3.org/2000/svg" width="2" height="1"><rect width="2" height="1" fill="#00f"/></svg>
            """
        let manager = ImageCodersManager(coders: JailedImageCoder.coders(workers: pool))
        let image = try manager.decode(document.utf16Bytes(isBigEndian: isBigEndian))
        #expect(image.format == .svg && image.bitmap[1, 0] == RGBA(0, 0, 255))
    }

    @Test(arguments: [0.7, 1.4]) func `an SVG fills pixels that are not square`(_ pixelAspect: Double) throws {
        let document = """
            <svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="60" height="40" fill="#00f"/>
            <rect width="30" height="40" fill="#f00"/></svg>
            """
        var options = DecodeOptions(box: PixelSize(width: 84, height: 84))
        options.pixelAspect = pixelAspect
        let bitmap = try TestWorkers.coder(.svg, pool).decode(Array(document.utf8), options: options).bitmap
        let right = bitmap.size.width - 1
        for y in 0..<bitmap.size.height {
            #expect(bitmap[0, y] == RGBA(255, 0, 0) && bitmap[right, y] == RGBA(0, 0, 255), "\(bitmap.size), row \(y)")
        }
    }

    @Test func `an SVG opens no file and follows no link`() throws {
        let folder = TemporaryDirectory()
        let secret = folder.write(
            try ImageCodersManager.shared.encode(
                Image(bitmap: Bitmap(size: size, filledWith: RGBA(9, 9, 9))), as: .png),
            to: "secret.png")
        let document = """
            <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
            width="40" height="40">
            <image width="40" height="40" xlink:href="file://\(secret)"/><image width="9" height="9" xlink:href="\(secret)"/>
            <image width="9" height="9" xlink:href="http://127.0.0.1:1/x.png"/><script>alert(1)</script>
            <style>@import url("file://\(secret)");</style></svg>
            """
        let image = try TestWorkers.coder(.svg, pool).decode(Array(document.utf8), options: DecodeOptions())
        #expect(image.bitmap == Bitmap(size: PixelSize(width: 40, height: 40), filledWith: RGBA(0, 0, 0, 0)))
        #expect(pool.idleProcesses.count == 1)
    }

    @Test func `alpha is straight in every format`() throws {
        let drawing = SampleMaker.drawing(size, hasAlpha: true)
        for (sample, format) in [
            (try SampleMaker.avif(drawing), ImageFormat.avif),
            (try SampleMaker.avif(drawing, ["--premultiply"]), .avif),
            (try SampleMaker.heic(drawing), .heic), (try SampleMaker.jpegXL(drawing, ["-d", "0"]), .jpegXL),
        ] {
            let image = try decode(sample, format)
            #expect(image.bitmap.hasAlpha && image.bitmap.isNear(sample.reference, over: 64))
        }
    }

    @Test(arguments: 0..<4) func `an AVIF is turned and mirrored once`(_ angle: Int) throws {
        for mirror in ["0", "1"] {
            let drawing = SampleMaker.drawing(size)
            let sample = try SampleMaker.avif(drawing, ["--irot", "\(angle)", "--imir", mirror])
            let stored = sample.reference
            // in the order of the boxes: turned first, then mirrored
            let turned = stored.oriented([.up, .left, .down, .right][angle])
            let expected = turned.oriented(mirror == "0" ? .downMirrored : .upMirrored)
            #expect(try decode(sample, .avif).bitmap.isNear(expected))
        }
    }

    @Test func `a picture is reduced in linear light to its box`() throws {
        let sample = try SampleMaker.avif(SampleMaker.drawing(size), ["-y", "444", "--lossless"])
        var options = DecodeOptions(box: PixelSize(width: 40, height: 40))
        options.fidelity = .exact
        for fit in Fit.allCases {
            options.fit = fit
            let png = try ImageCodersManager.shared.encode(Image(bitmap: sample.reference), as: .png)
            let expected = try ImageCodersManager.shared.decode(png, options: options)
            let image = try decode(sample, .avif, options)
            #expect(image.bitmap.isNear(expected.bitmap) && image.sourceSize == size)
        }
    }

    @Test func `a thumbnail in a HEIC is used if it covers the box`() throws {
        let drawing = SampleMaker.drawing(PixelSize(width: 800, height: 600))
        let sample = try SampleMaker.heic(drawing, ["-t", "200"])
        let (small, large) = (PixelSize(width: 160, height: 160), PixelSize(width: 300, height: 300))
        for (box, usesThumbnail) in [(small, true), (large, false)] {
            var options = DecodeOptions(box: box)
            let fast = try decode(sample, .heic, options)
            options.fidelity = .exact
            let exact = try decode(sample, .heic, options)
            #expect(fast.size == exact.size && fast.sourceSize == drawing.size)
            #expect((fast.bitmap != exact.bitmap) == usesThumbnail)
            #expect(fast.bitmap.isNear(exact.bitmap, by: 24))
        }
    }

    @Test func `the header is read without a pixel`() throws {
        let drawing = SampleMaker.drawing(size, hasAlpha: true)
        let sample = try SampleMaker.avif(drawing, ["-d", "10", "--irot", "1"])
        let header = try TestWorkers.coder(.avif, pool).header(of: sample.bytes, limits: DecodeLimits())
        #expect(header.pixelSize == size.transposed && header.bitDepth == 10 && header.hasAlpha)
        #expect(header.orientation == .left && header.frameCount == 1)
    }

    @Test func `the header of bytes that are read on demand needs all of them`() throws {
        let sample = try SampleMaker.tiff(SampleMaker.drawing(size), compression: "lzw")
        let count = 5_000_000  // more than a header that is read by itself
        let bytes = sample.bytes
        let source = ByteSource(count: count) { offset, target in
            let piece = offset < bytes.count ? Array(bytes[offset...].prefix(target.count)) : []
            target.copyBytes(from: piece)
            return piece.isEmpty ? min(target.count, count - offset) : piece.count
        }
        #expect(try TestWorkers.coder(.tiff, pool).header(of: source, limits: DecodeLimits()).pixelSize == size)
    }

    @Test func `formats are detected by brands, signatures and root elements`() throws {
        func box(_ brands: String...) -> [UInt8] {
            let text = brands[0] + "\0\0\0\0" + brands.dropFirst().joined()
            return [0, 0, 0, UInt8(8 + text.utf8.count)] + Array("ftyp".utf8) + Array(text.utf8)
        }
        let coders = JailedImageCoder.coders(workers: pool)
        func format(_ bytes: [UInt8]) -> ImageFormat? { coders.last { $0.canDecode(bytes) }?.format }
        #expect(format(box("avif", "mif1")) == .avif && format(box("avis", "msf1")) == .avif)
        #expect(format(box("heic", "mif1")) == .heic && format(box("mif1", "heic")) == .heic)
        #expect(format(box("mif1", "avif", "miaf")) == .avif && format(box("mif1", "miaf")) == .heic)
        #expect(format([0xFF, 0x0A, 0, 0]) == .jpegXL && format([0x4D, 0x4D, 0, 43, 0, 8]) == .tiff)
        let gzip: [UInt8] = [0x1F, 0x8B]
        #expect(format(gzip) == nil && format(gzip + [8, 0, 0, 0, 0, 0, 0, 3]) == nil)
        let license = "<!--" + String(repeating: " All rights reserved.\n", count: 2_900) + "-->"
        for text in [
            "<svg>", "\u{FEFF}<?xml version='1.0'?>\n<!-- a > b -->\n<!DOCTYPE svg [<!ENTITY a \"]\">]><svg:svg/>",
            "<ns0:svg xmlns:ns0='http://www.w3.org/2000/svg'/>", String(license.prefix(30_000)) + "-->\n<g:svg>",
        ] {
            #expect(format(Array(text.utf8)) == .svg)
            #expect(
                format(text.utf16Bytes(isBigEndian: false)) == .svg
                    && format(text.utf16Bytes(isBigEndian: true)) == .svg)
        }
        #expect(format("<svgs>".utf16Bytes(isBigEndian: true)) == nil && format([0xFE, 0xFF, 0]) == nil)
        #expect(format(Array((license + "<svg>").utf8)) == .svg)
        for text in [
            "<html><svg/></html>", "<svgs>", "<svg:g>", "<:>", "<!-- <svg>", "<?xml version='1.0'?><rss><svg/></rss>",
        ] {
            #expect(format(Array(text.utf8)) == nil)
        }
        #expect(format(box("isom", "mp42")) == nil && format(box("mp42", "avif")) == .avif)
    }
}

extension String {
    /// UTF-16 with a byte order mark.
    fileprivate func utf16Bytes(isBigEndian: Bool) -> [UInt8] {
        ([0xFEFF] + utf16).flatMap { unit in
            let bytes = [UInt8(unit >> 8), UInt8(unit & 255)]
            return isBigEndian ? bytes : bytes.reversed()
        }
    }
}

extension Bitmap {
    /// Whether no channel differs by more than `difference` where alpha is more than `alpha`.
    func isNear(_ other: Bitmap, by difference: Int = 2, over alpha: UInt8 = 0) -> Bool {
        guard size == other.size else { return false }
        return (0..<size.area).allSatisfy { pixel in
            let channels = 4 * pixel..<4 * pixel + 4
            guard bytes[4 * pixel + 3] > alpha else { return true }
            return channels.allSatisfy { abs(Int(bytes[$0]) - Int(other.bytes[$0])) <= difference }
        }
    }

    /// The mean difference of all channels, without those of transparent pixels; infinite for another size.
    func meanDifference(to other: Bitmap) -> Double {
        guard size == other.size else { return .infinity }
        let sum = (0..<bytes.count).reduce(0) { sum, place in
            bytes[place | 3] < 64 ? sum : sum + abs(Int(bytes[place]) - Int(other.bytes[place]))
        }
        return Double(sum) / Double(bytes.count)
    }
}
