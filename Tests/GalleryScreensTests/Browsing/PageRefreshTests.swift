import FeedTestSupport
import HalftoneCore
import ImageFeeds
import TestSupport
import Testing

@testable import GalleryScreens

/// A page while another thread compares its items with those of a refresh.
@MainActor @Suite(.endsInTime) struct PageRefreshTests {
    private let browser = Browser.withoutScreen()
    private var page: Page { browser.page }

    private static let many = 6_000

    /// Refreshes, runs `meanwhile`, and returns when the items are shown.
    private func refresh(_ items: FeedItems, meanwhile: () -> Void = {}) async {
        page.refresh(items)
        meanwhile()
        await until("the refresh to end") { !page.isRefreshing }
    }

    /// Regression: the comparison ran between two keys: with a million pictures they waited for twenty seconds.
    @Test func `the current items stay and handle keys until the new ones are there`() async {
        page.open(.numbered(0..<Self.many))
        await refresh(.numbered(1...Self.many)) {
            #expect(page.isRefreshing && page.count == Self.many && page.entry(0).item.title == "p0")
            page.select(row: 7)
            page.select(row: 9)
            browser.toggleMark()
            page.select(row: 7)
        }
        #expect(!page.isRefreshing && page.entry(0).item.title == "p1")
        #expect(page.row == 6 && browser.marks.items.map(\.title) == ["p9"])
    }

    @Test func `a page that arrives meanwhile follows the new items`() async {
        page.open(.numbered(0..<Self.many))
        await refresh(.numbered(1...Self.many)) {
            page.append(.numbered([-1, -2]))
            #expect(page.count == Self.many)
        }
        #expect(page.count == Self.many + 2 && page.entry(Self.many + 1).item.title == "p-2")
        #expect(page.entry(0).item.title == "p1")
    }

    @Test func `an order that is chosen meanwhile applies to the new items`() async {
        page.open(.numbered(0..<Self.many))
        await refresh(.numbered(1...Self.many)) {
            page.arrange(SortAndFilter(order: .newest))
        }
        // the arrangement may end after it, or before
        await until("the rows to be in order") { !page.isArranging }
        #expect(page.list.arrangement.order == .newest && page.entry(0).item.title == "p\(Self.many)")
    }

    @Test func `the latest refresh wins`() async {
        page.open(.numbered(0..<Self.many))
        page.refresh(.numbered(5..<Self.many))
        await refresh(.numbered(1...Self.many))
        #expect(page.count == Self.many && page.entry(0).item.title == "p1")
    }

    @Test func `the selected picture is found, wherever it moved`() async {
        page.open(.numbered(0..<Self.many))
        page.select(row: 2_000)
        let moved = Array(3_000..<Self.many) + Array(0..<3_000)
        await refresh(.numbered(moved)) { page.select(row: 2_500) }
        #expect(page.selectedEntry?.item.title == "p2500" && page.row == Self.many - 500)
    }

    @Test func `a removed picture leaves its row selected`() {
        page.open(.numbered(0..<9))
        page.select(row: 5)
        page.refresh(.numbered([0, 1, 2, 3, 4, 6, 7, 8]))
        #expect(page.row == 5 && page.selectedEntry?.item.title == "p6")
        page.refresh(.numbered([0]))
        #expect(page.row == 0)
    }

    @Test func `the selected one of two copies stays selected`() {
        page.open(.numbered([1, 2, 3, 1, 4]))
        page.select(row: 3)
        page.refresh(.numbered([0, 1, 2, 3, 1, 4]))
        #expect(page.row == 4)
        page.refresh(.numbered([9, 8, 1, 3, 2, 1, 4, 7]))
        #expect(page.row == 5)
    }

    @Test func `new pictures and changed files are detected`() throws {
        func file(_ name: String, _ date: Double, _ bytes: Int = 1) -> FeedItem {
            FeedItem(title: name, picture: .local(FilePath(name)), date: date, byteCount: bytes)
        }
        func remote(_ date: Double) -> FeedItem {
            FeedItem(title: "r", picture: .remote("http://h.test/r"), date: date)
        }
        let refresh = try #require(
            ItemDifference(
                from: FeedItems([file("a", 1), file("b", 1), file("c", 1), file("d", 1), remote(1)]),
                to: FeedItems([file("a", 1), file("c", 2), file("new", 1), file("d", 1, 2), remote(2)])))
        #expect(refresh.added == 1)
        #expect(refresh.rewritten == [.local("c"), .local("d")])
    }
}
