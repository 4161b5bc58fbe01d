import ImageFeeds
import TestSupport
import Testing

@testable import halftone

/// Marks in linked feeds that are left and entered again, and through refreshes.
@MainActor @Suite(.endsInTime) struct GalleryMarksTests {
    private let gallery: Gallery
    private static let feed = FeedSource.url("https://host/feed")
    private static let other = FeedSource.url("https://host/other")
    private static let many = 6_000

    init() {
        gallery = .withoutScreen()
        gallery.open(.numbered([100]), title: nil)
    }

    private func enter(_ names: some Sequence<Int>, of source: FeedSource = feed) {
        gallery.enter(
            .numbered(names), of: source, title: nil,
            from: GalleryLevels.ScrollPlace(line: 0, layout: .list, columns: 80, rows: 24, itemColumns: 1))
    }

    private func mark(_ rows: Int...) { for row in rows { gallery.model.toggleMark(ofRow: row) } }
    private func undo() -> Bool { gallery.undoMarks() }
    private func leave() { #expect(gallery.leave() != nil) }
    private func recalled() async { await until("the marks to be recalled") { !gallery.isRecalling } }

    /// What is marked in what is shown, and what would be printed.
    private var here: [String] { gallery.model.markedItems.map(\.title) }
    private var printed: [String] { gallery.markedItems.map(\.title) }

    @Test func theyAreThereOnReentryWhereverTheirPicturesStandAndAreTakenBack() {
        enter(0..<5)
        mark(1, 3)
        leave()
        #expect(here == [] && printed == ["p1", "p3"])
        enter([9, 3, 2, 1])
        #expect(here == ["p3", "p1"] && printed == ["p3", "p1"])
        #expect(undo() && here == ["p1"])
        mark(3)
        #expect(here == [] && printed == [])
        leave()
        #expect(printed == [])
    }

    @Test func theyAreOfTheirFeedAlone() {
        enter(0..<5)
        mark(1)
        leave()
        enter(0..<5, of: Self.other)
        #expect(here == [] && printed == ["p1"])
        mark(1, 2)
        #expect(printed == ["p1", "p2"], "each once")
        leave()
        enter(0..<5)
        #expect(here == ["p1"])
    }

    /// A feed is entered with its first page; what was marked on the second is there with that.
    @Test func whatIsOnALaterPageIsMarkedWhenThatComesAndPrintedBefore() {
        enter(0..<3)
        _ = gallery.append(.numbered(3..<6))
        mark(1, 4)
        leave()
        enter(0..<3)
        #expect(here == ["p1"] && printed == ["p1", "p4"])
        _ = gallery.append(.numbered(3..<6))
        #expect(here == ["p1", "p4"] && printed == ["p1", "p4"])
        mark(4)
        #expect(printed == ["p1"])
    }

    @Test func whatTheFeedHasNoLongerIsPrintedAndComesBackWithARefresh() {
        enter(0..<3)
        mark(0)
        leave()
        enter(5..<8)
        #expect(here == [] && printed == ["p0"])
        leave()
        enter(5..<8)
        gallery.refresh(.numbered([0, 5]))
        #expect(here == ["p0"] && printed == ["p0"])
    }

    @Test func amongVeryManyTheyAreFoundWhileKeysAreTaken() async {
        enter(0..<Self.many)
        mark(4_000)
        leave()
        enter(1...Self.many)
        #expect(gallery.isRecalling && here == [] && printed == ["p4000"])
        var isTold = false
        gallery.didMark = { isTold = true }
        mark(0)
        await recalled()
        #expect(isTold && here == ["p1", "p4000"])
        // whoever leaves before that loses nothing
        leave()
        enter(1...Self.many)
        leave()
        #expect(!gallery.isRecalling && printed == ["p1", "p4000"])
        enter(1...Self.many)
        _ = gallery.append(.numbered([-1]))
        await recalled()
        #expect(here == ["p1", "p4000"])
    }

    @Test func aRefreshTakesNoWayBackFromThem() {
        gallery.open(.numbered(0..<5), title: nil)
        mark(1)
        gallery.model.toggleAllMarks()
        gallery.refresh(.numbered([7, 4, 3, 2, 1]))
        #expect(here == ["p4", "p3", "p2", "p1"])
        #expect(undo() && here == ["p1"])
        #expect(undo() && here == [])
        #expect(!undo())
    }

    // MARK: - What is not shown

    /// They were printed, and could neither be seen, saved nor taken back.
    @Test func marksThatARefreshTookFromViewAreCountedAndTakenBackInTheirOrder() {
        gallery.open(.numbered(0..<5), title: nil)
        mark(1, 3, 4)
        gallery.refresh(.numbered([0, 3, 9]))
        #expect(here == ["p3"] && printed == ["p3", "p1", "p4"])
        #expect(gallery.markTally.words == "3 marked, 2 not shown")
        // then the last that was marked is taken back, though it is not shown, and so on
        #expect(undo() && printed == ["p3", "p1"])
        #expect(undo() && printed == ["p1"] && gallery.markTally.words == "1 marked, not shown")
        #expect(undo() && printed == [] && !gallery.hasMarks)
        #expect(!undo())
    }

    /// Of what was marked at once, only what was still there was taken back.
    @Test func whatWasMarkedAtOnceIsTakenBackAtOnceThoughSomeOfItIsGone() {
        gallery.open(.numbered(0..<4), title: nil)
        mark(2)
        gallery.toggleAllMarks()
        gallery.refresh(.numbered([0, 2]))
        #expect(printed.count == 4 && gallery.markTally.hidden == 2)
        #expect(undo() && printed == ["p2"])
        #expect(undo() && printed == [])
    }

    @Test func theKeyThatMarksNothingAnyMoreIsForThoseToo() {
        gallery.open(.numbered(0..<4), title: nil)
        mark(0, 1)
        gallery.refresh(.numbered([1, 2]))
        gallery.toggleAllMarks()
        #expect(printed == ["p1", "p2", "p0"])
        gallery.toggleAllMarks()
        #expect(printed == [] && !gallery.hasMarks)
        #expect(undo() && printed == ["p1", "p2", "p0"], "one step back")
        #expect(undo() && printed == ["p1", "p0"])
    }

    @Test func marksOfOtherFeedsStayWhenTheseAreTakenAway() {
        gallery.toggleAllMarks()
        enter(0..<3)
        gallery.toggleAllMarks()
        #expect(gallery.markTally.words == "4 marked, 1 not shown")
        gallery.toggleAllMarks()
        #expect(printed == ["p100"] && gallery.markTally.words == "1 marked, not shown")
        #expect(undo() && undo() && printed == ["p100"])
        #expect(undo() && printed == [], "that of the page below comes last")
    }

    @Test func whatComesBackWithAnotherRefreshIsTakenBackInItsTurn() {
        gallery.open(.numbered(0..<4), title: nil)
        mark(0, 1)
        gallery.refresh(.numbered([1, 2]))
        mark(1)  // p2
        gallery.refresh(.numbered(0..<4))
        #expect(here == ["p0", "p1", "p2"] && gallery.markTally.words == "3 marked")
        #expect(undo() && here == ["p0", "p1"])
        #expect(undo() && here == ["p0"])
        #expect(undo() && here == [])
    }

    @Test func aPictureThatIsMarkedHereAndBelowIsCountedOnce() {
        gallery.open(.numbered(0..<3), title: nil)
        mark(0, 1)
        enter(1..<4)
        mark(0)
        #expect(printed == ["p0", "p1"] && gallery.markTally.words == "2 marked, 1 not shown")
        mark(0)
        #expect(gallery.markTally.words == "2 marked, not shown")
    }

    /// It marked again what had been taken back meanwhile.
    @Test func whatIsTakenBackWhileItIsLookedForIsNotMarkedAgain() async {
        enter(0..<Self.many)
        mark(4_000)
        leave()
        enter(1...Self.many)
        #expect(gallery.isRecalling && undo())
        await recalled()
        #expect(here == [] && printed == [])
    }

    /// Taking one of two marks back that are one now would have made it again.
    @Test func marksOfCopiesThatAreOneNowAreNotTakenBackOneByOne() {
        gallery.open(.numbered([1, 2, 1]), title: nil)
        mark(0, 2)
        gallery.refresh(.numbered([1, 2]))
        #expect(here == ["p1"] && !undo())
        mark(0)
        #expect(here == [])
    }
}
