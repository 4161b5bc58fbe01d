import ImageFeeds
import TestSupport
import Testing

@testable import halftone

/// What becomes of the gallery while very many items are looked through on another thread.
@MainActor @Suite(.endsInTime) struct GalleryRefreshTests {
    private let gallery = Gallery.withoutScreen()

    private static let many = 6_000

    /// Refreshes, does what is done meanwhile, and returns when the items are there.
    private func refresh(_ items: FeedItems, meanwhile: () -> Void = {}) async {
        let isOver = Latch("the refresh to end")
        gallery.refresh(items) { isOver.open() }
        meanwhile()
        await isOver.wait()
    }

    /// It was all done between two keys: with a million pictures they waited for twenty seconds.
    @Test func whatIsThereStaysAndTakesKeysUntilTheNewItemsAreThere() async {
        gallery.open(.numbered(0..<Self.many), title: nil)
        await refresh(.numbered(1...Self.many)) {
            #expect(gallery.isRefreshing && gallery.count == Self.many && gallery.entry(0).item.title == "p0")
            gallery.model.select(row: 7)
            gallery.model.toggleMark(ofRow: 9)
        }
        #expect(!gallery.isRefreshing && gallery.entry(0).item.title == "p1")
        #expect(gallery.model.place == 6 && gallery.markedItems.map(\.title) == ["p9"])
    }

    @Test func fewItemsAreThereAtOnce() {
        gallery.open(.numbered(0..<3), title: nil)
        var isDone = false
        gallery.refresh(.numbered(1...3)) { isDone = true }
        #expect(isDone && !gallery.isRefreshing && gallery.entry(0).item.title == "p1")
    }

    @Test func thePageThatComesMeanwhileFollowsTheNewItems() async {
        gallery.open(.numbered(0..<Self.many), title: nil)
        await refresh(.numbered(1...Self.many)) {
            let isLonger = gallery.append(.numbered([-1, -2]))
            #expect(!isLonger && gallery.count == Self.many)
        }
        #expect(gallery.count == Self.many + 2 && gallery.entry(Self.many + 1).item.title == "p-2")
        #expect(gallery.entry(0).item.title == "p1")
    }

    @Test func anotherOrderThatIsAskedForMeanwhileHoldsForTheNewItems() async {
        gallery.open(.numbered(0..<Self.many), title: nil)
        await refresh(.numbered(1...Self.many)) {
            var arrangement = Arrangement()
            arrangement.isReversed = true
            gallery.arrange(arrangement)
        }
        // the arranging may come after it, or before
        await until("the rows to be in order") { !gallery.isArranging }
        #expect(gallery.model.arrangement.isReversed && gallery.entry(0).item.title == "p\(Self.many)")
    }

    @Test func theLatestReadingWins() async {
        gallery.open(.numbered(0..<Self.many), title: nil)
        var wasFirstTold = false
        gallery.refresh(.numbered(5..<Self.many)) { wasFirstTold = true }
        await refresh(.numbered(1...Self.many))
        #expect(!wasFirstTold && gallery.count == Self.many && gallery.entry(0).item.title == "p1")
    }

    // MARK: - The remembered place

    private func restore(_ name: String, _ number: Int, meanwhile: () -> Void = {}) async {
        gallery.restore(Places.Place(picture: name, number: number)) {}
        meanwhile()
        await until("the place to be restored") { !gallery.isRestoring }
    }

