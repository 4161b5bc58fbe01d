import ImageCoding
import JailedCoding
import Pixels
import TestSupport
import Testing

/// Properties of HEIF files that crop, turn and mirror a picture.
@Suite(.endsInTime) struct TransformTests {
    private let pool = TestWorkers.pool()

    private func decode(_ bytes: [UInt8], _ format: ImageFormat, _ options: DecodeOptions) throws -> Image {
        try TestWorkers.coder(format, pool).decode(bytes, options: options)
    }

    @Test(arguments: [
        ("irot", 1, Orientation.left), ("irot", 2, .down), ("irot", 3, .right), ("imir", 0, .downMirrored),
        ("imir", 1, .upMirrored),
    ])
    func `a HEIC and its thumbnail are turned or mirrored once`(
        _ type: String, _ value: UInt8, _ orientation: Orientation
    ) throws {
        let size = PixelSize(width: 320, height: 240)
        let sample = try SampleMaker.heic(SampleMaker.drawing(size), ["-t", "80"])
        var (plainFile, changedFile) = (HEIFFile(sample.bytes), HEIFFile(sample.bytes))
        plainFile.replacePixi(by: "free", [value])
        changedFile.replacePixi(by: type, [value])
        let (plain, changed) = (plainFile.bytes, changedFile.bytes)
        var options = DecodeOptions(box: PixelSize(width: 60, height: 60))
        let thumbnail = try decode(changed, .heic, options)
        #expect(thumbnail.bitmap.isNear(try decode(plain, .heic, options).bitmap.oriented(orientation)))
        options.fidelity = .exact
        let reduced = try decode(changed, .heic, options)
        #expect(reduced.bitmap != thumbnail.bitmap && reduced.size == thumbnail.size)
        options.box = nil
        let whole = try decode(changed, .heic, options)
        #expect(whole.bitmap.isNear(sample.reference.oriented(orientation)))
        for image in [thumbnail, reduced, whole] { #expect(image.sourceSize == orientation.applied(to: size)) }
        let header = try TestWorkers.coder(.heic, pool).header(of: changed, limits: DecodeLimits())
        #expect(header.pixelSize == orientation.applied(to: size))
    }

    @Test(arguments: [("420", 16, 32, 100, 60), ("444", 7, 3, 101, 127), ("422", 2, 65, 200, 65)])
    func `an AVIF is cropped to its clean aperture, then turned`(
        _ chroma: String, _ x: Int, _ y: Int, _ width: Int, _ height: Int
    ) throws {
        let crop = ["--crop", "\(x),\(y),\(width),\(height)", "--irot", "1"]
        let size = PixelSize(width: 203, height: 131)
        for depth in ["8", "10"] {
            let sample = try SampleMaker.avif(SampleMaker.drawing(size), crop + ["-y", chroma, "-d", depth])
            // avifdec neither crops nor turns
            let rect = PixelRect(x: x, y: y, size: PixelSize(width: width, height: height))
            let expected = sample.reference.cropped(to: rect).oriented(.left)
            let image = try decode(sample.bytes, .avif, DecodeOptions())
            #expect(image.bitmap.isNear(expected) && image.sourceSize == rect.size.transposed)
        }
    }

    @Test(arguments: ["420", "422", "444"]) func `a clean aperture may begin at any pixel`(_ chroma: String) throws {
        let (size, cropped) = (PixelSize(width: 202, height: 330), PixelSize(width: 100, height: 200))
        let arguments = ["-y", chroma, "--crop", "50,64,100,200"]
        let sample = try SampleMaker.avif(SampleMaker.drawing(size), arguments)
        let place = try #require(sample.bytes.firstRange(of: Array("clap".utf8))).upperBound
        // the numerators of its distances from the middle, which is at 51 and 65
        for (x, y) in [(51, 65), (53, 2), (1, 129)] {
            var bytes = sample.bytes
            for (offset, distance) in [(16, x - 51), (24, y - 65)] {
                let fraction = [distance, 1].flatMap { value in
                    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
                }
                bytes.replaceSubrange(place + offset..<place + offset + 8, with: fraction)
            }
            let expected = sample.reference.cropped(to: PixelRect(x: x, y: y, size: cropped))
            #expect(try decode(bytes, .avif, DecodeOptions()).bitmap.isNear(expected), "\(x), \(y)")
        }
    }

    @Test func `a clean aperture outside of the picture is ignored`() throws {
        let size = PixelSize(width: 64, height: 48)
        let sample = try SampleMaker.avif(SampleMaker.drawing(size), ["--crop", "0,0,32,32"])
        var bytes = sample.bytes
        let place = try #require(bytes.indices.dropLast(8).first { bytes[$0..<$0 + 4].elementsEqual("clap".utf8) })
        bytes[place + 4 + 16 + 2] = 0x7F  // the offset to the right
        #expect(try decode(bytes, .avif, DecodeOptions()).bitmap.isNear(sample.reference))
    }

    @Test(arguments: [10, 12]) func `a HEIC of more than 8 bits has the pixels of heif-convert`(_ depth: Int) throws {
        let size = PixelSize(width: 204, height: 132)
        for hasAlpha in [false, true] {
            let arguments = hasAlpha ? [] : ["--no-alpha"]
            let sample = try SampleMaker.heic(SampleMaker.drawing(size, hasAlpha: hasAlpha), depth: depth, arguments)
            let header = try TestWorkers.coder(.heic, pool).header(of: sample.bytes, limits: DecodeLimits())
            #expect(header.bitDepth == depth && header.hasAlpha == hasAlpha)
            let image = try decode(sample.bytes, .heic, DecodeOptions())
            #expect(image.bitmap.isNear(sample.reference, over: 64))
        }
    }
}
