import FeedTestSupport
import HalftoneCore
import ImageFeeds
import TerminalScreen
import TestSupport
import Testing

@testable import GalleryScreens

/// Items of a slow source are inserted while the user looks at those of other sources.
@MainActor @Suite(.endsInTime) struct PageGrowthTests {
    private let stage = GalleryStage()
    private var browser: Browser { stage.browser }
    private var page: Page { stage.page }

    private static let late = (0..<30).map { "late\($0)" }
    private static let quick = (0..<30).map { "quick\($0)" }

    private static func files(_ numbers: some Sequence<Int>) -> FeedItems {
        GalleryStage.items(numbers.map { "p\($0)" })
    }

    private func grow(by titles: [String], at index: Int) {
        var all = page.list.items.map(\.title)
        all.insert(contentsOf: titles, at: index)
        page.show(GalleryStage.items(all), .arrival)
    }

    @Test(arguments: [GalleryLayout.list, .grid], [SourceReader.Snapshot.Cause.arrival, .refresh])
    func `the selected picture stays selected, at its line of the screen`(
        layout: GalleryLayout, cause: SourceReader.Snapshot.Cause
    ) {
        if layout == .grid { stage.press(.character("v")) }
        page.open(GalleryStage.items(Self.quick))
        for _ in 0..<9 { stage.press(layout == .grid ? .right : .down) }
        let before = stage.line(of: "quick9")
        #expect(before != nil && stage.footer.contains("10/30"))
        page.show(GalleryStage.items(Self.late + Self.quick), cause)
        #expect(page.row == 39 && page.selectedEntry?.item.title == "quick9")
        stage.turn(after: .seconds(1))
        #expect(stage.line(of: "quick9") == before && stage.footer.contains("40/60"))
        // and keys go on from there
        stage.press(layout == .grid ? .left : .up)
        #expect(page.selectedEntry?.item.title == "quick8")
    }

    /// Regression: the selection followed its picture into the middle, and that position was remembered.
    @Test(arguments: [GalleryLayout.list, .grid])
    func `without a key press the first picture is selected, whichever that is`(layout: GalleryLayout) {
        if layout == .grid { stage.press(.character("v")) }
        page.open(GalleryStage.items(Self.quick))
        stage.turn()
        grow(by: Self.late, at: 0)
        #expect(page.row == 0 && page.selectedEntry?.item.title == "late0")
        #expect(stage.footer.contains("1/60") && stage.line(of: "late0") != nil)
        #expect(page.positionToRemember == nil)
        page.refresh(GalleryStage.items(["new"] + Self.late + Self.quick))
        #expect(stage.footer.contains("1/61") && stage.line(of: "new") != nil)
        #expect(page.positionToRemember == nil)
        // then moving sets a position
        stage.press(.down, .up)
        #expect(page.positionToRemember?.item == .picture("/nowhere/new"))
        page.refresh(GalleryStage.items(["newer", "new"] + Self.late + Self.quick))
        #expect(stage.footer.contains("2/62"))
    }

    @Test func `after an action on the first picture it stays selected`() {
        for act in [{ stage.press(.character("m")) }, { stage.click(10, 1) }, { stage.press(.enter) }] {
            page.open(GalleryStage.items(Self.quick))
            stage.turn()
            act()
            grow(by: Self.late, at: 0)
            #expect(page.selectedEntry?.item.title == "quick0")
            #expect(page.positionToRemember?.item == .picture("/nowhere/quick0"))
        }
    }

    @Test func `help and display keys are no action on a picture`() {
        page.open(GalleryStage.items(Self.quick))
        stage.press(.character("?"), .character("x"), .character("P"), .character("P"))
        grow(by: Self.late, at: 0)
        #expect(page.row == 0 && page.positionToRemember == nil)
    }

    /// A restored position is kept, even if it is the first picture.
    @Test func `a restored first picture stays selected`() {
        page.open(GalleryStage.items(Self.quick))
        page.restore(ReadingPosition(picture: "/nowhere/quick0", index: 0))
        grow(by: Self.late, at: 0)
        #expect(page.selectedEntry?.item.title == "quick0")
        #expect(page.positionToRemember?.item == .picture("/nowhere/quick0"))
    }

    @Test func `rows that were scrolled to stay in view`() {
        page.open(GalleryStage.items(Self.quick))
        for _ in 0..<20 { stage.mouse(.wheelDown, 10, 10) }
        let before = ["quick9", "quick10"].map { stage.line(of: $0) }
        #expect(!before.contains(nil) && stage.line(of: "quick0") == nil)
        grow(by: Self.late, at: 0)
        stage.turn(after: .seconds(1))
        #expect(["quick9", "quick10"].map { stage.line(of: $0) } == before)
    }

