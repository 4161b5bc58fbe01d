import HalftoneCore
import Pixels
import TestSupport
import Testing

@testable import ImageCoding

/// The metadata of animation files (delays, loops, number of frames), and damaged files.
@Suite(.endsInTime) struct AnimationFileTests {
    private let manager = ImageCodersManager.shared
    private let canvas = PixelSize(width: 6, height: 4)
    private let two = [MadeFrame(0, 0, 6, 4, MadeFrame.red), MadeFrame(2, 0, 2, 4, MadeFrame.green)]

    private func decode(_ bytes: [UInt8]) throws -> Image { try manager.decode(bytes, options: .frames) }

    private func frames(_ count: Int) -> [MadeFrame] { (0..<count).map { MadeFrame(0, 0, 6, 4, two[$0 % 2].color) } }

    private func files(_ frames: [MadeFrame]) -> [[UInt8]] { MadeFrame.files(canvas, frames) }

    @Test func `a delay of next to nothing is a tenth of a second`() throws {
        for (stated, expected) in [(0, 100), (10, 100), (20, 20), (90, 90), (333, 333), (1000, 1000)] {
            for bytes in files(two.map { MadeFrame(0, 0, 6, 4, $0.color, milliseconds: stated) }) {
                let animation = try #require(decode(bytes).animation)
                let isGIF = animation.format == .gif  // which counts in hundredths
                #expect(animation.duration(at: 1) == .milliseconds(isGIF ? expected / 10 * 10 : expected))
            }
        }
        #expect(AnimationFrame.duration(.milliseconds(11)) == .milliseconds(11))
        let bare = AnimatedGIFWriter(screen: canvas, frames: two, hasControls: false).bytes
        #expect(try decode(bare).animation?.duration(at: 0) == .milliseconds(100))
    }

    @Test func `a control block holds for one frame`() throws {
        var bytes = AnimatedGIFWriter(
            screen: canvas, frames: [MadeFrame(0, 0, 6, 4, MadeFrame.red, disposal: 1, milliseconds: 500)]
        ).bytes.dropLast()
        bytes += AnimatedGIFWriter(screen: canvas, frames: [two[1]], loops: nil, hasControls: false).bytes[25...]
        let animation = try #require(decode(Array(bytes)).animation)
        #expect(animation.duration(at: 0) == .milliseconds(500) && animation.duration(at: 1) == .milliseconds(100))
    }

    @Test func `a delay without a denominator is in hundredths`() throws {
        let bytes = APNGWriter(canvas: canvas, frames: two) { _, chunk in
            guard chunk.name == PNGChunk.frameControl else { return }
            chunk.content.replaceSubrange(20..<24, with: [0, 25, 0, 0])
        }.bytes
        #expect(try decode(bytes).animation?.duration(at: 0) == .milliseconds(250))
    }

    @Test func `the number of loops is that of the file`() throws {
        for loops in [0, 1, 3, 65_535] {
            for bytes in MadeFrame.files(canvas, two, loops: loops) {
                #expect(try decode(bytes).animation?.loopCount == loops)
            }
        }
    }

    @Test func `a GIF without a loop block is played once`() throws {
        let bytes = AnimatedGIFWriter(screen: canvas, frames: two, loops: nil).bytes
        #expect(try decode(bytes).animation?.loopCount == 1)
        #expect(try manager.header(of: bytes).loopCount == 1)
    }

    @Test func `the header counts the frames`() throws {
        for bytes in files(frames(7)) {
            let header = try manager.header(of: bytes)
            #expect(header.frameCount == 7 && header.isAnimated && header.loopCount == 0)
        }
        let still = try manager.header(of: GIFWriter(screen: canvas).bytes { _, _ in 1 })
        #expect(still.frameCount == 1 && !still.isAnimated)
    }

