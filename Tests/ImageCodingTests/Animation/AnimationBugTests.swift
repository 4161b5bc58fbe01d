import HalftoneCore
import Pixels
import TestSupport
import Testing

@testable import ImageCoding

/// Regressions of animations that were displayed wrongly.
@Suite(.endsInTime) struct AnimationBugTests {
    private let manager = ImageCodersManager.shared
    private let canvas = PixelSize(width: 6, height: 4)
    private let two = [MadeFrame(0, 0, 6, 4, MadeFrame.red), MadeFrame(2, 0, 2, 4, MadeFrame.green)]

    private func animation(_ bytes: [UInt8], _ options: DecodeOptions? = nil) throws -> AnimatedImage {
        try #require(try manager.decode(bytes, options: options ?? .frames).animation)
    }

    private func pixel(_ animation: AnimatedImage, _ frame: Int, _ x: Int, _ y: Int) throws -> RGBA {
        try #require(animation.frame(at: frame)).bitmap[x, y]
    }

    private func isNear(_ color: RGBA, _ red: Int, _ green: Int, _ blue: Int) -> Bool {
        zip([color.red, color.green, color.blue], [red, green, blue]).allSatisfy { abs(Int($0) - $1) <= 1 }
    }

    // MARK: - Colors

    private let brown = [
        MadeFrame(0, 0, 6, 4, RGB(200, 100, 50)), MadeFrame(0, 0, 2, 4, RGB(200, 100, 50)),
        MadeFrame(2, 0, 2, 4, nil, isOver: false),
    ]

