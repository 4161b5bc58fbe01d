import Pixels
import TestSupport
import Testing

@testable import ImageCoding

/// The composition of frames on the canvas, with a letter per pixel: r, g, b, and a point for transparent.
@Suite(.endsInTime) struct CompositionTests {
    private let manager = ImageCodersManager.shared

    private func animation(_ bytes: [UInt8], box: PixelSize? = nil) throws -> AnimatedImage {
        try #require(try manager.decode(bytes, options: .frames(box: box)).animation)
    }

    /// The middle row of each frame of a canvas six pixels wide.
    private func rows(_ bytes: [UInt8]) throws -> [String] {
        let animation = try animation(bytes)
        return (0..<animation.frameCount).map { index in
            guard let bitmap = animation.frame(at: index)?.bitmap else { return "none" }
            return String((0..<bitmap.size.width).map { letter(bitmap[$0, bitmap.size.height / 2]) })
        }
    }

    private func letter(_ color: RGBA) -> Character {
        switch color {
        case RGBA(255, 0, 0): "r"
        case RGBA(0, 255, 0): "g"
        case RGBA(0, 0, 255): "b"
        case RGBA(128, 128, 128): "d"
        default: color.alpha == 0 ? "." : "?"
        }
    }

    private let canvas = PixelSize(width: 6, height: 4)

    /// Returns the frames as a GIF, an animated PNG and a WebP, which cannot restore a previous frame.
    private func files(_ frames: [MadeFrame]) -> [(String, [UInt8])] {
        var files = [
            ("GIF", AnimatedGIFWriter(screen: canvas, frames: frames).bytes),
            ("interlaced GIF", AnimatedGIFWriter(screen: canvas, frames: frames, isInterlaced: true).bytes),
            ("GIF, local", AnimatedGIFWriter(screen: canvas, frames: frames, usesLocalPalettes: true).bytes),
            ("PNG", APNGWriter(canvas: canvas, frames: frames).bytes),
            ("interlaced PNG", APNGWriter(canvas: canvas, frames: frames, isInterlaced: true).bytes),
        ]
        if !frames.contains(where: { $0.disposal == 2 }) {
            files.append(("WebP", AnimatedWebPWriter(canvas: canvas, frames: frames).bytes))
        }
        return files
    }

