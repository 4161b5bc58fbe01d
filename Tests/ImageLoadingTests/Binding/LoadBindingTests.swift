import FoundationEssentials
import ImageCoding
import Pixels
import Testing

@testable import ImageLoading

/// Returns the result of a load; `isIncremental`: of a part of the image, in `area` pixels.
func loadedImage(
    from tier: CacheType = .none, isFinal: Bool = true, isIncremental: Bool = false, area: Int = 0
) -> LoadedImage {
    let size = PixelSize(width: area, height: 1)
    let image = Image(
        bitmap: Bitmap(size: size, bytes: [UInt8](repeating: 0, count: 4 * area), hasAlpha: false), sourceSize: size,
        sourceBytes: 0, isIncremental: isIncremental)
    return LoadedImage(image: image, cacheType: tier, url: URL(filePath: "/"), isFinal: isFinal)
}

/// The actions of `LoadBinding` for each event.
@Suite(.endsInTime) struct LoadBindingTests {
    private let url = URL(string: "http://lab/1")
    private let other = URL(string: "http://lab/2")

    /// Returns a slot whose load did not complete within the call that started it.
    private func waiting(_ options: ImageOptions = [], hasPreview: Bool = false) -> (LoadBinding, LoadBinding.Load) {
        var binding = LoadBinding()
        let load = binding.bind(to: url, options: options)
        _ = binding.didStart(load, preview: hasPreview ? 100 : nil)
        return (binding, load)
    }

    @Test func `a miss shows the placeholder and the indicator`() {
        var binding = LoadBinding()
        let load = binding.bind(to: url, options: [])
        #expect(binding.isUnanswered(load) && binding.didProgress(load, received: 0, expected: nil).isEmpty)
        #expect(binding.didStart(load, preview: nil) == [.showPlaceholder, .startIndicator])
        #expect(!binding.isUnanswered(load) && binding.shown == nil)
        #expect(binding.didProgress(load, received: 1, expected: nil) == [.showProgress(received: 1, expected: nil)])
    }

    @Test func `a preview stands for both`() {
        var binding = LoadBinding()
        let load = binding.bind(to: url, options: [])
        #expect(binding.didStart(load, preview: 100) == [.showPreview])
        #expect(binding.shown?.url == url)
    }

    @Test func `a result within the call shows nothing else before it`() {
        var binding = LoadBinding()
        let load = binding.bind(to: url, options: [])
        let actions = binding.didReceive(load, loadedImage(from: .memory))
        #expect(actions == [.stopIndicator, .fillProgress, .showImage(isAnimated: false), .complete])
        #expect(!binding.isUnanswered(load))
        #expect(binding.didStart(load, preview: nil).isEmpty)
    }

    /// Row 16 of the reference's flow: which results animate.
    @Test(
        arguments: [
            ("http://lab/1", .none, false, true), ("http://lab/1", .disk, false, false),
            ("http://lab/1", .memory, false, false), ("http://lab/1", .disk, true, false),
            ("file:///pictures/1.png", .none, false, false),
        ] as [(String, CacheType, Bool, Bool)])
    func `an image is animated if it was fetched later, or by force`(
        _ url: String, _ tier: CacheType, _ isWithinCall: Bool, _ isAnimated: Bool
    ) {
        for options in [[], .forceTransition] as [ImageOptions] {
            var binding = LoadBinding()
            let load = binding.bind(to: URL(string: url), options: options)
            if !isWithinCall { _ = binding.didStart(load, preview: nil) }
            let actions = binding.didReceive(load, loadedImage(from: tier))
            #expect(actions.contains(.showImage(isAnimated: isAnimated || options == .forceTransition)))
        }
    }

