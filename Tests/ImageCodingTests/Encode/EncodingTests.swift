import Pixels
import TestSupport
import Testing

@testable import ImageCoding

@Suite struct EncodingTests {
    private let manager = ImageCodersManager.shared

    static func picture(_ width: Int, _ height: Int, alpha: Bool = false) -> Image {
        var bytes: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                bytes += [
                    UInt8(x * 255 / max(1, width - 1)), UInt8(y * 255 / max(1, height - 1)), UInt8((x + y) % 256),
                    alpha ? UInt8((x * 3 + y) % 256) : 255,
                ]
            }
        }
        return Image(bitmap: Bitmap(size: PixelSize(width: width, height: height), bytes: bytes, hasAlpha: alpha))
    }

    @Test func withoutAFormatAPictureIsJPEGAndOneWithTransparencyPNG() throws {
        #expect(ImageFormat.detect(try manager.encode(Self.picture(9, 7))) == .jpeg)
        #expect(ImageFormat.detect(try manager.encode(Self.picture(9, 7, alpha: true))) == .png)
    }

    @Test(arguments: [(1, 1), (1, 300), (17, 3), (64, 48)])
    func aPNGComesBackAsItWas(width: Int, height: Int) throws {
        for alpha in [false, true] {
            let picture = Self.picture(width, height, alpha: alpha)
            #expect(try manager.decode(manager.encode(picture, as: .png)).bitmap == picture.bitmap)
        }
    }

    @Test func aPictureIsReducedToTheLargestSizeAllowed() throws {
        var options = EncodeOptions()
        options.maximumPixelSize = PixelSize(width: 40, height: 40)
        for format in [ImageFormat.jpeg, .png, .webp] {
            let bytes = try manager.encode(Self.picture(105, 69), as: format, options: options)
            #expect(try manager.decode(bytes).size == PixelSize(width: 40, height: 26))
        }
    }

    @Test func aLimitOfBytesTakesTheBestQualityThatKeepsToIt() throws {
        let picture = Self.picture(200, 150)
        for format in [ImageFormat.jpeg, .webp] {
            var options = EncodeOptions()
            let best = try manager.encode(picture, as: format, options: options)
            options.quality = 0.01
            let worst = try manager.encode(picture, as: format, options: options)
            let limit = (best.count + worst.count) / 2
            options.maximumBytes = limit
            let limited = try manager.encode(picture, as: format, options: options)
            #expect(limited.count <= limit && limited.count > worst.count, "\(format.rawValue)")
            options.maximumBytes = 10
            #expect(throws: ImageCodingError.cannotEncode(format, "it takes more than 10 bytes")) {
                try manager.encode(picture, as: format, options: options)
            }
        }
    }
}