    @Test func `only a request for frames decodes them`() throws {
        for bytes in files(two) {
            let still = try manager.decode(bytes)
            #expect(still.animation == nil && still.cost == 4 * canvas.area)
            let image = try decode(bytes)
            let animation = try #require(image.animation)
            #expect(image.bitmap == still.bitmap && animation.poster.bitmap == still.bitmap)
            #expect(animation.frameCount == 2 && animation.duration(at: 1) == .milliseconds(100))
            #expect(animation.frame(at: 2) == nil && animation.frame(at: -1) == nil)
            #expect(animation.duration(at: 2) == .zero && animation.duration(at: -1) == .zero)
        }
    }

    @Test func `a still is no animation`() throws {
        for bytes in [
            GIFWriter(screen: canvas).bytes { _, _ in 1 }, PNGWriter(width: 6, height: 4).bytes { _, _, _ in 1 },
            WebPWriter(size: canvas).bytes { _, _, _ in 1 }, JPEGWriter(size: canvas).bytes { _, _, _ in 1 },
        ] + files(frames(1)) {
            #expect(try decode(bytes).animation == nil)
        }
    }

    @Test func `preloaded frames are kept until they are unloaded`() throws {
        for bytes in files(frames(16)) {
            var options = DecodeOptions.frames
            options.animation = .preloaded
            let image = try manager.decode(bytes, options: options)
            let animation = try #require(image.animation)
            #expect(animation.isPreloaded && animation.frame(at: 3) === animation.frame(at: 3))
            #expect(image.cost == 16 * 4 * canvas.area + bytes.count)
            animation.unloadAllFrames()
            #expect(!animation.isPreloaded && image.cost == 4 * canvas.area + bytes.count)
            #expect(animation.frame(at: 3)?.bitmap[0, 0] == RGBA(0, 255, 0))
            #expect(animation.preloadAllFrames { true } == false && !animation.isPreloaded)
            #expect(animation.preloadAllFrames() && animation.isPreloaded)
        }
    }

    // MARK: - Limits

