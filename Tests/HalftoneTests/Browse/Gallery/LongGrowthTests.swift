import ImageFeeds
import TerminalScreen
import TestSupport
import Testing

@testable import halftone

/// What a slow source gives among very many pictures: they get their new numbers on another thread.
@MainActor @Suite(.endsInTime) struct LongGrowthTests {
    private let stage = GalleryStage()
    private var gallery: Gallery { stage.gallery }
    private static let count = 30_000
    private static let titles = (0..<count).map { "p\($0)" }

    init() { gallery.open(GalleryStage.items(Self.titles), title: nil) }

    /// As the run of the gallery does it.
    private func grow(by titles: [String], at number: Int, after others: [String] = Self.titles) {
        let all = others[..<number] + titles + others[number...]
        let range = number..<number + titles.count
        if gallery.insert([range], of: GalleryStage.items(all)) { stage.root.didGrow(by: [range]) }
    }

    private func untilGrown() async { await until("the refresh to end") { !gallery.isRefreshing } }

    /// Keys waited for as long as that took: a second, where all were marked often.
    @Test func keysGoOnWhileVeryManyGetTheirNewNumbers() async {
        gallery.model.select(row: 5)
        stage.root.showPlace()
        stage.press(.character("m"))
        gallery.failed = [7, 29_999]
        grow(by: ["x", "y", "z"], at: 1)
        #expect(gallery.isRefreshing && gallery.count == Self.count && gallery.markedItems.map(\.title) == ["p5"])
        // a mark that is made meanwhile counts
        stage.press(.down, .character("m"))
        await untilGrown()
        #expect(gallery.count == Self.count + 3 && gallery.model.item(inRow: 1).title == "x")
        #expect(gallery.markedItems.map(\.title) == ["p5", "p6"] && gallery.failed == [10, 30_002])
        #expect(gallery.selectedEntry?.item.title == "p6")
        #expect(stage.line(of: "p6") != nil && stage.footer.contains("10/30003"))
        // and the marks can be taken back
        stage.press(.character("u"), .character("u"))
        #expect(gallery.markedItems.isEmpty)
    }

    @Test func aSortedListIsSortedWithWhatComes() async {
        stage.press(.character("S"))
        await until("the rows to be in order") { !gallery.isArranging }
        gallery.model.select(row: 3)
        stage.press(.character("m"))
        grow(by: ["x", "y", "z"], at: 0)
        await untilGrown()
        #expect(gallery.model.item(inRow: gallery.count - 1).title == "x")
        #expect(gallery.markedItems.map(\.title) == ["p29996"] && gallery.selectedEntry?.item.title == "p29996")
    }

    @Test func whatComesMeanwhileComesToo() async {
        grow(by: ["x"], at: 0)
        grow(by: ["y"], at: 0, after: ["x"] + Self.titles)
        #expect(gallery.isRefreshing)
        if gallery.append(GalleryStage.items(["last"])) { Issue.record("it was appended to what is outdated") }
        await untilGrown()
        #expect([0, 1, 2, Self.count + 2].map { gallery.model.item(inRow: $0).title } == ["y", "x", "p0", "last"])
        #expect(gallery.count == Self.count + 3)
        // whoever has done nothing is at the first picture
        #expect(gallery.selectedEntry?.item.title == "y")
    }

    /// Copies of one picture were told apart by their place only.
    @Test func eachOfManyCopiesStaysItself() async {
        let copies = Array(repeating: "same", count: Self.count)
        gallery.open(GalleryStage.items(copies), title: nil)
        gallery.model.select(row: 9)
        stage.press(.character("m"))
        grow(by: ["same", "same"], at: 4, after: copies)
        await untilGrown()
        #expect(gallery.model.place == 11 && Array(gallery.model.marks.numbers) == [11])
    }

    // MARK: - Answers that come late

    /// After Enter nothing was said until it was there.
    @Test func aFilterThatTakesLongSaysSoAfterEnterAndWhatItFound() async {
        stage.press(.character("f"))
        stage.type("2999")
        stage.press(.enter)
        #expect(gallery.isArranging && stage.footer.contains("looking …"))
        await until("the rows to be in order") { !gallery.isArranging }
        #expect(stage.footer.contains("13 of 30000"))
    }

    @Test func aSearchThatTakesLongSaysSoAfterEnterAndWhatItFound() async {
        stage.press(.character("/"))
        stage.type("29999")
        stage.press(.enter)
        #expect(gallery.isFinding && stage.footer.contains("looking …"))
        await until("the search to end") { !gallery.isFinding }
        #expect(gallery.model.place == 29_999 && stage.footer.contains("30000/30000"))
    }
}