    @Test func `parts of a picture are shown without transition and kept from the completion`() {
        var (binding, load) = waiting(.progressiveLoad)
        let part = loadedImage(isFinal: false, isIncremental: true)
        #expect(binding.didReceive(load, part) == [.showImage(isAnimated: false)])
        #expect(binding.didReceive(load, part) == [.showImage(isAnimated: false)])
        // A preview is only replaced by a sharper image.
        #expect(
            binding.didReceive(load, loadedImage()) == [
                .stopIndicator, .fillProgress, .showImage(isAnimated: false), .complete,
            ])
    }

    /// Regression: after a resize a photo was shown at its old size, then as the thumbnail embedded in its file.
    @Test func `a small picture does not replace a sharper one from memory`() {
        var (binding, load) = waiting(.progressiveLoad, hasPreview: true)  // of 100 pixels
        let small = loadedImage(isFinal: false, isIncremental: true, area: 99)
        #expect(binding.didReceive(load, small).isEmpty && binding.shown?.url == url)
        let part = loadedImage(isFinal: false, isIncremental: true, area: 100)
        #expect(binding.didReceive(load, part) == [.showImage(isAnimated: false)])
        #expect(binding.didReceive(load, loadedImage(area: 1)).contains(.showImage(isAnimated: false)))
        // nor the image that a refresh is to replace; the image of another URL is replaced at once
        for (next, isKept) in [(url, true), (other, false)] {
            var binding = binding
            let load = binding.bind(to: next, options: [.progressiveLoad, .delayPlaceholder])
            _ = binding.didStart(load, preview: nil)
            let tiny = loadedImage(isFinal: false, isIncremental: true, area: 0)
            #expect(binding.didReceive(load, tiny).isEmpty == isKept)
        }
    }

    @Test func `parts of a picture are for the completion of an image that is not set`() {
        var (binding, load) = waiting([.progressiveLoad, .avoidAutoSetImage])
        #expect(binding.didReceive(load, loadedImage(isFinal: false, isIncremental: true)) == [.complete])
    }

    @Test func `a failed load keeps the parts that arrived`() {
        var (binding, load) = waiting([.progressiveLoad, .delayPlaceholder])
        _ = binding.didReceive(load, loadedImage(isFinal: false, isIncremental: true))
        #expect(binding.didFail(load, isCancelled: false) == [.stopIndicator, .complete])
    }

    @Test func `a cached image that is being refreshed ends the waiting but not the load`() {
        var binding = LoadBinding()
        let load = binding.bind(to: url, options: .refreshCached)
        #expect(
            binding.didReceive(load, loadedImage(from: .memory, isFinal: false)) == [
                .stopIndicator, .showImage(isAnimated: false), .complete,
            ])
        #expect(binding.didStart(load, preview: nil).isEmpty)
        #expect(binding.didReceive(load, loadedImage()).contains(.showImage(isAnimated: true)))
    }

    @Test(arguments: [ImageOptions.refreshCached, [.refreshCached, .delayPlaceholder]])
    func `a failed refresh shows nothing else`(_ options: ImageOptions) {
        var binding = LoadBinding()
        let load = binding.bind(to: url, options: options)
        _ = binding.didReceive(load, loadedImage(from: .memory, isFinal: false))
        _ = binding.didStart(load, preview: nil)
        #expect(binding.didFail(load, isCancelled: false) == [.stopIndicator, .complete])
        #expect(binding.shown?.url == url)
    }

    @Test func `a failure shows a delayed placeholder and leaves one that is there`() {
        var (plain, first) = waiting()
        #expect(plain.didFail(first, isCancelled: false) == [.stopIndicator, .complete])
        var (delayed, second) = waiting(.delayPlaceholder)
        #expect(delayed.shown == nil)
        #expect(delayed.didFail(second, isCancelled: true) == [.stopIndicator, .showPlaceholder, .complete])
    }

    @Test func `a delayed placeholder leaves the picture of its own URL and no other`() {
        for isIncremental in [false, true] {
            var (binding, load) = waiting()
            _ = binding.didReceive(load, loadedImage(isFinal: !isIncremental, isIncremental: isIncremental))
            let same = binding.bind(to: url, options: .delayPlaceholder)
            #expect(binding.didStart(same, preview: nil) == [.startIndicator])
            // Regression: the placeholder replaced the picture when the load failed.
            var failing = binding
            #expect(failing.didFail(same, isCancelled: false) == [.stopIndicator, .complete])
            let another = binding.bind(to: other, options: .delayPlaceholder)
            #expect(binding.didStart(another, preview: nil) == [.showNothing, .startIndicator])
        }
    }

    @Test func `a result of an older load is only counted`() {
        var (binding, load) = waiting()
        _ = binding.bind(to: other, options: [])
        #expect(binding.didReceive(load, loadedImage()) == [.countLate, .complete])
        #expect(binding.didReceive(load, loadedImage(isFinal: false, isIncremental: true)) == [.countLate])
        #expect(binding.didFail(load, isCancelled: false) == [.countLate, .complete])
        #expect(binding.didFail(load, isCancelled: true) == [.complete])
        #expect(binding.didProgress(load, received: 1, expected: 2).isEmpty)
        #expect(binding.didStart(load, preview: 100).isEmpty)
    }

    // MARK: - Waiting for a transition

    /// A slot whose completion waits for the transition that has begun.
    private func transitioning() -> LoadBinding {
        var (binding, load) = waiting(.waitTransition)
        #expect(binding.didReceive(load, loadedImage()).last == .completeAfterTransition)
        binding.didBeginTransition()
        return binding
    }

    @Test func `a completion waits for the end of a transition that began`() {
        var binding = transitioning()
        #expect(binding.isTransitioning)
        #expect(binding.didEndTransition() == [.completeWaiting])
        #expect(!binding.isTransitioning)
    }

    @Test func `a transition that is dropped in any way releases the completion`() {
        var left = transitioning()
        #expect(left.leave() == [.dropTransition, .completeWaiting])
        var reused = transitioning()
        #expect(reused.reuse() == [.stopIndicator, .dropTransition, .showNothing, .completeWaiting])
        var set = transitioning()
        #expect(set.didSet(image: false) == [.dropTransition, .completeWaiting])
    }

    @Test func `a replaced load is late, and its URL stays`() {
        var (binding, load) = waiting()
        #expect(binding.replace() == [.stopIndicator])
        #expect(binding.url == url && binding.didProgress(load, received: 1, expected: 2).isEmpty)
        #expect(binding.didReceive(load, loadedImage()) == [.countLate, .complete])
    }

    @Test func `reuse resets everything`() {
        var (binding, load) = waiting()
        _ = binding.reuse()
        #expect(binding.url == nil && binding.shown == nil)
        #expect(binding.didReceive(load, loadedImage()) == [.countLate, .complete])
    }
}