    @Test func `too many frames are shown as a still`() throws {
        for bytes in files(frames(9)) {
            var options = DecodeOptions.frames
            options.limits.frames = 8
            let image = try manager.decode(bytes, options: options)
            #expect(image.animation == nil)
            #expect(image.warning?.description == "an animation over the limit of 8 frames: its first frame")
            options.limits.frames = 9
            #expect(try manager.decode(bytes, options: options).animation?.frameCount == 9)
            options.limits.animationPixels = 9 * 24 - 1
            #expect(
                try manager.decode(bytes, options: options).warning == .onlyFirstFrame(limit: "215 pixels"))
        }
    }

    @Test func `frames over the limit of a result are not kept`() throws {
        for bytes in files(frames(9)) {
            var options = DecodeOptions.frames
            options.animation = .preloaded
            options.limits.resultPixels = 9 * 24 - 1
            let image = try manager.decode(bytes, options: options)
            #expect(image.animation?.isPreloaded == false && image.warning?.description.contains("not kept") == true)
        }
    }

    @Test func `a canvas that does not fit in memory is refused`() throws {
        for bytes in files(two) {
            var options = DecodeOptions.frames
            options.limits.workingBytes = 12 * canvas.area - 1
            #expect(throws: ImageCodingError.self) { try manager.decode(bytes, options: options) }
        }
    }

    @Test func `a cancelled decode gives no frames`() {
        for bytes in files(two) {
            var options = DecodeOptions.frames
            let token = CancellationToken()
            options.cancellation = token
            token.cancel()
            #expect(throws: ImageCodingError.cancelled) { try manager.decode(bytes, options: options) }
        }
    }

    @Test func `all frames share the bytes that are allowed`() throws {
        for bytes in files(frames(6)) {
            var options = DecodeOptions.frames
            options.maximumBytes = 6 * 4 * 6
            #expect(try manager.decode(bytes, options: options).animation?.size == PixelSize(width: 3, height: 2))
        }
    }

    // MARK: - Damage

    @Test func `an animation ends with the last whole frame`() throws {
        for bytes in files(frames(8)) {
            var counts: Set<Int> = []
            for count in bytes.indices {
                guard let image = try? decode(Array(bytes[..<count])), let animation = image.animation else { continue }
                counts.insert(animation.frameCount)
                let isWhole = animation.frameCount == 8
                #expect(
                    isWhole || animation.format == .gif || image.warning?.description.contains("ends early") == true)
                for index in 0..<animation.frameCount {
                    #expect(animation.frame(at: index)?.bitmap[0, 0] == RGBA(two[index % 2].color ?? MadeFrame.blue))
                }
            }
            #expect(counts.isSuperset(of: 2...7))
        }
    }

    @Test func `a missing trailer is no damage`() throws {
        let bytes = AnimatedGIFWriter(screen: canvas, frames: two, hasTrailer: false).bytes
        let image = try decode(bytes)
        #expect(image.animation?.frameCount == 2 && image.warning == nil)
    }

    /// The bytes before the damage were taken for the complete frame when the file ended there.
    @Test func `a damaged last frame is left out though the file ends after it`() throws {
        let bytes = APNGWriter(canvas: canvas, frames: frames(3)).bytes
        let misnumbered = PNGChunk.bytes(PNGChunk.framePixels, PNGChunk.bigEndian(99) + [0])
        #expect(try decode(bytes.dropLast(12) + misnumbered).animation?.frameCount == 2)
    }

    @Test(arguments: ["checksum", "number", "beside", "empty", "blend", "fewer", "more", "none"])
    func `an animated PNG that contradicts itself ends with the frame before`(damage: String) throws {
        var writer = APNGWriter(canvas: canvas, frames: frames(5))
        writer.claims = ["fewer": 3, "more": 9, "none": 0][damage]
        var controls = 0
        writer.change = { _, chunk in
            guard chunk.name == PNGChunk.frameControl else { return }
            controls += 1
            guard controls == 4 else { return }
            switch damage {
            case "number": chunk.content[3] += 1
            case "beside": chunk.content[15] = 1
            case "empty": chunk.content[7] = 0
            case "blend": chunk.content[25] = 2
            default: break
            }
        }
        var bytes = writer.bytes
        if damage == "checksum" {
            let controls = PNGChunk.all(in: bytes).filter { $0.name == PNGChunk.frameControl }
            bytes[controls[3].content.upperBound] ^= 1
        }
        let expected = ["more": 5, "none": nil][damage, default: 3]
        let image = try decode(bytes)
        #expect(image.animation?.frameCount == expected)
        #expect(
            (image.warning != nil) == (damage != "fewer" && damage != "none"), "\(image.warning?.description ?? "")")
    }

    @Test(arguments: 0..<3)
    func `changed bytes end in frames or an error`(kind: Int) throws {
        let frames = (0..<6).map { index in
            MadeFrame(
                2 * (index % 2), 0, 4, 4, index == 4 ? nil : two[index % 2].color, disposal: index % 3,
                isOver: index % 4 != 0)
        }
        let bytes = files([two[0]] + frames)[kind]
        var options = DecodeOptions.frames
        options.limits.pixels = 100_000
        options.limits.frames = 50
        var animations = 0
        for seed in 0..<UInt64(600) {
            var random = SeededGenerator(seed: seed)
            var changed = bytes
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let place = Int.random(in: 0..<changed.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: changed[place] = .random(in: 0...255, using: &random)
                case 1: changed[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                default: changed.removeSubrange(place..<min(changed.count, place + .random(in: 1...9, using: &random)))
                }
            }
            guard let animation = try? manager.decode(changed, options: options).animation else { continue }
            animations += 1
            #expect(animation.frameCount <= 50, "seed \(seed)")
            let forward = (0..<animation.frameCount).map { animation.frame(at: $0)?.bitmap }
            for index in (0..<animation.frameCount).reversed() {
                #expect(animation.frame(at: index)?.bitmap == forward[index], "seed \(seed), frame \(index)")
            }
        }
        #expect(animations > 60, "\(animations) of 600")
    }
}
