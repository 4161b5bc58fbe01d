import Pixels
import TestSupport
import Testing

@testable import ImageCoding

/// Pictures that other programs encode, with choices that our writers do not have, compared with decodes by other
/// programs, or with the pixels that were encoded.
@Suite(.endsInTime, .slow) struct EncodedStillTests {
    private static let size = PixelSize(width: 99, height: 67)

    @Test(arguments: [
        [], ["-quality", "1"], ["-quality", "100"], ["-optimize"], ["-grayscale"], ["-rgb"], ["-progressive"],
        ["-arithmetic"], ["-arithmetic", "-progressive"], ["-restart", "1"], ["-restart", "3B"], ["-dct", "float"],
        ["-sample", "1x1"], ["-sample", "2x1"], ["-sample", "1x2"], ["-sample", "4x1"], ["-sample", "4x2"],
        ["-sample", "2x2,2x1,1x2"], ["-progressive", "-sample", "4x1"], ["-progressive", "-grayscale"],
    ])
    func `a JPEG of cjpeg equals djpeg's decode`(arguments: [String]) async throws {
        try await blocking {
            for drawing in [Drawing.slopes, .noise] {
                let bytes = try ReferenceEncoder.jpeg(drawing.bitmap(Self.size), arguments)
                try ReferenceDecoder.jpeg.expectSameDecode(of: bytes, "\(drawing)")
            }
        }
    }

    @Test(arguments: [["-arithmetic"], ["-arithmetic", "-progressive"]])
    func `arithmetic coding is not shown before its end`(arguments: [String]) async throws {
        try await blocking {
            let bytes = try ReferenceEncoder.jpeg(Drawing.slopes.bitmap(Self.size), arguments)
            let manager = ImageCodersManager.shared
            #expect(try manager.header(of: bytes).isProgressive == arguments.contains("-progressive"))
            let decoder = try manager.incrementalDecoder(of: bytes)
            #expect(try decoder.feed(bytes, pieces: [100]).isEmpty)
            let whole = try manager.decode(bytes)
            #expect(try decoder.finish().bitmap == whole.bitmap)
        }
    }

    @Test(arguments: [
        [], ["-q", "5"], ["-q", "100", "-m", "0"], ["-m", "6", "-segments", "4", "-sns", "100"], ["-jpeg_like"],
        ["-f", "100", "-strong"], ["-nostrong", "-f", "0"], ["-sharp_yuv"], ["-alpha_q", "30"],
        ["-alpha_method", "0"], ["-alpha_filter", "best"], ["-near_lossless", "40"],
    ])
    func `a WebP of cwebp equals dwebp's decode`(arguments: [String]) async throws {
        try await blocking {
            for drawing in Drawing.allCases {
                for alpha in [nil, { $0 * 3 + $1 }] as [((Int, Int) -> Int)?] {
                    let bytes = try ReferenceEncoder.webp(drawing.bitmap(Self.size, alpha: alpha), arguments)
                    try ReferenceDecoder.webp.expectSameDecode(of: bytes, "\(drawing), alpha \(alpha != nil)")
                }
            }
        }
    }

    /// Pictures of few colors have a palette, of which several share a byte.
    @Test(arguments: ["0", "6", "9"])
    func `a lossless WebP of cwebp has the pixels that were encoded`(effort: String) async throws {
        try await blocking {
            for drawing in Drawing.allCases {
                for alpha in [nil, { x, _ in x / 25 * 85 }] as [((Int, Int) -> Int)?] {
                    let bitmap = drawing.bitmap(Self.size, alpha: alpha)
                    let bytes = try ReferenceEncoder.webp(bitmap, ["-lossless", "-exact", "-z", effort])
                    let image = try ImageCodersManager.shared.decode(bytes)
                    #expect(image.warning == nil && image.bitmap == bitmap, "\(drawing), alpha \(alpha != nil)")
                }
            }
        }
    }

    @Test(arguments: [[], ["-interlace"], ["-nolzw"], ["-sort", "-interlace"]])
    func `a GIF of pamtogif has the pixels that were encoded`(arguments: [String]) async throws {
        try await blocking {
            for drawing in Drawing.withPalette {
                let bitmap = drawing.bitmap(Self.size)
                let bytes = try ReferenceEncoder.gif(bitmap, arguments)
                let image = try ImageCodersManager.shared.decode(bytes)
                #expect(image.warning == nil && image.bitmap == bitmap, "\(drawing)")
                try ReferenceDecoder.gif.expectSameDecode(of: bytes, "\(drawing)")
            }
        }
    }

    @Test(arguments: [[], ["-interlace"]])
    func `a color that pamtogif makes transparent is not shown`(arguments: [String]) async throws {
        try await blocking {
            for drawing in Drawing.withPalette {
                let bitmap = drawing.bitmap(Self.size)
                let color = bitmap[Self.size.width / 2, Self.size.height / 2]
                let hex = [color.red, color.green, color.blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
                let bytes = try ReferenceEncoder.gif(bitmap, arguments + ["-transparent=#" + hex.joined()])
                let image = try ImageCodersManager.shared.decode(bytes)
                let pixels = stride(from: 0, to: bitmap.bytes.count, by: 4).flatMap { place in
                    let pixel = bitmap.bytes[place..<place + 4]
                    return pixel.elementsEqual([color.red, color.green, color.blue, 255]) ? [0, 0, 0, 0] : Array(pixel)
                }
                let expected = Bitmap(size: Self.size, bytes: pixels, hasAlpha: true)
                #expect(image.warning == nil && image.bitmap.hasAlpha, "\(drawing)")
                #expect(image.bitmap.firstDifference(from: expected) == nil, "\(drawing)")
            }
        }
    }
}
