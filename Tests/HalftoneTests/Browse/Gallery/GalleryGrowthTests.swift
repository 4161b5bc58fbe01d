import ImageFeeds
import TerminalScreen
import TestSupport
import Testing

@testable import halftone

/// What a slow source gives takes its place while the reader looks at the others' pictures.
@MainActor @Suite(.endsInTime) struct GalleryGrowthTests {
    private let stage = GalleryStage()
    private var gallery: Gallery { stage.gallery }

    private static let late = (0..<30).map { "late\($0)" }
    private static let quick = (0..<30).map { "quick\($0)" }

    private static func files(_ numbers: some Sequence<Int>) -> FeedItems {
        GalleryStage.items(numbers.map { "p\($0)" })
    }

    /// As the run of the gallery does it.
    private func grow(by titles: [String], at number: Int) {
        var all = gallery.model.items.map(\.title)
        all.insert(contentsOf: titles, at: number)
        let range = number..<number + titles.count
        if gallery.insert([range], of: GalleryStage.items(all)) { stage.root.didGrow(by: [range]) }
    }

    @Test(arguments: [GalleryLayout.list, .grid])
    func theSelectedPictureStaysSelectedAndWhereItIsOnTheScreen(layout: GalleryLayout) {
        if layout == .grid { stage.press(.character("v")) }
        gallery.open(GalleryStage.items(Self.quick), title: nil)
        for _ in 0..<9 { stage.press(layout == .grid ? .right : .down) }
        let before = stage.line(of: "quick9")
        #expect(before != nil && stage.footer.contains("10/30"))
        grow(by: Self.late, at: 0)
        #expect(gallery.model.place == 39 && gallery.selectedEntry?.item.title == "quick9")
        stage.turn(after: .seconds(1))
        #expect(stage.line(of: "quick9") == before && stage.footer.contains("40/60"))
        // and keys go on from there
        stage.press(layout == .grid ? .left : .up)
        #expect(gallery.selectedEntry?.item.title == "quick8")
    }

    /// It was where its picture had gone, in the middle of all, and that was remembered.
    @Test(arguments: [GalleryLayout.list, .grid])
    func whoHasDoneNothingIsAtTheFirstPictureWhicheverThatIs(layout: GalleryLayout) {
        if layout == .grid { stage.press(.character("v")) }
        gallery.open(GalleryStage.items(Self.quick), title: nil)
        stage.turn()
        grow(by: Self.late, at: 0)
        #expect(gallery.model.place == 0 && gallery.selectedEntry?.item.title == "late0")
        #expect(stage.footer.contains("1/60") && stage.line(of: "late0") != nil)
        #expect(gallery.placeToRemember == nil)
        gallery.refresh(GalleryStage.items(["new"] + Self.late + Self.quick))
        #expect(stage.footer.contains("1/61") && stage.line(of: "new") != nil)
        #expect(gallery.placeToRemember == nil)
        // then whoever goes somewhere has a place
        stage.press(.down, .up)
        #expect(gallery.placeToRemember?.picture == "/nowhere/new")
        gallery.refresh(GalleryStage.items(["newer", "new"] + Self.late + Self.quick))
        #expect(stage.footer.contains("2/62"))
    }

    @Test func whoHasDoneSomethingWithTheFirstPictureStaysThere() {
        for act in [{ stage.press(.character("m")) }, { stage.click(10, 1) }, { stage.press(.enter) }] {
            gallery.open(GalleryStage.items(Self.quick), title: nil)
            stage.turn()
            act()
            grow(by: Self.late, at: 0)
            #expect(gallery.selectedEntry?.item.title == "quick0")
            #expect(gallery.placeToRemember?.picture == "/nowhere/quick0")
        }
    }

    @Test func helpAndLooksAreNothingThatIsDoneWithAPicture() {
        gallery.open(GalleryStage.items(Self.quick), title: nil)
        stage.press(.character("?"), .character("x"), .character("i"), .character("F"))
        grow(by: Self.late, at: 0)
        #expect(gallery.model.place == 0 && gallery.placeToRemember == nil)
    }

    /// Whoever looks at something that was remembered keeps it, also the first picture.
    @Test func whoWasLedToTheFirstPictureStaysThere() {
        gallery.open(GalleryStage.items(Self.quick), title: nil)
        gallery.restore(Places.Place(picture: "/nowhere/quick0", number: 0)) {}
        grow(by: Self.late, at: 0)
        #expect(gallery.selectedEntry?.item.title == "quick0")
        #expect(gallery.placeToRemember?.picture == "/nowhere/quick0")
    }

