import FeedTestSupport
import ImageFeeds
import TestSupport
import Testing

@testable import GalleryScreens

/// The order and selection of arranged items, without a terminal.
@Suite(.endsInTime) struct ArrangedItemsTests {
    private func item(_ title: String, date: Double? = nil, bytes: Int? = nil) -> FeedItem {
        FeedItem(title: title, picture: .local("/pictures/\(title)"), date: date, byteCount: bytes)
    }

    private func model(_ titles: String...) -> ArrangedItems {
        ArrangedItems(FeedItems(titles.map { item($0) }))
    }

    private func titles(_ model: ArrangedItems) -> [String] { (0..<model.count).map { model.item(inRow: $0).title } }

    private func arrange(_ model: inout ArrangedItems, _ change: (inout SortAndFilter) -> Void) throws {
        var wanted = model.arrangement
        change(&wanted)
        model.show(try #require(model.indices(arranged: wanted)), arranged: wanted)
    }

    // MARK: - Filter

    @Test func `a filter keeps the selection at its picture`() throws {
        var model = model("red fox", "blue sea", "Red rose", "blue fox")
        model.select(row: 3)
        try arrange(&model) { $0.filter = ItemQuery("fox") }
        #expect(titles(model) == ["red fox", "blue fox"] && model.row == 1)
        try arrange(&model) { $0.filter = ItemQuery("fox bl") }
        #expect(titles(model) == ["blue fox"] && model.row == 0)
        try arrange(&model) { $0.filter = ItemQuery("") }
        #expect(model.count == 4 && model.row == 3)
    }

    @Test func `where the selected picture is filtered out, the next visible one is selected`() throws {
        var model = model("a1", "b", "c", "a2", "d")
        model.select(row: 2)
        try arrange(&model) { $0.filter = ItemQuery("a") }
        #expect(model.item(inRow: model.row).title == "a2")
    }

    // MARK: - Order

    @Test func `titles are sorted in natural order`() throws {
        var model = model("img10", "img2", "Img1")
        try arrange(&model) { $0.order = .title }
        #expect(titles(model) == ["Img1", "img2", "img10"])
        try arrange(&model) { $0 = SortAndFilter() }
        #expect(titles(model) == ["img10", "img2", "Img1"] && model.arrangement.isPlain)
    }

    @Test func `items without a date are last in both orders of dates`() throws {
        var model = ArrangedItems(
            FeedItems([item("none"), item("old", date: 1), item("new", date: 2), item("also none")]))
        try arrange(&model) { $0.order = .newest }
        #expect(titles(model) == ["new", "old", "none", "also none"])
        try arrange(&model) { $0.order = .oldest }
        #expect(titles(model) == ["old", "new", "none", "also none"])
    }

    @Test func `dates in the future and beyond the calendar are dates`() throws {
        let dates = [1, 4e9, 1e300, -1e300]
        var model = ArrangedItems(FeedItems(dates.enumerated().map { item("\($0)", date: $1) }))
        try arrange(&model) { $0.order = .newest }
        #expect(titles(model) == ["2", "1", "0", "3"])
        #expect((0..<4).map { model.item(inRow: $0).day } == ["9999-12-31", "2096-10-02", "1970-01-01", "1-01-01"])
    }

    @Test func `the largest pictures are first, and those of unknown size last`() throws {
        var model = ArrangedItems(FeedItems([item("c"), item("a", bytes: 10), item("b", bytes: 20)]))
        try arrange(&model) { $0.order = .size }
        #expect(titles(model) == ["b", "a", "c"])
    }

    // MARK: - Searching

    @Test func `searching wraps at the end`() {
        let model = model("fox", "sea", "rose", "fox two")
        let fox = ItemQuery("fox")
        var found: [Int?] = []
        for (query, start, backwards) in [
            (fox, 1, false), (fox, 4, false), (fox, -1, true), (ItemQuery("owl"), 0, false),
        ] {
            found.append(model.row(matching: query, from: start, backwards: backwards))
        }
        #expect(found == [3, 0, 3, nil])
    }

    // MARK: - Refreshes

    private func refresh(_ model: inout ArrangedItems, _ items: [FeedItem]) throws {
        let comparison = try #require(model.comparison(with: FeedItems(items)))
        let isAdopted = model.adopt(comparison)
        #expect(isAdopted)
    }

    @Test func `the selected picture stays selected, whatever comes and goes`() throws {
        var model = model("a", "b")
        model.select(row: 1)
        for (titles, row) in [("a b c", 1), ("a x y b c", 3), ("first a x y b c", 4), ("new c b", 2)] {
            let items = titles.split(separator: " ").map { item(String($0)) }
            try refresh(&model, items)
            #expect(model.count == items.count && model.row == row && model.selected?.title == "b", "\(titles)")
        }
    }

    @Test func `a comparison with other items or for another arrangement is dropped`() throws {
        var model = model("b", "a")
        let refresh = try #require(model.comparison(with: FeedItems([item("c")])))
        try arrange(&model) { $0.order = .title }
        var isAdopted = model.adopt(refresh)
        #expect(!isAdopted && titles(model) == ["a", "b"])
        let next = try #require(model.comparison(with: FeedItems([item("c")])))
        try self.refresh(&model, [item("d")])
        isAdopted = model.adopt(next)
        #expect(!isAdopted)
    }

    @Test func `a selection that moves during the comparison is kept`() throws {
        let model = model("a", "b", "c", "d")
        let others = FeedItems([item("a"), item("c"), item("b"), item("new"), item("d")])
        let refresh = try #require(model.comparison(with: others))
        for (row, next) in [(3, 4), (1, 2)] {
            var model = model
            model.select(row: row)
            model.adopt(refresh)
            #expect(model.row == next)
        }
    }

    @Test func `inserted items are arranged with the others`() throws {
        var model = model("b1", "a", "b2")
        try arrange(&model) { $0.filter = ItemQuery("b") }
        model.select(row: 1)
        try refresh(&model, ["b3", "c", "b1", "a", "b2"].map { item($0) })
        #expect(titles(model) == ["b3", "b1", "b2"] && model.row == 2)
    }

    @Test func `rows of shown items are found again, each copy once, and those of removed items are not`() throws {
        var model = model("a", "b", "c", "b", "d", "e")
        let former = Dictionary(uniqueKeysWithValues: (1...4).map { ($0, model.item(inRow: $0).id) })
        #expect(model.rows(of: former) == [1: 1, 2: 2, 3: 3, 4: 4])
        try refresh(&model, ["x", "y", "b", "z", "b", "e", "d"].map { item($0) })
        #expect(model.rows(of: former) == [1: 2, 3: 4, 4: 6])
        #expect(model.rows(of: [:]) == [:] && ArrangedItems().rows(of: former) == [:])
    }

    /// Regression: after a filter every row was looked for among all, between two keys.
    @Test func `rows are looked for near their former ones, and as far away as the selection has moved`() {
        let model = ArrangedItems(FeedItems((0..<5_000).map { item("\($0)") }))
        let former = [3: model.item(inRow: 4_003).id, 4: model.item(inRow: 4_004).id]
        #expect(model.rows(of: former) == [:])
        #expect(model.rows(of: former, shift: 4_000) == [3: 4_003, 4: 4_004])
    }
}
