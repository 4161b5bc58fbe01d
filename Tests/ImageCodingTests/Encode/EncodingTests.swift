import Pixels
import TestSupport
import Testing

@testable import ImageCoding

@Suite(.endsInTime) struct EncodingTests {
    private let manager = ImageCodersManager.shared

    static func picture(_ width: Int, _ height: Int, alpha: Bool = false) -> Image {
        Image(
            bitmap: .drawn(width, height, hasAlpha: alpha) { x, y in
                RGBA(
                    UInt8(x * 255 / max(1, width - 1)), UInt8(y * 255 / max(1, height - 1)), UInt8((x + y) % 256),
                    alpha ? UInt8((x * 3 + y) % 256) : 255)
            })
    }

    private func options(_ change: (inout EncodeOptions) -> Void) -> EncodeOptions {
        var options = EncodeOptions()
        change(&options)
        return options
    }

    @Test func `without a format an opaque picture is a JPEG, and a transparent one a PNG`() throws {
        #expect(ImageFormat.detect(try manager.encode(Self.picture(9, 7))) == .jpeg)
        #expect(ImageFormat.detect(try manager.encode(Self.picture(9, 7, alpha: true))) == .png)
    }

    @Test(arguments: [(1, 1), (1, 300), (17, 3), (64, 48)])
    func `an encoded PNG is decoded unchanged`(width: Int, height: Int) throws {
        for alpha in [false, true] {
            let picture = Self.picture(width, height, alpha: alpha)
            #expect(try manager.decode(manager.encode(picture, as: .png)).bitmap == picture.bitmap)
        }
    }

    @Test func `a picture is reduced to the largest size allowed`() throws {
        var options = EncodeOptions()
        options.maximumPixelSize = PixelSize(width: 40, height: 40)
        for format in [ImageFormat.jpeg, .png, .webp] {
            let bytes = try manager.encode(Self.picture(105, 69), as: format, options: options)
            #expect(try manager.decode(bytes).size == PixelSize(width: 40, height: 26))
        }
    }

    @Test func `a byte limit uses the best quality within it`() throws {
        let picture = Self.picture(200, 150)
        for format in [ImageFormat.jpeg, .webp] {
            var options = EncodeOptions()
            let best = try manager.encode(picture, as: format, options: options)
            options.quality = 0.01
            let worst = try manager.encode(picture, as: format, options: options)
            let limit = (best.count + worst.count) / 2
            options.maximumBytes = limit
            let limited = try manager.encode(picture, as: format, options: options)
            #expect(limited.count <= limit && limited.count > worst.count, "\(format.name)")
            options.maximumBytes = 10
            #expect(throws: ImageCodingError.cannotEncode(format, "it takes more than 10 bytes")) {
                try manager.encode(picture, as: format, options: options)
            }
        }
    }

    @Test func `a lossless format over the byte limit is an error`() throws {
        let bytes = try manager.encode(Self.picture(60, 60), as: .png)
        #expect(
            try manager.encode(Self.picture(60, 60), as: .png, options: options { $0.maximumBytes = bytes.count })
                == bytes)
        #expect(throws: ImageCodingError.self) {
            try manager.encode(Self.picture(60, 60), as: .png, options: options { $0.maximumBytes = bytes.count - 1 })
        }
    }

    @Test(arguments: [ImageFormat.jpeg, .webp])
    func `encoded photos are decoded almost unchanged`(format: ImageFormat) throws {
        for (quality, least) in [(1.0, 38.0), (0.8, 33.0), (0.0, 14.0)] {
            let picture = Self.picture(97, 61)
            let bytes = try manager.encode(picture, as: format, options: options { $0.quality = quality })
            let fidelity = try manager.decode(bytes).bitmap.likeness(to: picture.bitmap)
            #expect(fidelity >= least, "quality \(quality): \(fidelity) dB")
        }
    }

    private static let written: [ImageFormat] = [.jpeg, .png, .gif, .webp]

    @Test(arguments: written)
    func `any size is encoded at its size`(format: ImageFormat) throws {
        for (width, height) in [(1, 1), (2, 1), (1, 17), (7, 5), (16, 16), (33, 31)] {
            for alpha in [false, true] {
                let bytes = try manager.encode(Self.picture(width, height, alpha: alpha), as: format)
                #expect(ImageFormat.detect(bytes) == format)
                let image = try manager.decode(bytes)
                #expect(image.size == PixelSize(width: width, height: height) && image.warning == nil)
            }
        }
    }

    @Test func `transparent pixels are blended with the background in formats without alpha`() throws {
        let clear = Image(bitmap: Bitmap(size: PixelSize(width: 16, height: 16), filledWith: RGBA(9, 9, 9, 0)))
        #expect(try manager.decode(manager.encode(clear, as: .jpeg)).bitmap[8, 8] == RGBA(255, 255, 255))
        let black = options { $0.background = RGB(0, 0, 0) }
        #expect(try manager.decode(manager.encode(clear, as: .jpeg, options: black)).bitmap[1, 1] == RGBA(0, 0, 0))
    }

    @Test func `lossless WebP keeps every visible pixel`() throws {
        let bytes = try manager.encode(Self.picture(40, 31), as: .webp, options: options { $0.isLossless = true })
        #expect(try manager.decode(bytes).bitmap == Self.picture(40, 31).bitmap)
        let clear = try manager.encode(
            Self.picture(40, 31, alpha: true), as: .webp, options: options { $0.isLossless = true })
        let original = Self.picture(40, 31, alpha: true).bitmap
        #expect(try manager.decode(clear).bitmap.firstDifference(from: original) == nil)
    }

    @Test func `an empty image cannot be encoded`() {
        for format in Self.written {
            #expect(throws: ImageCodingError.cannotEncode(format, "there is no picture")) {
                try manager.encoder(for: format)?.encode([], loopCount: 0, options: EncodeOptions())
            }
        }
        for format in ImageFormat.builtIn where !Self.written.contains(format) {
            #expect(throws: ImageCodingError.cannotEncode(format, "no coder can")) {
                try manager.encode(Self.picture(1, 1), as: format)
            }
        }
        #expect(throws: ImageCodingError.cannotEncode(.png, "no coder can")) {
            try ImageCodersManager(coders: []).encode(Self.picture(1, 1), as: .png)
        }
    }

    @Test func `a side too long for the format is an error`() {
        let long = Image(bitmap: Bitmap(size: PixelSize(width: 70_000, height: 1), filledWith: RGBA(1, 2, 3)))
        for format in [ImageFormat.jpeg, .gif, .webp] {
            #expect(throws: ImageCodingError.self) { try manager.encode(long, as: format) }
        }
        #expect(throws: Never.self) { try manager.encode(long, as: .png) }
    }
}
