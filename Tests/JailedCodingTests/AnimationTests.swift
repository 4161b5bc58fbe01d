import ImageCoding
import JailedCoding
import Pixels
import TestSupport
import Testing

@Suite(.endsInTime) struct AnimationTests {
    private let pool = TestWorkers.pool()
    private let size = PixelSize(width: 64, height: 48)
    private let count = 5

    /// A sequence of frames with different colors, encoded by a program that gets a PNG for each frame.
    private func avif(green: UInt8 = 100) throws -> [UInt8] {
        let folder = TemporaryDirectory()
        let inputs = try (0..<count).map { index in
            let frame = Bitmap(size: size, filledWith: color(index, green: green))
            return folder.write(
                try ImageCodersManager.shared.encode(Image(bitmap: frame), as: .png), to: "\(index).png")
        }
        let words = ["avifenc", "-s", "10", "--fps", "20", "--lossless"] + inputs + ["OUT"]
        try SampleMaker.run(words, "", folder.path + "/picture.avif", of: "libavif-bin")
        return folder.read("picture.avif")
    }

    private func jpegXL(green: UInt8 = 100) throws -> [UInt8] {
        let folder = TemporaryDirectory()
        let frames = (0..<count).map { index in
            let frame = Bitmap(size: size, filledWith: color(index, green: green))
            return ImageFrame(image: Image(bitmap: frame), duration: .milliseconds(50))
        }
        let animation = try #require(AnimatedImage(frames: frames))
        let input = folder.write(try ImageCodersManager.shared.encode(animation.image, as: .png), to: "in.png")
        try SampleMaker.run(
            ["cjxl", "IN", "OUT", "-d", "0", "-e", "3"], input, folder.path + "/picture.jxl", of: "libjxl-tools")
        return folder.read("picture.jxl")
    }

    private func color(_ image: Image?) -> RGBA? { image.map { $0.bitmap[30, 20] } }
    private func color(_ index: Int, green: UInt8 = 100) -> RGBA {
        RGBA(UInt8(40 * index), green, UInt8(250 - 40 * index))
    }

    @Test(arguments: [ImageFormat.avif, .jpegXL]) func `a sequence plays in any order`(_ format: ImageFormat) throws {
        let bytes = try format == .avif ? avif() : jpegXL()
        let coder = try TestWorkers.coder(format, pool)
        let header = try coder.header(of: bytes, limits: DecodeLimits())
        #expect(header.frameCount == count && header.loopCount == 0)
        var options = DecodeOptions()
        options.animation = .frames
        let image = try coder.decode(bytes, options: options)
        let animation = try #require(image.animation)
        #expect(animation.frameCount == count && animation.duration(at: 2) == .milliseconds(50))
        let others = try format == .avif ? avif(green: 200) : jpegXL(green: 200)
        let other = try coder.decode(others, options: options)
        for index in [0, 1, 2, 3, 4, 2, 0, 4, 1] {
            #expect(color(animation.frame(at: index)) == color(index))
            #expect(color(other.animation?.frame(at: count - 1 - index)) == color(count - 1 - index, green: 200))
        }
        #expect(animation.frame(at: count) == nil && pool.idleProcesses.count == 2)
        #expect(try coder.decode(bytes, options: DecodeOptions()).animation == nil)
    }

    @Test func `frames are reduced, preloaded, and limited`() throws {
        let bytes = try avif()
        let coder = try TestWorkers.coder(.avif, pool)
        var options = DecodeOptions(box: PixelSize(width: 16, height: 16))
        options.animation = .preloaded
        let animation = try #require(try coder.decode(bytes, options: options).animation)
        #expect(animation.isPreloaded && animation.frame(at: 3)?.size == PixelSize(width: 16, height: 12))
        options.limits.frames = count - 1
        let still = try coder.decode(bytes, options: options)
        #expect(still.animation == nil && still.warning == .onlyFirstFrame(limit: "4 frames"))
    }

    @Test func `an animation outlives its worker`() throws {
        let coder = try TestWorkers.coder(.avif, pool)
        var options = DecodeOptions()
        options.animation = .frames
        let animation = try #require(try coder.decode(try avif(), options: options).animation)
        #expect(color(animation.frame(at: 2)) == color(2))
        pool.removeAll()
        #expect(color(animation.frame(at: 3)) == color(3))
    }
}
