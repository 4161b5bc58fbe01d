import Testing

@testable import GalleryScreens

/// The time at which the next picture of a slideshow is due.
@Suite(.endsInTime) struct SlideshowTests {
    @Test func `the interval begins when the picture is loaded`() {
        var show = Slideshow(interval: .seconds(5))
        func deadline(_ isShown: Bool, _ now: Duration) -> Duration? { show.deadline(isShown: isShown, now: now) }
        #expect(deadline(true, .zero) == nil)
        show.start()
        #expect(deadline(false, .seconds(100)) == nil)
        #expect(deadline(true, .seconds(200)) == .seconds(205))
        #expect(deadline(true, .seconds(203)) == .seconds(205))
        show.didStep()
        #expect(deadline(true, .seconds(300)) == .seconds(305))
        show.stop()
        #expect(deadline(true, .seconds(301)) == nil)
    }
}