    @Test func `a sorted list is sorted with inserted items and stays where it is`() {
        page.open(GalleryStage.items(Self.quick))
        stage.press(.character("s"), .character("s"), .character("s"))
        #expect(page.arrangement.order == .title)
        for _ in 0..<9 { stage.press(.down) }
        let before = stage.line(of: "quick9")
        #expect(before != nil)
        grow(by: Self.late, at: 0)
        #expect(page.row == 39 && stage.line(of: "quick9") == before)
    }

    @Test func `marks and failures stay with their pictures`() {
        page.open(GalleryStage.items(["a", "b"]))
        stage.press(.down, .character("m"))
        page.didFail(page.list.items[1].picture)
        grow(by: ["x", "y", "z"], at: 1)
        #expect(browser.marks.items.map(\.title) == ["b"] && page.failed == [page.list.items[4].picture])
        // the cell has its new row number
        stage.press(.character("m"))
        #expect(browser.marks.items.isEmpty)
    }

    /// Regression: marks stood at other pictures until all were sorted.
    @Test func `marks stay at their pictures while very many are sorted with inserted items`() async {
        page.open(GalleryStage.items((0..<6_000).map { "p\($0)" }))
        stage.press(.character("s"), .character("s"), .character("s"))
        await until("the rows to be in order") { !page.isArranging }
        stage.press(.character("m"))
        grow(by: Self.late, at: 0)
        #expect(page.isRefreshing && page.list.arrangement.order == .title)
        stage.root.list.redrawMarks()
        #expect(stage.lines.first { $0.contains("✓") }?.contains("p0") == true)
    }

    @Test func `the open picture stays open`() {
        page.open(GalleryStage.items(Self.quick))
        stage.press(.down, .enter)
        #expect(stage.root.isPictureOpen && stage.footer.contains("2/30"))
        grow(by: Self.late, at: 0)
        #expect(stage.footer.contains("quick1") && stage.footer.contains("32/60"))
        stage.press(.escape)
        #expect(page.selectedEntry?.item.title == "quick1" && stage.line(of: "quick1") != nil)
    }

    /// Regression: the failure was never reported, and the footer went on saying that it was reading.
    @Test func `the failures of all that arrives during a comparison are reported`() async {
        page.open(Self.files(0..<6_000))
        for (last, name) in zip(6_001...6_003, ["one", "two", "three"]) {
            let failure = FeedFailure(source: .path(FilePath(name)), error: .empty, isPartial: true)
            page.show(Self.files(0..<last), .arrival, failures: [failure])
        }
        #expect(page.isRefreshing)
        await until("the comparisons to end") { !page.isRefreshing }
        #expect(page.count == 6_003 && browser.errors.map { $0.prefix { $0 != ":" } } == ["one", "two", "three"])
    }

    @Test func `very many items are shown at the same position too`() async {
        page.open(GalleryStage.items(Self.quick))
        for _ in 0..<9 { stage.press(.down) }
        let before = stage.line(of: "quick9")
        grow(by: (0..<6_000).map { "late\($0)" }, at: 0)
        await until("the comparison to end") { !page.isRefreshing }
        #expect(before != nil && stage.line(of: "quick9") == before && page.row == 6_009)
    }

    /// Regression: the title of several sources is long, and the progress was cut off with it.
    @Test func `sources that are still arriving are reported, however long the title is`() async {
        let network = HeldNetwork()
        network.answer("http://h.test/feed", HeldNetwork.feed(["a"]))
        network.hold("http://slow.test")
        let page = Page.reading(["http://h.test/feed", "http://slow.test"], network)
        let stage = GalleryStage(browser: .withoutScreen(page: page))
        page.retitle(String(repeating: "a long title ", count: 20))
        page.reader.open()
        await until("the quick source") { page.count == 1 }
        #expect(stage.footer.contains("a long title") && stage.footer.contains("slow.test is loading …"))
    }

    @Test func `each page begins in the order of the option, with its first picture selected`() {
        var settings = GallerySettings()
        settings.order = .title
        let stage = GalleryStage(browser: .withoutScreen(settings: settings))
        stage.page.open(GalleryStage.items(["c", "a", "b"]))
        #expect(stage.page.titles == ["a", "b", "c"] && stage.page.row == 0)
        #expect(stage.footer.contains("by title"))
        stage.browser.enter(GalleryStage.items(["z", "y"]), of: "http://h.test/feed")
        #expect(stage.page.entry(0).item.title == "y")
    }

    // MARK: - Filtering

    @Test func `a cancelled filter restores the previous one`() {
        page.open(GalleryStage.items(Self.quick))
        stage.filter(by: "quick2")
        stage.press(.character("f"))
        stage.type("9")
        #expect(page.count == 1)
        stage.press(.escape)
        #expect(page.count == 11 && page.arrangement.filter.text == "quick2")
    }
}
