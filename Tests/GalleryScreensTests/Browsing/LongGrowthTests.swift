import FeedTestSupport
import ImageFeeds
import TerminalScreen
import TestSupport
import Testing

@testable import GalleryScreens

/// Items of a slow source that are inserted among very many.
@MainActor @Suite(.endsInTime) struct LongGrowthTests {
    private let stage = GalleryStage()
    private var browser: Browser { stage.browser }
    private var page: Page { stage.page }
    private static let count = 30_000
    private static let titles = (0..<count).map { "p\($0)" }

    init() { page.open(GalleryStage.items(Self.titles)) }

    private func grow(by titles: [String], at index: Int, after others: [String] = Self.titles) {
        let all = others[..<index] + titles + others[index...]
        page.show(GalleryStage.items(all), .arrival)
    }

    private func untilShown() async { await until("the items to be compared") { !page.isRefreshing } }

    private func untilArranged() async { await until("the rows to be in order") { !page.isArranging } }

    @Test func `the failures that are kept for the end have a limit`() {
        let failures = (0..<150).map { FeedFailure(source: .path("/f\($0)"), error: .empty, isPartial: false) }
        for _ in 0..<2 { browser.page(page, didReport: failures) }
        #expect(browser.errors.count == 101 && browser.errors.last == "and more failed sources")
        #expect(browser.errors.first == failures[0].description)
    }

    @Test func `inserted items are in their place, and marks and failures stay`() async {
        page.select(row: 5)
        stage.press(.character("m"))
        let failed = [7, 29_999].map { page.list.items[$0].picture }
        for picture in failed { page.didFail(picture) }
        grow(by: ["x", "y", "z"], at: 1)
        await untilShown()
        #expect(page.count == Self.count + 3 && page.list.item(inRow: 1).title == "x")
        stage.press(.down, .character("m"))
        #expect(browser.marks.items.map(\.title) == ["p5", "p6"] && page.failed == Set(failed))
        #expect(page.selectedEntry?.item.title == "p6")
        #expect(stage.line(of: "p6") != nil && stage.footer.contains("10/30003"))
    }

    @Test func `a sorted list is sorted with inserted items`() async {
        stage.press(.character("s"), .character("s"), .character("s"))
        await untilArranged()
        page.select(row: 3)
        stage.press(.character("m"))
        grow(by: ["x", "y", "z"], at: 0)
        #expect(page.selectedEntry?.item.title == "p3")
        await untilShown()
        #expect(page.list.item(inRow: page.count - 1).title == "z")
        #expect(browser.marks.items.map(\.title) == ["p3"] && page.selectedEntry?.item.title == "p3")
    }

    @Test func `items that arrive during a refresh are added too`() async {
        page.refresh(GalleryStage.items(["x"] + Self.titles))
        grow(by: ["y"], at: 0, after: ["x"] + Self.titles)
        #expect(page.isRefreshing)
        page.append(GalleryStage.items(["last"]))
        #expect(page.count == Self.count, "it follows items that are not shown yet")
        await until("the refresh to end") { !page.isRefreshing }
        #expect([0, 1, 2, Self.count + 2].map { page.list.item(inRow: $0).title } == ["y", "x", "p0", "last"])
        #expect(page.count == Self.count + 3)
        // without a key press the selection is the first picture
        #expect(page.selectedEntry?.item.title == "y")
    }

    @Test func `copies of one picture share a mark, and the selected one stays selected`() async {
        let copies = Array(repeating: "same", count: Self.count)
        page.open(GalleryStage.items(copies))
        page.select(row: 9)
        stage.press(.character("m"))
        grow(by: ["same", "same"], at: 4, after: copies)
        await untilShown()
        #expect(page.row == 9 && browser.marks.count == 1)
    }

    /// Regression: if the gallery ended before the comparison, they were not printed.
    @Test func `failures are kept for the end of the gallery while items are compared`() {
        grow(by: ["x"], at: 0)
        #expect(page.isRefreshing)
        let failure = FeedFailure(source: .url("http://h.test/f"), error: .noPictures(.feed), isPartial: false)
        page.show(page.list.items, .arrival, failures: [failure])
        #expect(page.isRefreshing && browser.errors == ["\(failure)"])
    }

    // MARK: - Late results

    /// Regression: after Enter no status was shown until the filter had ended.
    @Test func `a filter that takes long shows a status after Enter, and then its result`() async {
        stage.filter(by: "2999")
        #expect(page.isArranging && stage.footer.contains("looking …"))
        await until("the rows to be in order") { !page.isArranging }
        #expect(stage.footer.contains("1/13") && !stage.footer.contains("looking …"))
    }

    @Test func `a search that takes long shows a status after Enter, and then its result`() async {
        stage.press(.character("/"))
        stage.type("29999")
        stage.press(.enter)
        #expect(page.isFinding && stage.footer.contains("looking …"))
        await until("the search to end") { !page.isFinding }
        #expect(page.row == 29_999 && stage.footer.contains("30000/30000"))
    }
}
