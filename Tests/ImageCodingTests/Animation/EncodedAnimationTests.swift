import Pixels
import TestSupport
import Testing

@testable import ImageCoding

/// Animations that other programs encode, and animated PNGs, for which there is none: compared with the frames that were
/// encoded, or with decodes of each frame.
@Suite(.endsInTime, .slow) struct EncodedAnimationTests {
    private static let size = PixelSize(width: 41, height: 30)

    /// A block that moves over a drawing.
    private static func frames(_ drawing: Drawing, count: Int = 6, hasAlpha: Bool) -> [Bitmap] {
        let holes = hasAlpha ? { (x: Int, y: Int) in (x / 4 + y / 3) % 4 == 0 ? 0 : 255 } : nil
        let ground = drawing.bitmap(size, alpha: holes)
        let block = Drawing.fourColors.bitmap(PixelSize(width: 9, height: 8))
        return (0..<count).map { number in
            var canvas = FrameCanvas(size: size)
            canvas.draw(ground, x: 0, y: 0, blend: .replace)
            canvas.draw(block, x: 5 * number, y: 2 * number, blend: .replace)
            return Bitmap(size: size, bytes: canvas.pixels, hasAlpha: hasAlpha)
        }
    }

    /// Returns all frames of an animation without a warning.
    private static func decode(_ bytes: [UInt8]) throws -> [Bitmap] {
        let image = try ImageCodersManager.shared.decode(bytes, options: .frames)
        let animation = try #require(image.animation)
        return try (0..<animation.frameCount).map { number in
            let frame = try #require(animation.frame(at: number))
            #expect(frame.warning == nil && frame.size == animation.size, "frame \(number)")
            return frame.bitmap
        }
    }

    private static func expectSame(_ found: [Bitmap], _ expected: [Bitmap], _ what: String) {
        #expect(found.count == expected.count, "\(what)")
        for (number, (found, expected)) in zip(found, expected).enumerated() {
            #expect(found.firstDifference(from: expected) == nil, "\(what), frame \(number)")
        }
    }

    // MARK: - WebP

    @Test(arguments: [[], ["-min_size"], ["-kmin", "1", "-kmax", "3"], ["-kmin", "0", "-kmax", "1"]], [false, true])
    func `a lossless WebP of img2webp has the frames that were encoded`(
        arguments: [String], hasAlpha: Bool
    ) async throws {
        try await blocking {
            for drawing in Drawing.allCases {
                let frames = Self.frames(drawing, hasAlpha: hasAlpha)
                let bytes = try ReferenceEncoder.animatedWebP(frames, arguments + ["-lossless"])
                Self.expectSame(try Self.decode(bytes), frames, "\(drawing)")
            }
        }
    }

    /// Every frame is whole, so that dwebp can decode each as a still. With some frames of each kind, the file has alpha
    /// that most of its frames do not have.
    @Test(arguments: ["5", "60", "100"])
    func `every frame of a lossy WebP of img2webp equals dwebp's decode`(quality: String) async throws {
        try await blocking {
            for drawing in [Drawing.slopes, .noise, .gray] {
                let frames =
                    Self.frames(drawing, count: 2, hasAlpha: true) + Self.frames(drawing, count: 3, hasAlpha: false)
                let bytes = try ReferenceEncoder.animatedWebP(
                    frames, ["-kmin", "0", "-kmax", "1", "-lossy", "-q", quality])
                let expected = try frames.indices.map { number in
                    try ReferenceDecoder.webp.bitmap(of: ReferenceEncoder.frame(number, ofWebP: bytes))
                }
                Self.expectSame(try Self.decode(bytes), expected, "\(drawing)")
            }
        }
    }

    // MARK: - GIF

    /// A GIF of random frames, which are kept, cleared or restored.
    private static func gif(seed: UInt64) -> [UInt8] {
        var random = SeededGenerator(seed: seed)
        let frames = (0..<12).map { index in
            let (x, y) =
                index == 0 ? (0, 0) : (Int.random(in: 0..<40, using: &random), .random(in: 0..<29, using: &random))
            return MadeFrame(
                x, y, index == 0 ? size.width : .random(in: 1...size.width - x, using: &random),
                index == 0 ? size.height : .random(in: 1...size.height - y, using: &random),
                [MadeFrame.red, MadeFrame.green, MadeFrame.blue, nil].randomElement(using: &random) ?? nil,
                disposal: .random(in: 0..<3, using: &random))
        }
        return AnimatedGIFWriter(
            screen: size, frames: frames, isInterlaced: .random(using: &random),
            usesLocalPalettes: .random(using: &random)
        ).bytes
    }

