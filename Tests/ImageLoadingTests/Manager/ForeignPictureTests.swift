import ImageCoding
import Pixels
import TestSupport
import Testing

@testable import ImageLoading

/// Pictures whose orientation or color space differs from the image to show, with the real coders.
@Suite(.endsInTime) @MainActor struct ForeignPictureTests {
    /// Red on the left, blue on the right.
    private static let halves = {
        let row = (0..<64).flatMap { x -> [UInt8] in x < 32 ? [255, 0, 0, 255] : [0, 0, 255, 255] }
        return Bitmap(size: PixelSize(width: 64, height: 32), bytes: (0..<32).flatMap { _ in row }, hasAlpha: false)
    }()

    private func load(_ bytes: [UInt8], _ options: ImageOptions, from bench: Bench) -> Image? {
        let load = bench.run("http://host/a", options)
        bench.transport.running.first?.respond(bytes: bytes)
        bench.settle()
        return load.image
    }

    private func frame(_ bitmap: Bitmap) -> [ImageFrame] {
        [ImageFrame(image: Image(bitmap: bitmap), duration: .zero)]
    }

    // M13b: the orientation in the metadata is applied once, however the picture is reduced
    @Test func `a mirrored picture that is scaled down is mirrored once`() throws {
        let jpeg = try JPEGCoder().encode(frame(Self.halves), loopCount: 0, options: EncodeOptions())
        let tiff: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0]
        let exif = Array("Exif".utf8) + [0, 0] + tiff
        let mirrored = jpeg[..<2] + [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif + jpeg[2...]
        let bench = Bench(coders: .shared, configure: { $0.scaleDownBytes = 32 * 16 * 4 })
        let image = try #require(load(Array(mirrored), [.fromLoaderOnly, .scaleDownLargeImages], from: bench))
        #expect(image.size == PixelSize(width: 32, height: 16))
        #expect(image.bitmap[4, 8].blue > 200 && image.bitmap[4, 8].red < 50)
        #expect(image.bitmap[27, 8].red > 200 && image.bitmap[27, 8].blue < 50)
    }

    // M22: whatever the color space of the file, the image is in sRGB
    @Test func `colors of another space are converted to sRGB`() throws {
        let gray = Bitmap(size: PixelSize(width: 8, height: 8), filledWith: RGBA(128, 128, 128, 255))
        let png = try PNGCoder().encode(frame(gray), loopCount: 0, options: EncodeOptions())
        // given half of the maximum light, as a linear sample value
        let gamma = PNGHeader.chunk("gAMA", [0, 1, 0x86, 0xA0])
        let plain = try Self.without("sRGB", png)
        let linear = Array(plain[..<33] + gamma + plain[33...])
        let bench = Bench(coders: .shared)
        let image = try #require(load(linear, .fromLoaderOnly, from: bench))
        #expect((186...190).contains(image.bitmap[4, 4].green))
        #expect(try #require(load(png, .fromLoaderOnly, from: bench)).bitmap[4, 4].green == 128)
    }

    /// Returns a PNG without its chunk of this name, whose content is one byte.
    private static func without(_ name: String, _ png: [UInt8]) throws -> [UInt8] {
        let type = Array(name.utf8)
        let start = try #require(png.indices.dropLast(4).first { Array(png[$0..<$0 + 4]) == type })
        return Array(png[..<(start - 4)] + png[(start + 9)...])
    }
}