    @Test func whoHasScrolledAwayFromTheSelectedPictureSeesWhatHeSaw() {
        gallery.open(GalleryStage.items(Self.quick), title: nil)
        for _ in 0..<20 { stage.mouse(.wheelDown, 10, 10) }
        let before = ["quick9", "quick10"].map { stage.line(of: $0) }
        #expect(!before.contains(nil) && stage.line(of: "quick0") == nil)
        grow(by: Self.late, at: 0)
        stage.turn(after: .seconds(1))
        #expect(["quick9", "quick10"].map { stage.line(of: $0) } == before)
    }

    @Test func aSortedListIsSortedWithWhatCameAndStaysWhereItIs() {
        gallery.open(GalleryStage.items(Self.quick), title: nil)
        stage.press(.character("s"), .character("s"))
        #expect(gallery.arrangement.order == .title)
        for _ in 0..<9 { stage.press(.down) }
        let before = stage.line(of: "quick9")
        #expect(before != nil)
        grow(by: Self.late, at: 0)
        #expect(gallery.model.place == 39 && stage.line(of: "quick9") == before)
    }

    @Test func aRefreshThatBringsNewPicturesLeavesTheSelectedOneWhereItIs() {
        gallery.open(GalleryStage.items(Self.quick), title: nil)
        for _ in 0..<9 { stage.press(.down) }
        let before = stage.line(of: "quick9")
        gallery.refresh(GalleryStage.items(Self.late + Self.quick))
        #expect(before != nil && stage.line(of: "quick9") == before && gallery.model.place == 39)
    }

    @Test func marksAndFailuresStayWithTheirPictures() {
        gallery.open(GalleryStage.items(["a", "b"]), title: nil)
        stage.press(.down, .character("m"))
        gallery.failed = [1]
        grow(by: ["x", "y", "z"], at: 1)
        #expect(gallery.markedItems.map(\.title) == ["b"] && gallery.failed == [4])
        // the cell knows which it is now
        stage.press(.character("m"))
        #expect(gallery.markedItems.isEmpty)
    }

    /// Marks stood at other pictures until all were sorted.
    @Test func marksStandAtTheirPicturesWhileVeryManyAreSortedWithWhatCame() async {
        gallery.open(GalleryStage.items((0..<6_000).map { "p\($0)" }), title: nil)
        stage.press(.character("s"), .character("s"))
        await until("the rows to be in order") { !gallery.isArranging }
        stage.press(.character("m"))
        grow(by: Self.late, at: 0)
        #expect(gallery.isArranging && gallery.model.arrangement.order == .title)
        stage.root.list.stage.redrawMarks()
        #expect(stage.lines.first { $0.contains("●") }?.contains("p0") == true)
    }

    @Test func theOpenPictureStaysOpen() {
        gallery.open(GalleryStage.items(Self.quick), title: nil)
        stage.press(.down, .enter)
        #expect(stage.root.isPictureOpen && stage.footer.contains("2/30"))
        grow(by: Self.late, at: 0)
        #expect(stage.footer.contains("quick1") && stage.footer.contains("32/60"))
        stage.press(.escape)
        #expect(gallery.selectedEntry?.item.title == "quick1" && stage.line(of: "quick1") != nil)
    }

    /// Another picture was open from then on, and its place was the one that was remembered.
    @Test func whoReadsAgainWithAPictureOfALaterPageOpenHasItOpenInTheEnd() {
        var asked = 0
        gallery.following = { .page }
        gallery.didNotFindPlace = { [stage] in
            if stage.gallery.wantsPageForPlace, stage.root.isAtPlace { asked += 1 }
        }
        gallery.open(GalleryStage.items(Self.quick + Self.late), title: nil)
        gallery.model.select(row: 48)
        stage.press(.enter)
        #expect(stage.footer.contains("late18") && stage.footer.contains("49/60"))
        gallery.refresh(GalleryStage.items(["new"] + Self.quick))
        #expect(asked == 1 && gallery.placeToRemember?.picture == "/nowhere/late18")
        if gallery.append(GalleryStage.items(Self.late)) { stage.root.didGrow(by: [31..<61]) }
        #expect(stage.root.isAtPlace)
        gallery.restoreAgain { [stage] in stage.root.showPlace() }
        #expect(stage.root.isPictureOpen && stage.footer.contains("late18") && stage.footer.contains("50/61"))
        stage.press(.escape)
        #expect(gallery.selectedEntry?.item.title == "late18" && stage.line(of: "late18") != nil)
    }