    /// gif2webp composes the frames of a GIF by itself; where one equals the one before, it makes that one longer.
    @Test(arguments: UInt64(1)...12)
    func `a GIF and what gif2webp makes of it have the same frames`(seed: UInt64) async throws {
        try await blocking {
            let bytes = Self.gif(seed: seed)
            let all = try Self.decode(bytes)
            try #require(all.count == 12)
            let expected = all.indices.filter { $0 == 0 || all[$0].shown != all[$0 - 1].shown }.map { all[$0] }
            try #require(expected.count > 5)
            Self.expectSame(try Self.decode(ReferenceEncoder.animatedWebP(ofGIF: bytes, [])), expected, "seed \(seed)")
        }
    }

    // MARK: - PNG

    /// The types of samples, with the palette and the transparent colors that some have.
    private static let kinds: [(colorType: Int, depth: Int, transparency: [UInt8])] = [
        (0, 1, []), (0, 4, [0, 5]), (0, 16, [0, 7]), (2, 8, []), (2, 16, []), (3, 1, [9]), (3, 2, []),
        (3, 8, [0, 90, 255]),
        (4, 8, []), (4, 16, []), (6, 8, []), (6, 16, []),
    ]

    /// Stills with the same header.
    private static func stills(_ kind: (colorType: Int, depth: Int, transparency: [UInt8]), _ isInterlaced: Bool)
        -> [[UInt8]]
    {
        var writer = PNGWriter(
            width: size.width, height: size.height, depth: kind.depth, colorType: kind.colorType,
            isInterlaced: isInterlaced)
        if kind.colorType == 3 {
            writer.palette = (0..<(3 << kind.depth)).map { UInt8(truncatingIfNeeded: $0 * 83 + 5) }
        }
        writer.transparency = kind.transparency
        return (0..<4).map { number in
            writer.bytes { x, y, channel in
                (((x + 3 * y + 5 * channel) * 40_503) >> (2 * number)) & (1 << kind.depth - 1)
            }
        }
    }

    /// Returns an animation of stills that differ only in their pixels; each replaces the one before.
    private static func apng(of stills: [[UInt8]]) -> [UInt8] {
        var number: UInt32 = 0
        func next() -> [UInt8] {
            defer { number += 1 }
            return PNGChunk.bigEndian(number)
        }
        let area = [size.width, size.height, 0, 0].flatMap { PNGChunk.bigEndian(UInt32($0)) }
        var file: [UInt8] = []
        for (index, still) in stills.enumerated() {
            let chunks = PNGSuite.chunks(of: still)
            if index == 0 {
                file = Array(still[..<33])  // signature and header
                file += PNGChunk.bytes(
                    PNGChunk.animation, PNGChunk.bigEndian(UInt32(stills.count)) + PNGChunk.bigEndian(0))
                for name in ["PLTE", "tRNS"] { for chunk in chunks where chunk.name == name { file += chunk.bytes } }
            }
            let tenth: [UInt8] = [0, 1, 0, 10]
            file += PNGChunk.bytes(PNGChunk.frameControl, next() + area + tenth + [0, 0])
            for chunk in chunks where chunk.name == "IDAT" {
                let pixels = chunk.bytes[8..<chunk.bytes.count - 4]
                file += index == 0 ? chunk.bytes : PNGChunk.bytes(PNGChunk.framePixels, next() + pixels)
            }
        }
        return file + PNGChunk.bytes(PNGChunk.end, [])
    }

    /// ``ReferenceDecoderTests`` compares the stills with pngtopam.
    @Test(arguments: [false, true])
    func `frames of every color type of PNG equal decodes of stills`(isInterlaced: Bool) throws {
        for kind in Self.kinds {
            let stills = Self.stills(kind, isInterlaced)
            let expected = try stills.map { try ImageCodersManager.shared.decode($0).bitmap }
            try #require(Set(expected).count == stills.count, "\(kind)")
            Self.expectSame(try Self.decode(Self.apng(of: stills)), expected, "\(kind)")
        }
    }
}
