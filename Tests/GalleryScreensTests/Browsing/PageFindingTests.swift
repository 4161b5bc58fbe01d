import FeedTestSupport
import ImageFeeds
import TestSupport
import Testing

@testable import GalleryScreens

/// Searches and arrangements while items arrive: the result applies to the rows shown at the end.
@MainActor @Suite(.endsInTime) struct PageFindingTests {
    private let page = Page.empty()
    private static let many = 6_000

    init() {
        page.open(Self.items(0..<Self.many))
    }

    private static func items(_ names: some Sequence<Int>) -> FeedItems {
        FeedItems(names.map { FeedItem(title: "p\($0).", picture: .local("/p\($0)"), date: Double($0)) })
    }

    /// Starts a search, runs `meanwhile`, and returns the outcome of the search.
    private func find(
        _ title: String, from start: Page.SearchStart = .selection(offset: 1), backwards: Bool = false,
        meanwhile: () -> Void = {}
    ) async throws -> Page.SearchOutcome {
        try await answer("the end of the search") { end in
            page.find(ItemQuery(title), from: start, backwards: backwards) { end($0) }
            meanwhile()
        }
    }

    /// Regression: a title was reported as not found, because a page had arrived since.
    @Test func `a search during which a page arrives is repeated over all items`() async throws {
        let outcome = try await find("p4000.") {
            #expect(page.isFinding)
            page.append(Self.items([-1]))
        }
        #expect(outcome == .found(wrapped: false) && page.row == 4_000)
        await until("the page") { !page.isRefreshing }
        let later = try await find("p-2.") {
            var all = page.list.items
            all.append(Self.items([-2]))
            if let comparison = page.list.comparison(with: all) { page.list.adopt(comparison) }
        }
        #expect(later == .found(wrapped: false) && page.row == Self.many + 1)
    }

    @Test func `a search during a refresh finds the title at its new position`() async throws {
        let outcome = try await find("p4000.") {
            // another thread compares these items with the current ones
            page.refresh(Self.items(1...Self.many))
        }
        await until("the refresh to end") { !page.isRefreshing }
        #expect(outcome == .found(wrapped: false) && page.entry(page.row).item.title == "p4000.")
    }

    @Test func `a title that was removed meanwhile is not found, and nothing else is selected`() async throws {
        page.select(row: 7)
        let outcome = try await find("p4000.") {
            let others = Self.items((0..<Self.many).filter { $0 != 4_000 })
            if let comparison = page.list.comparison(with: others) { page.list.adopt(comparison) }
        }
        #expect(outcome == .nothing && page.row == 7)
    }

    @Test func `a search continues in the new order from the current selection`() async throws {
        page.select(row: 10)
        let newest = SortAndFilter(order: .newest)
        let outcome = try await find("p11.") {
            if let indices = page.list.indices(arranged: newest) { page.list.show(indices, arranged: newest) }
        }
        #expect(outcome == .found(wrapped: true) && page.entry(page.row).item.title == "p11.")
    }

    @Test func `the start of a search stays at its picture`() async throws {
        page.select(row: 500)
        page.beginSearch()
        page.refresh(Self.items(1...Self.many))
        await until("the refresh to end") { !page.isRefreshing }
        let outcome = try await find("p499.", from: .origin)
        // from picture 500 on, which is in row 499 now
        #expect(outcome == .found(wrapped: true) && page.row == 498)
        #expect(page.list.searchOriginRow == 499)
        page.open(Self.items(0..<3))
        #expect(page.list.searchOriginRow == 0)
    }

    // MARK: - Arranging

    private static func filter(_ text: String) -> SortAndFilter {
        var arrangement = SortAndFilter()
        arrangement.filter = ItemQuery(text)
        return arrangement
    }

    /// Regression: the page arranged everything as before, and the new arrangement was lost.
    @Test func `a page that arrives does not cancel the arrangement in progress`() async {
        page.arrange(Self.filter("p"))
        await until("the rows to be in order") { !page.isArranging }
        var isTold = false
        var wanted = Self.filter("99.")
        wanted.order = .newest
        page.arrange(wanted) { isTold = true }
        #expect(page.isArranging && page.arrangement == wanted)
        page.append(Self.items([6_099]))
        #expect(page.arrangement == wanted)
        await until("the result") { isTold && !page.isRefreshing && !page.isArranging }
        #expect(page.list.arrangement == wanted && page.entry(0).item.title == "p6099.")
        #expect(!page.isArranging && page.count == 61)
    }

    @Test func `a page that arrives during the first arrangement is arranged with the others`() async {
        page.arrange(Self.filter("99."))
        page.append(Self.items([6_099]))
        await until("the result") { !page.isRefreshing && !page.isArranging }
        #expect(page.count == 61 && page.entry(60).item.title == "p6099.")
    }

    /// Regression: only the items shown before were searched again: pages that arrived under a filter were never seen.
    @Test func `a page among the shown ones is arranged with them`() async {
        page.arrange(Self.filter("99."))
        await until("the rows to be in order") { !page.isArranging }
        page.append(Self.items([6_099, 7]))
        await until("the rows to be in order") { !page.isRefreshing }
        #expect(page.count == 61)
        // and what is typed next filters all rows
        page.arrange(Self.filter("99."))
        page.append(Self.items([7_099]))
        page.arrange(Self.filter("99. "))
        await until("the rows to be in order") { !page.isRefreshing && !page.isArranging }
        #expect(page.count == 62)
    }

    /// Regression: the change was made to the old order, and the pending order was dropped.
    @Test func `the next arrangement changes the pending one`() async {
        var byTitle = SortAndFilter()
        byTitle.order = .title
        page.arrange(byTitle)
        var next = page.arrangement
        next.filter = ItemQuery("9.")
        page.arrange(next)
        await until("the rows to be in order") { !page.isArranging }
        #expect(page.list.arrangement.order == .title && page.list.arrangement.filter.text == "9.")
        #expect(page.entry(0).item.title == "p9.")
    }
}