    @Test func `frames stay until others cover them`() throws {
        let frames = [
            MadeFrame(0, 0, 6, 4, MadeFrame.red), MadeFrame(2, 0, 2, 4, MadeFrame.green),
            MadeFrame(4, 0, 2, 4, MadeFrame.blue),
        ]
        for (name, bytes) in files(frames) { #expect(try rows(bytes) == ["rrrrrr", "rrggrr", "rrggbb"], "\(name)") }
    }

    @Test func `a frame that is cleared leaves nothing`() throws {
        let frames = [
            MadeFrame(0, 0, 6, 4, MadeFrame.red), MadeFrame(2, 0, 2, 4, MadeFrame.green, disposal: 1),
            MadeFrame(4, 0, 2, 4, MadeFrame.blue, disposal: 1), MadeFrame(0, 0, 2, 4, MadeFrame.blue),
        ]
        for (name, bytes) in files(frames) {
            #expect(try rows(bytes) == ["rrrrrr", "rrggrr", "rr..bb", "bb...."], "\(name)")
        }
    }

    @Test func `a frame that is restored leaves what was there before it`() throws {
        let frames = [
            MadeFrame(0, 0, 6, 4, MadeFrame.red), MadeFrame(2, 0, 4, 4, MadeFrame.green, disposal: 2),
            MadeFrame(4, 0, 2, 4, MadeFrame.blue, disposal: 2), MadeFrame(0, 0, 2, 4, MadeFrame.blue),
        ]
        for (name, bytes) in files(frames) {
            #expect(try rows(bytes) == ["rrrrrr", "rrgggg", "rrrrbb", "bbrrrr"], "\(name)")
        }
    }

    @Test func `a first frame that is restored leaves nothing`() throws {
        let frames = [MadeFrame(0, 0, 6, 4, MadeFrame.red, disposal: 2), MadeFrame(2, 0, 2, 4, MadeFrame.green)]
        for (name, bytes) in files(frames) { #expect(try rows(bytes) == ["rrrrrr", "..gg.."], "\(name)") }
    }

    @Test func `transparent pixels leave or wipe what is below`() throws {
        let over = [MadeFrame(0, 0, 6, 4, MadeFrame.red), MadeFrame(2, 0, 2, 4, nil)]
        for (name, bytes) in files(over) { #expect(try rows(bytes) == ["rrrrrr", "rrrrrr"], "\(name)") }
        let replacing = [MadeFrame(0, 0, 6, 4, MadeFrame.red), MadeFrame(2, 0, 2, 4, nil, isOver: false)]
        for (name, bytes) in files(replacing) where !name.contains("GIF") {  // there it would be a color
            #expect(try rows(bytes) == ["rrrrrr", "rr..rr"], "\(name)")
        }
    }

    @Test func `a frame that replaces what is below is cleared or restored like one that covers it`() throws {
        let frames = [
            MadeFrame(0, 0, 6, 4, MadeFrame.red), MadeFrame(2, 0, 2, 4, nil, disposal: 1, isOver: false),
            MadeFrame(0, 0, 4, 4, MadeFrame.green, disposal: 2, isOver: false),
            MadeFrame(4, 0, 2, 4, nil, disposal: 2, isOver: false), MadeFrame(0, 0, 1, 4, MadeFrame.blue),
        ]
        for (name, bytes) in files(frames) where name.contains("PNG") {
            #expect(try rows(bytes) == ["rrrrrr", "rr..rr", "ggggrr", "rr....", "br..rr"], "\(name)")
        }
    }

    @Test func `frames beside the canvas are cut off`() throws {
        let frames = [
            MadeFrame(0, 0, 6, 4, MadeFrame.red), MadeFrame(4, 2, 9, 9, MadeFrame.green, disposal: 1),
            MadeFrame(60, 0, 2, 2, MadeFrame.blue, disposal: 2), MadeFrame(5, 3, 1, 1, MadeFrame.blue),
        ]
        #expect(
            try rows(AnimatedGIFWriter(screen: canvas, frames: frames).bytes) == [
                "rrrrrr", "rrrrgg", "rrrr..", "rrrr..",
            ])
        let animation = try animation(AnimatedGIFWriter(screen: canvas, frames: frames).bytes)
        #expect(animation.frame(at: 3)?.bitmap[5, 3] == RGBA(0, 0, 255))
    }

    @Test func `the default picture of an animated PNG may be no frame`() throws {
        let frames = [MadeFrame(0, 0, 6, 4, MadeFrame.red), MadeFrame(2, 0, 2, 4, MadeFrame.green)]
        let bytes = APNGWriter(canvas: canvas, frames: frames, hidesDefault: true).bytes
        #expect(try rows(bytes) == ["rrrrrr", "rrggrr"])
        // a still is the file's default image, which decoders without animation show
        #expect(try letter(manager.decode(bytes).bitmap[0, 0]) == "d")
    }

    @Test func `half transparent colors mix as they are encoded`() {
        var canvas = FrameCanvas(size: PixelSize(width: 2, height: 1))
        let half = Bitmap(size: PixelSize(width: 2, height: 1), bytes: [200, 0, 0, 128, 0, 0, 0, 0], hasAlpha: true)
        canvas.draw(half, x: 0, y: 0, blend: .over)
        #expect(canvas.pixels == [200, 0, 0, 128, 0, 0, 0, 0])
        canvas.draw(Bitmap(size: canvas.size, filledWith: RGBA(0, 100, 0, 128)), x: 0, y: 0, blend: .over)
        // 128 + 128 * 127/255 = 191.7; red 200 * 63.75/191.75, green 100 * 128/191.7
        #expect(canvas.pixels == [66, 67, 0, 192, 0, 100, 0, 128])
        canvas.draw(half, x: 1, y: 0, blend: .replace)
        #expect(canvas.pixels == [66, 67, 0, 192, 200, 0, 0, 128])
    }

    // MARK: - Order and size

    @Test func `frames are equal, in whatever order they are requested`() throws {
        var random = SeededGenerator(seed: 5)
        for round in 0..<30 {
            let frames = (0..<12).map { index in
                let all = index == 0 || Int.random(in: 0..<5, using: &random) == 0
                let x = all ? 0 : 2 * Int.random(in: 0..<3, using: &random)
                let y = all ? 0 : 2 * Int.random(in: 0..<2, using: &random)
                return MadeFrame(
                    x, y, all ? 6 : Int.random(in: 1...6 - x, using: &random),
                    all ? 4 : Int.random(in: 1...4 - y, using: &random),
                    [MadeFrame.red, MadeFrame.green, MadeFrame.blue, nil].randomElement(using: &random) ?? nil,
                    disposal: Int.random(in: 0..<3, using: &random), isOver: Bool.random(using: &random))
            }
            let box = round % 2 == 0 ? nil : PixelSize(width: 4, height: 4)
            for (name, bytes) in files(frames) {
                let (forward, jumping) = try (animation(bytes, box: box), animation(bytes, box: box))
                let expected = (0..<12).map { forward.frame(at: $0)?.bitmap }
                for _ in 0..<30 {
                    let index = Int.random(in: 0..<12, using: &random)
                    #expect(jumping.frame(at: index)?.bitmap == expected[index], "seed 5, round \(round): \(name)")
                }
            }
        }
    }

    @Test func `reducing only what changed equals reducing all`() throws {
        var random = SeededGenerator(seed: 6)
        let size = PixelSize(width: 61, height: 47)
        for (box, fit) in [
            (PixelSize(width: 9, height: 9), Fit.contain), (PixelSize(width: 20, height: 4), .cover),
            (PixelSize(width: 17, height: 40), .stretch), (size, .contain),
        ] {
            var options = DecodeOptions(box: box)
            options.fit = fit
            let plan = try DecodePlan(stored: size, orientation: .right, options: options)
            var canvas = FrameCanvas(size: size)
            var kept = CanvasReduction(canvas: size, plan: plan)
            for step in 0..<60 {
                let part = PixelSize(
                    width: .random(in: 1...20, using: &random), height: .random(in: 1...20, using: &random))
                let (x, y) = (Int.random(in: -9...60, using: &random), Int.random(in: -9...46, using: &random))
                let color = RGBA(.random(in: 0...255, using: &random), 7, 200, .random(in: 0...255, using: &random))
                canvas.draw(Bitmap(size: part, filledWith: color), x: x, y: y, blend: .over)
                kept.touch(canvas.clip(PixelRect(x: x, y: y, size: part)))
                var fresh = CanvasReduction(canvas: size, plan: plan)
                fresh.touch(PixelRect(size))
                #expect(kept.bitmap(of: canvas) == fresh.bitmap(of: canvas), "seed 6, \(box) \(fit), step \(step)")
            }
        }
    }

    @Test func `frames are reduced to the box and turned upright`() throws {
        let frames = [MadeFrame(0, 0, 6, 4, MadeFrame.red), MadeFrame(0, 0, 2, 2, MadeFrame.green)]
        let small = try animation(
            APNGWriter(canvas: canvas, frames: frames).bytes, box: PixelSize(width: 3, height: 3))
        #expect(small.size == PixelSize(width: 3, height: 2) && small.poster.sourceSize == canvas)
        #expect(small.frame(at: 1)?.bitmap[0, 0] == RGBA(0, 255, 0))
        #expect(small.frame(at: 1)?.bitmap[1, 0] == RGBA(255, 0, 0))
        let plain = APNGWriter(canvas: canvas, frames: frames).bytes
        let exif = PNGChunk.bytes(PNGChunk.exif, ExifWriter.orientation(6).block)
        let turned = try animation(Array(plain[..<33]) + exif + plain[33...])
        #expect(turned.size == canvas.transposed)
        #expect(turned.frame(at: 1)?.bitmap[3, 0] == RGBA(0, 255, 0))  // a quarter clockwise
    }
}
