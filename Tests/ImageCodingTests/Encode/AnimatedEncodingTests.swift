import Pixels
import TestSupport
import Testing

@testable import ImageCoding

@Suite(.endsInTime) struct AnimatedEncodingTests {
    private let manager = ImageCodersManager.shared
    private let size = PixelSize(width: 13, height: 9)

    /// Returns moving bars of few colors; with `hasHoles`, on a transparent background.
    private func frames(_ count: Int, hasHoles: Bool) -> [ImageFrame] {
        (0..<count).map { frame in
            let bitmap = Bitmap.drawn(size.width, size.height, hasAlpha: hasHoles) { x, y in
                if hasHoles, (x + frame) % 4 == 0 { return RGBA(0, 0, 0, 0) }
                return (x + frame) % 5 == 1 ? RGBA(200, UInt8(y * 9), 0) : RGBA(10, 20, 30)
            }
            return ImageFrame(image: Image(bitmap: bitmap), duration: .milliseconds(40 + 30 * frame))
        }
    }

    private func decoded(_ bytes: [UInt8]) throws -> AnimatedImage {
        try #require(try manager.decode(bytes, options: .frames).animation)
    }

    private func encode(
        _ frames: [ImageFrame], _ format: ImageFormat, loops: Int = 0,
        _ change: (inout EncodeOptions) -> Void = { _ in }
    ) throws -> [UInt8] {
        var options = EncodeOptions()
        options.isLossless = true
        change(&options)
        return try #require(manager.encoder(for: format)).encode(frames, loopCount: loops, options: options)
    }

    @Test(arguments: [ImageFormat.gif, .png, .webp], [false, true])
    func `encoded frames are decoded unchanged`(format: ImageFormat, hasHoles: Bool) throws {
        let frames = frames(5, hasHoles: hasHoles)
        for loops in [0, 1, 3] {
            let animation = try decoded(encode(frames, format, loops: loops))
            #expect(animation.frameCount == 5 && animation.loopCount == loops && animation.format == format)
            for (index, frame) in frames.enumerated() {
                let shown = try #require(animation.frame(at: index)).bitmap
                #expect(shown.firstDifference(from: frame.image.bitmap) == nil, "\(format.name), frame \(index)")
                #expect(animation.duration(at: index) == frame.duration, "\(format.name), frame \(index)")
            }
        }
    }

    /// libwebpmux would write a still.
    @Test(arguments: [ImageFormat.gif, .png])
    func `unchanged frames keep their duration`(format: ImageFormat) throws {
        let still = frames(1, hasHoles: false)[0]
        let animation = try decoded(encode([still, still, still], format))
        #expect((0..<animation.frameCount).reduce(.zero) { $0 + animation.duration(at: $1) } == .milliseconds(120))
        #expect(animation.frame(at: animation.frameCount - 1)?.bitmap == still.image.bitmap)
    }

    @Test(arguments: [ImageFormat.gif, .png, .webp])
    func `only the first frame is encoded if the options say so`(format: ImageFormat) throws {
        let bytes = try encode(frames(3, hasHoles: false), format) { $0.firstFrameOnly = true }
        #expect(try manager.header(of: bytes).frameCount == 1)
        #expect(try manager.decode(bytes).bitmap == frames(1, hasHoles: false)[0].image.bitmap)
    }

    @Test(arguments: [ImageFormat.gif, .png, .webp])
    func `an animated image is encoded frame by frame at the requested size`(format: ImageFormat) throws {
        let bytes = try encode(frames(4, hasHoles: false), .png, loops: 2)
        let image = try manager.decode(bytes, options: .frames)
        var encoding = EncodeOptions()
        encoding.maximumPixelSize = PixelSize(width: 6, height: 6)
        encoding.isLossless = true
        let small = try decoded(manager.encode(image, as: format, options: encoding))
        #expect(small.frameCount == 4 && small.loopCount == 2 && small.size == PixelSize(width: 6, height: 4))
        let wanted = try #require(image.animation?.frame(at: 3)).bitmap.resized(to: small.size)
        #expect(small.frame(at: 3)?.bitmap == wanted)
    }

    @Test func `without a format an animation is a GIF`() throws {
        let image = try manager.decode(encode(frames(3, hasHoles: true), .webp), options: .frames)
        let bytes = try manager.encode(image)
        #expect(ImageFormat.detect(bytes) == .gif)
        #expect(try decoded(bytes).frameCount == 3)
    }

    @Test func `a transformed animation can be encoded`() throws {
        let image = try manager.decode(encode(frames(3, hasHoles: false), .gif), options: .frames)
        let turned = try #require(Transformers.Rotate(angle: .pi / 2).transform(image, cancellation: nil))
        let animation = try decoded(manager.encode(turned, as: .png))
        #expect(animation.size == size.transposed)
        #expect(animation.frame(at: 2)?.bitmap == image.animation?.frame(at: 2)?.bitmap.oriented(.left))
    }

    @Test func `times are rounded so that their sum is kept`() {
        let third = Duration.milliseconds(33)
        #expect(
            FrameTimes.rounded([third, third, third, third], unit: .milliseconds(10), minimum: 2, maximum: 99)
                == [3, 4, 3, 3])
        #expect(
            FrameTimes.rounded([.zero, .seconds(-1), .seconds(1000)], unit: .milliseconds(10), minimum: 2, maximum: 99)
                == [2, 2, 99])
    }
}
