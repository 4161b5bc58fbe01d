import Pixels
import Testing

@testable import ImageCoding

@Suite(.endsInTime) struct AnimatedTransformTests {
    /// Returns red, green and blue side by side, in three frames that build on one another.
    private func animation() throws -> Image {
        let writer = AnimatedGIFWriter(
            screen: PixelSize(width: 6, height: 4),
            frames: [
                .init(0, 0, 6, 4, MadeFrame.red), .init(0, 0, 3, 4, MadeFrame.green), .init(0, 0, 1, 4, MadeFrame.blue),
            ])
        return try GIFCoder().decode(writer.bytes, options: .frames)
    }

    @Test func `every frame of an animation is transformed`() throws {
        let image = try animation()
        let turned = try #require(Transformers.Flip(horizontal: true).transform(image, cancellation: nil))
        let frames = try #require(turned.animation)
        #expect(turned.isTransformed && turned.bitmap == frames.poster.bitmap)
        #expect(frames.frameCount == 3 && frames.loopCount == image.animation?.loopCount)
        for index in 0..<3 {
            let original = try #require(image.animation?.frame(at: index))
            #expect(frames.frame(at: index)?.bitmap == original.bitmap.oriented(.upMirrored), "frame \(index)")
            #expect(frames.duration(at: index) == image.animation?.duration(at: index))
        }
        #expect(frames.frame(at: 2)?.bitmap[5, 0] == RGBA(0, 0, 255))
        #expect(frames.frame(at: 3) == nil)
    }

    @Test func `a pipeline goes through every frame in order`() throws {
        let image = try animation()
        let steps = Transformers.Pipeline([
            Transformers.Crop(PixelRect(x: 0, y: 0, size: PixelSize(width: 2, height: 2))),
            Transformers.Rotate(angle: .pi / 2), Transformers.Filter(.invert),
        ])
        let result = try #require(steps.transform(image, cancellation: nil)?.animation)
        #expect(result.size == PixelSize(width: 2, height: 2))
        // blue at the left and green at the right, rotated counterclockwise and inverted
        #expect(result.frame(at: 2)?.bitmap[0, 1] == RGBA(255, 255, 0))
        #expect(result.frame(at: 2)?.bitmap[0, 0] == RGBA(255, 0, 255))
    }

    @Test func `preloaded frames are the transformed ones`() throws {
        let frames = try #require(
            try Transformers.Filter(.invert).transform(animation(), cancellation: nil)?.animation)
        #expect(frames.preloadAllFrames())
        #expect(frames.frame(at: 1)?.bitmap[0, 0] == RGBA(255, 0, 255))
        #expect((0..<3).map { frames.frame(at: $0)?.bitmap[0, 0].blue } == [255, 255, 0])
    }
}
