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

    @Test func `a next page is requested once an interval until there is a next picture`() {
        var show = Slideshow(interval: .seconds(5))
        show.start()
        let moments = [0, 1, 4, 5, 6, 9, 10]
        #expect(moments.filter { show.asksForMore(now: .seconds($0)) } == [0, 5, 10])
        #expect(show.nextAsking == .seconds(15))
        show.didStep()
        #expect(show.nextAsking == nil && show.asksForMore(now: .seconds(11)))
    }
}