    @Test func `the profile of an animated WebP applies to all its frames`() throws {
        let profile = ICCWriter.rgb(primaries: ICCWriter.p3, curve: ICCWriter.sRGBCurve)
        for extra in [[], [UInt8(0)]] {  // of an odd length it is padded
            var content = Array(AnimatedWebPWriter(canvas: canvas, frames: brown).bytes[12...])
            content[8] |= 0x20
            content.insert(contentsOf: WebPWriter.chunk("ICCP", profile + extra), at: 18)
            let bytes = WebPWriter.file(content)
            let still = try manager.decode(bytes)
            let animation = try animation(bytes)
            #expect(isNear(still.bitmap[0, 0], 215, 93, 31) && animation.poster.bitmap == still.bitmap)
            for frame in 0..<3 { #expect(try isNear(pixel(animation, frame, 0, 0), 215, 93, 31)) }
            #expect(try pixel(animation, 2, 2, 0).alpha == 0 && pixel(animation, 2, 5, 0).alpha == 255)
        }
    }

    @Test func `the code points of an animated PNG apply to all its frames`() throws {
        let plain = APNGWriter(canvas: canvas, frames: brown).bytes
        let bytes = plain[..<33] + PNGChunk.bytes(PNGChunk.codePoints, [12, 13, 0, 1]) + plain[33...]
        let still = try manager.decode(Array(bytes))
        let animation = try animation(Array(bytes))
        #expect(isNear(still.bitmap[0, 0], 215, 93, 31) && animation.poster.bitmap == still.bitmap)
        for frame in 0..<3 { #expect(try isNear(pixel(animation, frame, 0, 0), 215, 93, 31)) }
    }

    @Test func `an unusable profile does not change how frames are composed`() throws {
        let frames = [MadeFrame(0, 0, 6, 4, MadeFrame.red), MadeFrame(2, 0, 2, 4, nil, isOver: false)]
        let plain = APNGWriter(canvas: canvas, frames: frames).bytes
        let useless = PNGChunk.bytes(PNGChunk.gamma, PNGChunk.bigEndian(0))
        let image = try manager.decode(plain[..<33] + useless + plain[33...], options: .frames)
        let animation = try #require(image.animation)
        #expect(try pixel(animation, 1, 2, 0).alpha == 0, "its pixels replace what was there")
        #expect(image.warning?.description == "its color description is invalid: shown as sRGB")
    }

    @Test func `chunks before the pixels of an animated PNG are not read again for every frame`() throws {
        let plain = APNGWriter(canvas: canvas, frames: brown).bytes
        let gamma = PNGChunk.bytes(PNGChunk.gamma, PNGChunk.bigEndian(100_000))
        let others =
            PNGChunk.bytes(PNGChunk.gamma, PNGChunk.bigEndian(45_455)) + PNGChunk.bytes(PNGChunk.name("tEXt"), [])
        let many = [[UInt8]](repeating: others, count: 2000).flatMap(\.self)
        let bytes = plain[..<33] + gamma + many + plain[33...]
        let index = try PNGCoder().index(of: EncodedBytes(bytes), limits: DecodeLimits())
        #expect(index.shared == [33..<33 + gamma.count])
        for frame in index.frames {
            let still = PNGCoder().still(of: frame, of: index, in: Array(bytes))
            #expect(still.count < 1000)
        }
        // The first of its name counts, in a still as in an animation.
        let animation = try animation(bytes)
        #expect(try animation.poster.bitmap == manager.decode(bytes).bitmap)
        #expect(
            try isNear(pixel(animation, 1, 0, 0), 229, 168, 122)
                && pixel(animation, 1, 0, 0) == pixel(animation, 0, 0, 0))
    }

    // MARK: - GIF

    private let palette: [UInt8] = [9, 9, 9, 255, 0, 0, 0, 255, 0, 0, 0, 255]

    /// A red frame and one of numbers of the palette, stored with that many bits.
    private func gif(second bits: Int, _ number: (Int, Int) -> Int) -> [UInt8] {
        let first = AnimatedGIFWriter(screen: canvas, frames: [two[0]], hasTrailer: false).bytes
        let second = GIFWriter(screen: canvas, globalPalette: palette, bits: bits).bytes(number)
        return first + second[25...]
    }

    @Test func `an index outside of the palette shows the pixel below it`() throws {
        let animation = try animation(gif(second: 8) { x, _ in x < 3 ? 2 : 200 })
        #expect(try (0..<6).map { try pixel(animation, 1, $0, 1) }.map(\.green) == [255, 255, 255, 0, 0, 0])
        #expect(try pixel(animation, 1, 4, 1) == RGBA(255, 0, 0))
    }

    @Test(arguments: [(colors: 2, bits: 2), (4, 2), (256, 8)])
    func `a frame of palette colors alone depends on no other`(colors: Int, bits: Int) throws {
        let writer = GIFWriter(screen: canvas, globalPalette: GIFWriter.grays(colors), bits: bits)
        let first = writer.bytes { _, _ in 0 }
        let bytes = first.dropLast() + writer.bytes { _, _ in 1 }[(13 + 3 * colors)...]
        let index = try GIFCoder().index(of: EncodedBytes(Array(bytes)), limits: DecodeLimits())
        #expect(index.isKey == [true, true])
    }

    @Test func `the third bit of the disposal restores too`() throws {
        var bytes = AnimatedGIFWriter(
            screen: canvas,
            frames: [
                two[0], MadeFrame(2, 0, 2, 4, MadeFrame.green, disposal: 2), MadeFrame(0, 0, 1, 4, MadeFrame.blue),
            ]
        ).bytes
        let expected = try (0..<3).map { try #require(animation(bytes).frame(at: $0)).bitmap }
        let controls = bytes.indices.dropLast(3).filter { bytes[$0...].starts(with: [0x21, 0xF9, 4]) }
        bytes[controls[1] + 3] = 4 << 2 | 1
        #expect(try (0..<3).map { try #require(animation(bytes).frame(at: $0)).bitmap } == expected)
    }

    @Test func `frames far larger than the screen take no memory for hidden pixels`() throws {
        let frames = [
            MadeFrame(0, 0, 6, 4, MadeFrame.red), MadeFrame(3, 2, 300, 200, MadeFrame.green),
            MadeFrame(5, 0, 200, 300, MadeFrame.blue, disposal: 2), MadeFrame(0, 0, 1, 1, MadeFrame.blue),
        ]
        for isInterlaced in [false, true] {
            let bytes = AnimatedGIFWriter(screen: canvas, frames: frames, isInterlaced: isInterlaced).bytes
            var options = DecodeOptions.frames
            options.limits.resultPixels = canvas.area
            options.limits.workingBytes = DecodeMemory.composing(canvas)
            let animation = try animation(bytes, options)
            #expect(try pixel(animation, 0, 5, 3) == RGBA(255, 0, 0))
            #expect(try pixel(animation, 1, 3, 2) == RGBA(0, 255, 0) && pixel(animation, 1, 2, 2) == RGBA(255, 0, 0))
            #expect(try pixel(animation, 2, 5, 0) == RGBA(0, 0, 255) && pixel(animation, 2, 4, 0) == RGBA(255, 0, 0))
            #expect(try pixel(animation, 3, 5, 0) == RGBA(255, 0, 0) && pixel(animation, 3, 5, 3) == RGBA(0, 255, 0))
        }
    }

    // MARK: - Time

    @Test func `a delay of a sixtieth of a second is not cut to milliseconds`() throws {
        func animated(_ numerator: UInt8, _ denominator: Int) throws -> Duration {
            let bytes = APNGWriter(canvas: canvas, frames: two) { _, chunk in
                guard chunk.name == PNGChunk.frameControl else { return }
                let parts = [0, numerator, UInt8(denominator >> 8), UInt8(denominator & 255)]
                chunk.content.replaceSubrange(20..<24, with: parts)
            }.bytes
            return try animation(bytes).duration(at: 0)
        }
        #expect(try animated(1, 60) == .seconds(1) / 60)
        #expect(try animated(2, 3) == .seconds(2) / 3)
        #expect(try animated(11, 1000) == .milliseconds(11))
        #expect(try animated(21, 2000) == .milliseconds(100), "less than eleven milliseconds are never meant")
        #expect(try animated(0, 60) == .milliseconds(100))
    }

    // MARK: - Damage and cancelling

    @Test func `damage in the first frame is reported`() throws {
        let high = PixelSize(width: 6, height: 8)
        let half = GIFWriter(
            screen: high, frame: PixelRect(canvas), globalPalette: palette, claims: high
        ).bytes { _, _ in 1 }
        let bytes = half.dropLast() + AnimatedGIFWriter(screen: high, frames: [two[1]], loops: nil).bytes[25...]
        let image = try manager.decode(Array(bytes), options: .frames)
        #expect(image.animation?.frameCount == 2)
        #expect(image.warning?.description == "the picture is damaged: 50 % of it shown")
        #expect(try manager.decode(Array(bytes)).warning == image.warning)
    }

    /// Only the first one was, whichever was shown.
    @Test func `damage in a frame is reported for it and for frames that depend on it`() throws {
        let high = PixelSize(width: 6, height: 8)
        func frames(_ frames: MadeFrame...) -> [UInt8] {
            AnimatedGIFWriter(screen: high, frames: frames, loops: nil, hasTrailer: false).bytes
        }
        let half = GIFWriter(
            screen: high, frame: PixelRect(canvas), globalPalette: palette, claims: high
        ).bytes { _, _ in 1 }
        let whole = MadeFrame(0, 0, 6, 8, MadeFrame.blue, isOver: false)
        var bytes: [UInt8] = frames(whole)
        bytes += half.dropLast()[25...]
        bytes += frames(MadeFrame(0, 0, 2, 2, MadeFrame.green))[25...]
        bytes += frames(whole)[25...]
        bytes.append(0x3B)
        let image = try manager.decode(bytes, options: .frames)
        let animation = try #require(image.animation)
        #expect(image.warning == nil && animation.frameCount == 4)
        let cut = DecodeWarning.cut(percentShown: 50, isEnd: false)
        let expected = [nil, cut, cut, nil]
        for order in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 2, 3, 2]] {
            for frame in order {
                #expect(animation.frame(at: frame)?.warning == expected[frame], "\(frame) of \(order)")
            }
        }
    }

