import FeedTestSupport
import HalftoneCore
import ImageFeeds
import TestSupport
import Testing

@testable import GalleryScreens

/// Marks of pictures: across pages, refreshes and removed items.
@MainActor @Suite(.endsInTime) struct MarksTests {
    private let browser = Browser.withoutScreen()
    private var page: Page { browser.page }
    private static let many = 6_000
    private static let (feed, other) = ("https://host/feed", "https://host/other")

    init() { page.open(.numbered([100])) }

    private func mark(_ rows: Int...) {
        for row in rows {
            page.select(row: row)
            browser.toggleMark()
        }
    }

    private func marked() async { await until("the marks") { !browser.marking.isChanging } }

    /// The rows with a mark, and the output on exit.
    private var here: [String] { page.list.items.filter { browser.marks.contains($0.id) }.map(\.title) }
    private var printed: [String] { browser.marks.items.map(\.title) }
    private var tally: String { browser.marking.words }

    @Test func `they are printed in the order in which they were made`() {
        page.open(.numbered(0..<5))
        mark(3, 1, 4)
        #expect(here == ["p1", "p3", "p4"] && printed == ["p3", "p1", "p4"])
        mark(1)
        #expect(printed == ["p3", "p4"])
        mark(1)
        #expect(printed == ["p3", "p4", "p1"])
    }

    @Test func `all are marked before any mark is removed`() {
        page.open(.numbered(0..<3))
        mark(1)
        browser.toggleAllMarks()
        #expect(printed == ["p1", "p0", "p2"])
        browser.toggleAllMarks()
        #expect(printed == [])
    }

    @Test func `all visible items are marked, and no others`() {
        page.open(.numbered([1, 2, 11]))
        var filter = SortAndFilter()
        filter.filter = ItemQuery("1")
        page.arrange(filter)
        browser.toggleAllMarks()
        #expect(printed == ["p1", "p11"])
    }

    @Test func `they stay with their pictures in every order`() {
        page.open(.numbered([2, 1]))
        mark(0)
        var byTitle = SortAndFilter()
        byTitle.order = .title
        page.arrange(byTitle)
        #expect(page.entry(1).item.title == "p2" && browser.marks.contains(page.entry(1).item.id))
        #expect(!browser.marks.contains(page.entry(0).item.id))
    }

    /// Regressions: `M` and then `q` printed nothing; the rows were not redrawn, and the count stayed that of before, until
    /// the next change.
    @Test func `changes that are awaited before saving are shown and counted`() async {
        let stage = GalleryStage(browser: browser)
        page.open(.numbered(0..<Self.many))
        mark(0)
        await marked()
        stage.turn()
        browser.toggleAllMarks()
        #expect(browser.marking.isChanging && browser.marks.count == 1)
        browser.marking.finish()
        #expect(!browser.marking.isChanging)
        #expect(stage.lines.joined().count { $0 == "✓" } > 1 && browser.marks.count == Self.many)
        await marked()
        #expect(tally == "6000 marked")
    }

    // MARK: - Identity

    @Test func `copies of a picture in one feed share a mark`() {
        page.open(.numbered([1, 2, 1]))
        mark(0)
        #expect(here == ["p1", "p1"] && printed == ["p1"])
        mark(2)
        #expect(here == [] && printed == [])
    }

    @Test func `a picture of two sources has one mark`() {
        page.open(.numbered(0..<3))
        mark(0, 1)
        browser.enter(.numbered(1..<4), of: Self.feed)
        #expect(here == ["p1"] && tally == "2 marked")
        mark(0)
        #expect(here == [] && printed == ["p0"] && tally == "1 marked")
    }

    @Test func `entries without a picture are identified by their page or title`() {
        func entry(_ title: String, _ page: String?) -> FeedItem {
            FeedItem(title: title, page: page.map { RequestAddress($0) }, picture: .missing)
        }
        page.open(FeedItems([entry("a", "http://h.test/1"), entry("b", nil), entry("c", nil)]))
        mark(0, 1)
        page.refresh(FeedItems([entry("c", nil), entry("renamed", "http://h.test/1"), entry("b", nil)]))
        #expect(here == ["renamed", "b"])
    }

    // MARK: - Pages

    @Test func `they are there on reentry, wherever their pictures are`() {
        browser.enter(.numbered(0..<5), of: Self.feed)
        mark(1, 3)
        browser.goBack()
        #expect(here == [] && printed == ["p1", "p3"] && tally == "2 marked")
        browser.enter(.numbered([9, 3, 2, 1]), of: Self.feed)
        #expect(here == ["p3", "p1"] && tally == "2 marked")
        mark(1, 3)
        #expect(here == [] && printed == [])
    }

    @Test func `a picture on a later page of the feed is marked when the page arrives`() {
        browser.enter(.numbered(0..<6), of: Self.feed)
        mark(1, 4)
        browser.goBack()
        browser.enter(.numbered(0..<3), of: Self.feed)
        #expect(here == ["p1"] && tally == "2 marked")
        page.append(.numbered(3..<6))
        #expect(here == ["p1", "p4"] && tally == "2 marked")
    }

    @Test func `marks of other pages stay when those of this one are removed`() {
        browser.toggleAllMarks()
        browser.enter(.numbered(0..<3), of: Self.feed)
        browser.toggleAllMarks()
        #expect(tally == "4 marked")
        browser.toggleAllMarks()
        #expect(printed == ["p100"] && tally == "1 marked")
    }

    // MARK: - Refreshes

    /// Regression: marks of removed pictures were printed, and could neither be seen nor saved.
    @Test func `marks of pictures that are gone are counted and printed`() {
        page.open(.numbered(0..<5))
        mark(1, 3, 4)
        page.refresh(.numbered([0, 3, 9]))
        #expect(here == ["p3"] && tally == "3 marked" && printed == ["p1", "p3", "p4"])
    }

    @Test func `a mark is restored with its picture`() {
        page.open(.numbered(0..<4))
        mark(0, 1)
        page.refresh(.numbered([1, 2]))
        page.refresh(.numbered(0..<4))
        #expect(here == ["p0", "p1"] && tally == "2 marked")
    }

    // MARK: - Very many items

    @Test func `very many are marked while keys are handled, and changes are applied in order`() async {
        page.open(.numbered(0..<Self.many))
        browser.toggleAllMarks()
        #expect(browser.marking.isChanging && browser.marks.isEmpty)
        mark(7)
        await marked()
        #expect(browser.marks.count == Self.many - 1 && tally == "\(Self.many - 1) marked")
        browser.toggleAllMarks()
        browser.toggleAllMarks()
        await marked()
        #expect(browser.marks.isEmpty)
    }

    /// Regression: the pictures of the feed were marked instead of those of the page.
    @Test func `pending marks apply to the items that were shown then`() async {
        page.open(.numbered(0..<Self.many))
        browser.toggleAllMarks()
        browser.enter(.numbered(-3..<0), of: Self.feed)
        mark(1)
        await marked()
        #expect(browser.marks.count == Self.many + 1 && here == ["p-2"])
        #expect(tally == "\(Self.many + 1) marked")
    }
}