    /// The place on the way to which he was had been forgotten for the one where he waited.
    @Test func whoIsBeingLedBackWhenItemsComeOnceMoreIsLedBackAllTheSame() {
        gallery.following = { .page }
        var (asked, found) = (0, 0)
        gallery.didNotFindPlace = { [gallery] in if gallery.wantsPageForPlace { asked += 1 } }
        gallery.didFindPlace = { found += 1 }
        gallery.open(Self.files(0..<40), title: nil)
        gallery.model.select(row: 33)
        gallery.refresh(Self.files(-1..<19))
        #expect(asked == 1 && gallery.placeToRemember?.picture == "/nowhere/p33")
        gallery.refresh(Self.files(-2..<19))
        #expect(asked == 2 && gallery.placeToRemember?.picture == "/nowhere/p33", "where he waits is there still")
        gallery.refresh(Self.files(-2..<10))
        #expect(asked == 3 && gallery.placeToRemember?.picture == "/nowhere/p33", "and here it is gone")
        gallery.refresh(Self.files(-2..<40))
        #expect(asked == 3 && found == 1 && gallery.entry(gallery.model.place).item.title == "p33")
        gallery.model.select(row: 3)
        #expect(gallery.placeToRemember?.picture == "/nowhere/p1")
    }

    /// What had failed was never told, and the footer went on saying that it was reading.
    @Test func whoWaitsForARefreshHearsOfItThoughASlowSourceComesMeanwhile() async {
        gallery.open(Self.files(0..<6_000), title: nil)
        var told = 0
        gallery.refresh(Self.files(1...6_000)) { told += 1 }
        let isLonger = gallery.insert([0..<1], of: Self.files(0...6_000))
        #expect(!isLonger && gallery.isRefreshing)
        await until("the refresh to end") { !gallery.isRefreshing }
        #expect(told == 1 && gallery.count == 6_001)
    }

    @Test func veryManyAreShownAtTheSamePlaceToo() {
        gallery.open(GalleryStage.items(Self.quick), title: nil)
        for _ in 0..<9 { stage.press(.down) }
        let before = stage.line(of: "quick9")
        grow(by: (0..<6_000).map { "late\($0)" }, at: 0)
        #expect(before != nil && stage.line(of: "quick9") == before && gallery.model.place == 6_009)
    }

    /// The title of several sources is long, and what was going on was cut off with it.
    @Test func whatIsStillComingIsSaidHoweverLongTheTitleIs() {
        gallery.open(GalleryStage.items(Self.quick), title: String(repeating: "a long title ", count: 20))
        stage.root.list.activityText = "slow.test is still coming …"
        #expect(stage.footer.contains("a long title") && stage.footer.contains("slow.test is still coming …"))
    }

    // MARK: - Filtering

    /// The order of the feed before held for the one that came.
    @Test func aFilterThatIsAskedForWhileAFeedComesTakesNothingFromTheFeedBefore() {
        gallery.open(GalleryStage.items(Self.quick), title: nil)
        stage.press(.character("s"), .character("s"), .character("S"), .character("f"))
        stage.type("quick1")
        #expect(gallery.model.count == 11 && gallery.model.arrangement.isReversed)
        // when a linked feed comes while words are typed
        gallery.enter(
            GalleryStage.items(["b quick1", "a quick1", "c"]), of: .url("http://h.test/feed"), title: "feed",
            from: stage.root.list.stage.scrollPlace)
        // then what is typed holds for it, in its own order
        #expect(gallery.model.arrangement.order == .feed && !gallery.model.arrangement.isReversed)
        #expect((0..<gallery.count).map { gallery.entry($0).item.title } == ["b quick1", "a quick1"])
        stage.type("x")
        #expect(gallery.count == 0)
        // and who gives it up sees all of it
        stage.press(.escape)
        #expect(gallery.count == 3 && gallery.model.arrangement.isPlain)
        _ = gallery.leave()
        #expect(gallery.model.arrangement.order == .title && gallery.model.arrangement.isReversed)
    }

    @Test func aFilterThatIsGivenUpIsTheOneBefore() {
        gallery.open(GalleryStage.items(Self.quick), title: nil)
        stage.press(.character("f"))
        stage.type("quick2")
        stage.press(.enter, .character("f"))
        stage.type("9")
        #expect(gallery.count == 1)
        stage.press(.escape)
        #expect(gallery.count == 11 && gallery.arrangement.filter.text == "quick2")
    }

    /// It was forgotten with the level.
    @Test func anArrangementUnderWayIsGoneOnWithWhenTheReaderIsBack() async {
        let gallery = Gallery.withoutScreen()
        gallery.open(GalleryStage.items((0..<6_000).map { "p\($0)" }), title: nil)
        var reversed = Arrangement()
        reversed.isReversed = true
        gallery.arrange(reversed)
        #expect(gallery.isArranging)
        gallery.enter(
            GalleryStage.items(["a", "b"]), of: .url("http://h.test/feed"), title: "feed",
            from: GalleryLevels.ScrollPlace(line: 0, layout: .list, columns: 80, rows: 20, itemColumns: 1))
        #expect(!gallery.isArranging && gallery.arrangement.isPlain && gallery.entry(0).item.title == "a")
        _ = gallery.leave()
        #expect(gallery.arrangement == reversed)
        await until("the rows to be in order") { !gallery.isArranging }
        #expect(gallery.model.arrangement == reversed && gallery.entry(0).item.title == "p5999")
    }
}