    @Test func `a frame is cancelled while it is decoded`() throws {
        for (coder, bytes) in [
            (GIFCoder() as any AnimationFormat, AnimatedGIFWriter(screen: canvas, frames: two).bytes),
            (PNGCoder(), APNGWriter(canvas: canvas, frames: two).bytes),
            (WebPCoder(), AnimatedWebPWriter(canvas: canvas, frames: two).bytes),
        ] {
            let index = try coder.index(of: EncodedBytes(bytes), limits: DecodeLimits())
            let composer = try coder.composer(of: EncodedBytes(bytes), index: index, options: .frames)
            let token = CancellationToken()
            let first = try composer.frame(at: 0, cancellation: token)
            token.cancel()
            composer.reset()
            for frame in 0..<2 {
                #expect(throws: ImageCodingError.cancelled) { try composer.frame(at: frame, cancellation: token) }
            }
            #expect(try composer.frame(at: 0) == first)
            #expect(throws: ImageCodingError.cancelled) { try composer.frame(at: 1, cancellation: token) }
            #expect(try composer.frame(at: 1)[2, 0] == RGBA(0, 255, 0))
            // and the animation itself behaves alike
            let animation = try #require(try coder.decode(bytes, options: .frames).animation)
            #expect(throws: ImageCodingError.cancelled) { try animation.readFrame(at: 1, cancellation: token) }
            #expect(animation.frame(at: 1)?.bitmap[2, 0] == RGBA(0, 255, 0))
        }
    }
}
