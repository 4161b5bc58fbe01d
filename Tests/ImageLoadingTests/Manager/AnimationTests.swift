import ImageCoding
import Pixels
import Testing

@testable import ImageLoading

/// Animations, from request to completion, with the real coders.
@Suite(.endsInTime) @MainActor struct AnimationTests {
    private let bench = Bench(coders: .shared)
    private let gif: [UInt8]

    init() throws { gif = try #require(try testAnimation(pixels: 8, frames: 3).animation?.bytes) }

    /// Loads the animation, from the network if no cache has it.
    private func load(
        _ options: ImageOptions = [], _ animation: DecodeOptions.Animation = .frames,
        _ body: (inout ImageContext) -> Void = { _ in }
    ) -> RecordedLoad {
        let load = bench.load(
            "http://host/a", options,
            .made {
                $0.animation = animation
                body(&$0)
            })
        bench.settle()
        bench.transport.running.first?.respond(bytes: gif)
        bench.settle()
        return load
    }

    @Test func `only loads that request frames receive them`() {
        #expect(load([], .firstFrame).image?.animation == nil)
        #expect(load().image?.animation?.frameCount == 3)
        #expect(bench.transport.transfers.count == 1)
    }

    @Test func `the first frame alone is made of an animation in memory`() {
        let moving = load().image
        let still = load(.decodeFirstFrameOnly)
        #expect(still.words == ["image memory"] && still.image?.animation == nil && still.image !== moving)
        #expect(still.image?.bitmap.bytes == moving?.bitmap.bytes)
    }

    @Test func `a load that requires an animation does not receive a still from memory`() {
        #expect(load([], .firstFrame).image?.animation == nil)
        #expect(load(.matchAnimatedImageClass).image?.animation?.frameCount == 3)
    }

    @Test func `all frames are decoded before the load completes if the option says so`() {
        #expect(load().image?.animation?.isPreloaded == false)
        // an animation in memory whose frames are not decoded does not satisfy the request
        let preloaded = load(.preloadAllFrames)
        #expect(preloaded.image?.animation?.isPreloaded == true)
        #expect(load([], .preloaded).words == ["image memory"])
    }

    // M12
    @Test func `an animation is not transformed unless the option says so`() {
        let transformer = FixedTransformer()
        let moving = load([], .frames) { $0.transformer = transformer }
        #expect(moving.image?.animation?.frameCount == 3 && moving.image?.isTransformed == false)
        #expect(transformer.count.value == 0)
        let still = load(.transformAnimatedImage, .frames) { $0.transformer = transformer }
        #expect(still.image?.animation == nil && still.image?.size == PixelSize(width: 40, height: 30))
        #expect(transformer.count.value == 1 && bench.transport.transfers.count == 1)
    }

    @Test func `an animation is not stored on disk as a still`() {
        _ = load(.waitStoreCache) { $0.variant.box = PixelSize(width: 2, height: 1) }
        bench.manager.memoryCache.removeAll()
        let again = load { $0.variant.box = PixelSize(width: 2, height: 1) }
        #expect(again.words == ["image disk"] && again.image?.animation?.frameCount == 3)
    }
}