    /// All items were looked through before the first key was taken.
    @Test func aPlaceAmongVeryManyIsFoundWhileKeysAreTaken() async {
        gallery.open(.numbered(0..<Self.many), title: nil)
        await restore("/p4000", 3_000) { #expect(gallery.isRestoring && gallery.model.place == 0) }
        #expect(gallery.model.place == 4_000)
    }

    @Test func whoeverMovesBeforeThePlaceIsFoundStaysWhereHeWent() async {
        gallery.open(.numbered(0..<Self.many), title: nil)
        await restore("/p4000", 3_000) { gallery.model.select(row: 5) }
        #expect(gallery.model.place == 5)
        gallery.open(.numbered(0..<Self.many), title: nil)
        await restore("/p4000", 3_000) { gallery.open(.numbered(1...Self.many), title: nil) }
        #expect(gallery.model.place == 0)
    }

    /// Its search was over with the items in which it had begun, and the first picture was remembered instead.
    @Test func aPlaceIsLookedForAmongItemsThatComeMeanwhile() async {
        gallery.open(.numbered(0..<Self.many), title: nil)
        await restore("/p4000", 3_000) { _ = gallery.append(.numbered([-1])) }
        #expect(gallery.model.place == 4_000 && !gallery.hasUnfoundPlace)
    }

    /// Of a feed with pages only the first is there when it is entered again: the place on a later one was overwritten.
    @Test func aPlaceOnALaterPageIsNotForgottenForTheFirstPicture() async {
        for isMore in [true, false] {
            gallery.following = { isMore ? .coming : .nothing }
            gallery.open(.numbered(0..<20), title: nil)
            await restore("/p25", 25) {}
            #expect(gallery.model.place == 0 && gallery.hasUnfoundPlace == isMore)
            // and where another thread looks
            gallery.open(.numbered(0..<Self.many), title: nil)
            await restore("/p7000", 7_000) {}
            #expect(gallery.model.place == 0 && gallery.hasUnfoundPlace == isMore)
            gallery.stopRestoring()
            #expect(!gallery.hasUnfoundPlace)
        }
        gallery.open(.numbered(0..<20), title: nil)
        await restore("/p15", 15) {}
        #expect(gallery.model.place == 15 && !gallery.hasUnfoundPlace)
    }

    /// It was looked for on the first page only, and who came back to the third was at the beginning.
    @Test func aPlaceOnALaterPageIsReadOnToAndFound() async {
        gallery.following = { .page }
        var asked = 0
        gallery.didNotFindPlace = { [gallery] in if gallery.wantsPageForPlace { asked += 1 } }
        gallery.open(.numbered(0..<20), title: nil)
        await restore("/p45", 45)
        #expect(asked == 1 && gallery.hasUnfoundPlace)
        _ = gallery.append(.numbered(20..<40))
        gallery.restoreAgain {}
        #expect(asked == 2 && gallery.model.place == 0)
        _ = gallery.append(.numbered(40..<60))
        var isFound = false
        gallery.restoreAgain { isFound = true }
        #expect(isFound && asked == 2 && gallery.model.place == 45 && !gallery.hasUnfoundPlace)
    }

    /// The reader was thrown back to the first page, and marks of later ones were lost.
    @Test func whoReadsAgainOnALaterPageIsLedBackThereWithHisMarks() {
        gallery.following = { .page }
        var (asked, found) = (0, 0)
        gallery.didNotFindPlace = { [gallery] in if gallery.wantsPageForPlace { asked += 1 } }
        gallery.didFindPlace = { found += 1 }
        gallery.open(.numbered(0..<40), title: nil)
        gallery.model.select(row: 33)
        gallery.model.toggleMark(ofRow: 30)
        gallery.model.toggleMark(ofRow: 3)
        gallery.refresh(.numbered([-1] + Array(0..<19)))
        #expect(gallery.model.place == 19 && asked == 1 && gallery.hasUnfoundPlace)
        #expect(Set(gallery.markedItems.map(\.title)) == ["p3", "p30"], "they are printed whatever comes")
        _ = gallery.append(.numbered(19..<39))
        gallery.restoreAgain { found += 1 }
        #expect(gallery.entry(gallery.model.place).item.title == "p33" && found == 1 && asked == 1)
        #expect(gallery.model.marks.count == 2 && gallery.model.isMarked(row: 31))
    }

    @Test func readingOnToAPlaceEndsWhereItCanHardlyBe() async {
        gallery.following = { .page }
        gallery.open(.numbered(0..<20), title: nil)
        await restore("/gone", 45)
        _ = gallery.append(.numbered(20..<145))
        #expect(gallery.wantsPageForPlace)
        _ = gallery.append(.numbered([145]))
        #expect(!gallery.wantsPageForPlace && gallery.hasUnfoundPlace, "all that was new may stand before it")
    }

    @Test func whoHasMovedIsNotReadOnFor() async {
        gallery.following = { .page }
        gallery.open(.numbered(0..<20), title: nil)
        await restore("/p25", 25)
        gallery.model.select(row: 3)
        #expect(!gallery.wantsPageForPlace && !gallery.hasUnfoundPlace)
        _ = gallery.append(.numbered(20..<40))
        gallery.restoreAgain {}
        #expect(gallery.model.place == 3)
    }

    /// The first picture was another one since, and the reader was taken for having moved.
    @Test func aPlaceInASlowSourceIsFoundWhenThatComes() async {
        gallery.following = { .coming }
        gallery.open(.numbered(100..<120), title: nil)
        await restore("/p7", 7)
        #expect(gallery.hasUnfoundPlace)
        _ = gallery.insert([0..<5], of: .numbered(Array(0..<5) + Array(100..<120)))
        #expect(gallery.model.place == 0 && gallery.hasUnfoundPlace, "he has not moved")
        _ = gallery.insert([5..<10], of: .numbered(Array(0..<10) + Array(100..<120)))
        gallery.restoreAgain {}
        #expect(gallery.model.place == 7 && !gallery.hasUnfoundPlace)
    }

    @Test func aPlaceThatAFeedKeptFromBeingFoundIsNotForgotten() async {
        gallery.open(.numbered(0..<Self.many), title: nil)
        await restore("/p4000", 3_000) {
            #expect(gallery.hasUnfoundPlace)
            gallery.enter(.numbered(0..<3), of: .url("https://host/feed"), title: "a feed", from: Self.top)
        }
        #expect(!gallery.hasUnfoundPlace && gallery.levels.levels.first?.placeToRemember?.picture == "/p4000")
        _ = gallery.leave()
        #expect(gallery.hasUnfoundPlace && gallery.model.place == 0)
    }

    /// It moved the reader's place under an open picture, which was then taken for another.
    @Test func whoeverOpensAPictureBeforeThePlaceIsFoundHasThatPlace() async {
        gallery.open(.numbered(0..<Self.many), title: nil)
        await restore("/p4000", 3_000) { gallery.stopRestoring() }
        #expect(!gallery.hasUnfoundPlace && gallery.model.place == 0)
    }

    @Test func aPlaceThatIsNoMoreIsTheBeginningAndOfSeveralTheNearestIsTaken() async {
        gallery.open(.numbered(Array(0..<Self.many) + [7, 8]), title: nil)
        await restore("/gone", 3_000)
        #expect(gallery.model.place == 0)
        await restore("/p7", 5_000)
        #expect(gallery.model.place == Self.many)
    }

    /// Rows that were found for other items could be taken for those of a feed that was opened meanwhile.
    @Test func whatWasUnderWayForOtherItemsIsGivenUpWhenAFeedIsOpened() async {
        gallery.open(.numbered(0..<Self.many), title: nil)
        var isTold = false
        gallery.refresh(.numbered(5..<Self.many)) { isTold = true }
        var arrangement = Arrangement()
        arrangement.filter = TitleQuery("p5999")
        gallery.arrange(arrangement) { isTold = true }
        let place = Self.top
        gallery.enter(.numbered(0..<Self.many), of: .url("https://host/feed"), title: "a feed", from: place)
        #expect(!gallery.isRefreshing && !gallery.isArranging)
        await refresh(.numbered(0..<Self.many + 1))  // which comes after them
        #expect(!isTold && gallery.count == Self.many + 1 && gallery.title == "a feed")
        #expect(gallery.leave() == place && gallery.count == Self.many && gallery.title == "it")
        #expect(gallery.leave() == nil)
    }

    private static let top = GalleryLevels.ScrollPlace(
        line: 3, layout: .list, columns: 80, rows: 24, itemColumns: 1)

    /// The sources stood at the new reading already: its second page was added to the items before it.
    @Test func itemsThatWereOnTheirWayWhenAFeedWasOpenedAreThereAfterIt() async {
        gallery.open(.numbered(0..<Self.many), title: nil)
        gallery.refresh(.numbered(5..<Self.many))
        gallery.enter(.numbered(0..<3), of: .url("https://host/feed"), title: "a feed", from: Self.top)
        #expect(gallery.leave() != nil && gallery.isRefreshing)
        await until("the refresh to end") { !gallery.isRefreshing }
        #expect(gallery.count == Self.many - 5 && gallery.entry(0).item.title == "p5")
    }

    /// "looking …" stayed when the items were others by the time at which they had been looked through.
    @Test func whoAsksForAnotherOrderHearsOfItThoughItemsCameMeanwhile() async {
        gallery.open(.numbered(0..<Self.many), title: nil)
        var isTold = false
        var arrangement = Arrangement()
        arrangement.filter = TitleQuery("p5999")
        gallery.arrange(arrangement) { isTold = true }
        gallery.model.append(.numbered([59_990]))
        await until("the result") { isTold }
        #expect(gallery.count == 2)
    }

    // MARK: - Late answers

    /// A cell kept for later use wrote the number of its picture into other items, and Ctrl-R looked for that there.
    @Test func aPictureOfOtherItemsIsNotTakenForOneOfThese() {
        gallery.open(.numbered(0..<9), title: nil)
        let entry = gallery.entry(7)
        #expect(gallery.has(entry))
        gallery.open(.numbered(0..<3), title: nil)
        #expect(!gallery.has(entry))
        gallery.open(.numbered(1..<10), title: nil)
        #expect(!gallery.has(entry))
        gallery.open(.numbered(0..<8), title: nil)
        #expect(gallery.has(entry))
    }

    @Test func aPictureMarkedBelowAndInAFeedIsPrintedOnce() {
        gallery.open(.numbered(0..<3), title: nil)
        gallery.model.toggleMark(ofRow: 1)
        gallery.enter(.numbered(1..<4), of: .url("https://host/feed"), title: "a feed", from: Self.top)
        gallery.model.toggleMark(ofRow: 0)
        gallery.model.toggleMark(ofRow: 2)
        #expect(gallery.markedItems.map(\.title) == ["p1", "p3"])
    }
}
