import ImageFeeds
import TestSupport
import Testing

@testable import halftone

/// What is shown, where the reader is and what is marked, without a terminal.
@Suite(.endsInTime) struct GalleryModelTests {
    private func item(_ title: String, date: Double? = nil, bytes: Int? = nil) -> FeedItem {
        FeedItem(title: title, picture: .local("/pictures/\(title)"), date: date, byteCount: bytes)
    }

    private func model(_ titles: String...) -> GalleryModel {
        var model = GalleryModel()
        model.replace(FeedItems(titles.map { item($0) }))
        return model
    }

    private func titles(_ model: GalleryModel) -> [String] { (0..<model.count).map { model.item(inRow: $0).title } }

    private func arrange(_ model: inout GalleryModel, _ change: (inout Arrangement) -> Void) throws {
        var wanted = model.arrangement
        change(&wanted)
        let work = model.work(for: wanted)
        let rows = try #require(work.run())
        let isAdopted = model.adopt(rows, of: work)
        #expect(isAdopted)
    }

    // MARK: - Filter

    @Test func aFilterNarrowsAndKeepsThePlaceAtItsPicture() throws {
        var model = model("red fox", "blue sea", "Red rose", "blue fox")
        model.select(row: 3)
        try arrange(&model) { $0.filter = TitleQuery("fox") }
        #expect(titles(model) == ["red fox", "blue fox"] && model.place == 1)
        try arrange(&model) { $0.filter = TitleQuery("fox bl") }
        #expect(titles(model) == ["blue fox"] && model.place == 0)
        try arrange(&model) { $0.filter = TitleQuery("") }
        #expect(model.count == 4 && model.place == 3)
    }

    @Test func capitalsMatterOnlyWhereTheyAreTyped() throws {
        var model = model("red fox", "Red rose")
        try arrange(&model) { $0.filter = TitleQuery("red") }
        #expect(model.count == 2)
        try arrange(&model) { $0.filter = TitleQuery("Red") }
        #expect(titles(model) == ["Red rose"])
    }

    @Test func wherePictureIsNotShownThePlaceIsTheNextThatIs() throws {
        var model = model("a1", "b", "c", "a2", "d")
        model.select(row: 2)
        try arrange(&model) { $0.filter = TitleQuery("a") }
        #expect(model.item(inRow: model.place).title == "a2")
    }

    @Test func aFilterThatNothingMatchesShowsNothingAndLosesNothing() throws {
        var model = model("a", "b")
        model.select(row: 1)
        try arrange(&model) { $0.filter = TitleQuery("x") }
        #expect(model.isEmpty && model.selected == nil)
        try arrange(&model) { $0.filter = TitleQuery("") }
        #expect(model.count == 2)
    }

    @Test(arguments: [UInt64.random(in: .min ... .max)])
    func narrowingGivesWhatFilteringFromScratchGives(seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        let words = ["fox", "sea", "rose", "Fox", "foxglove"]
        let items = (0..<200).map { _ in
            item("\(words.randomElement(using: &numbers) ?? "") \(Int.random(in: 0..<30, using: &numbers))")
        }
        var typed = GalleryModel()
        typed.replace(FeedItems(items))
        for text in ["f", "fo", "fo 1", "fo", "Fo", "Fox 2"] {
            try arrange(&typed) { $0.filter = TitleQuery(text) }
            let expected = items.filter { TitleQuery(text).matches($0.title) }
            #expect(titles(typed) == expected.map(\.title), "\(text) in \(items.map(\.title))")
        }
    }

    @Test func whatWasArrangedForOtherItemsIsNotTaken() throws {
        var model = model("b", "a")
        var wanted = model.arrangement
        wanted.order = .title
        let work = model.work(for: wanted)
        model.append(FeedItems([item("c")]))
        let rows = try #require(work.run())
        let isAdopted = model.adopt(rows, of: work)
        #expect(!isAdopted)
        #expect(titles(model) == ["b", "a", "c"])
    }

    // MARK: - Order

    @Test func titlesAreSortedAsPeopleCount() throws {
        var model = model("img10", "img2", "Img1")
        try arrange(&model) { $0.order = .title }
        #expect(titles(model) == ["Img1", "img2", "img10"])
        try arrange(&model) { $0.isReversed = true }
        #expect(titles(model) == ["img10", "img2", "Img1"])
        try arrange(&model) { $0 = Arrangement() }
        #expect(titles(model) == ["img10", "img2", "Img1"] && model.arrangement.isPlain)
    }

    @Test func whatHasNoDateComesLastEitherWayRound() throws {
        var model = GalleryModel()
        model.replace(FeedItems([item("none"), item("old", date: 1), item("new", date: 2), item("also none")]))
        try arrange(&model) { $0.order = .date }
        #expect(titles(model) == ["new", "old", "none", "also none"])
        try arrange(&model) { $0.isReversed = true }
        #expect(titles(model) == ["old", "new", "none", "also none"])
    }

    @Test func sizesThatWereSeenCountMoreThanThoseThatWereTold() throws {
        var model = GalleryModel()
        model.replace(FeedItems([item("a", bytes: 10), item("b", bytes: 20), item("c")]))
        model.learn(bytes: 30, ofNumber: 2)
        model.learn(bytes: 5, ofNumber: 1)
        try arrange(&model) { $0.order = .size }
        #expect(titles(model) == ["c", "a", "b"])
    }

    // MARK: - Searching

    @Test func searchingGoesRoundAtTheEnd() {
        var model = model("fox", "sea", "rose", "fox two")
        let fox = TitleQuery("fox")
        var found: [Int?] = []
        for (query, start, backwards) in [
            (fox, 1, false), (fox, 4, false), (fox, -1, true), (TitleQuery("owl"), 0, false),
        ] {
            let outcome = model.find(query, from: start, backwards: backwards)
            found.append(outcome == .nothing ? nil : model.place)
        }
        #expect(found == [3, 0, 3, nil] && model.place == 3)
    }

    // MARK: - Marks

    @Test func marksAreTakenBackOneChangeAtATime() {
        var model = model("a", "b", "c")
        model.toggleMark(ofRow: 1)
        model.toggleAllMarks()
        #expect(model.marks.count == 3)
        model.toggleAllMarks()
        #expect(model.marks.isEmpty)
        var counts: [Int] = []
        while model.undoMarks() { counts.append(model.marks.count) }
        #expect(counts == [3, 1, 0])
    }

    @Test func marksStayWithTheirPicturesInEveryOrder() throws {
        var model = model("b", "a")
        model.toggleMark(ofRow: 0)
        try arrange(&model) { $0.order = .title }
        #expect(model.isMarked(row: 1) && !model.isMarked(row: 0))
        #expect(model.markedItems.map(\.title) == ["b"])
    }

    @Test func allThatAreShownAreMarkedAndNoOthers() throws {
        var model = model("fox", "sea", "fox two")
        try arrange(&model) { $0.filter = TitleQuery("fox") }
        model.toggleAllMarks()
        #expect(model.marks.numbers == [0, 2])
    }

    // MARK: - New readings

    @Test func placeAndMarksFollowTheirPicturesThroughARefresh() {
        var model = model("a", "b", "c")
        model.select(row: 1)
        model.toggleMark(ofRow: 2)
        model.replace(FeedItems([item("new"), item("c"), item("b")]))
        #expect(model.item(inRow: model.place).title == "b")
        #expect(model.markedItems.map(\.title) == ["c"])
    }

    @Test func whatIsMarkedWhileItemsAreLookedUpKeepsItsMark() throws {
        var model = model("a", "b", "c")
        let work = model.refreshing(FeedItems([item("new"), item("a"), item("c")]))
        let outcome = try #require(work.run())
        model.toggleMark(ofRow: 2)
        model.select(row: 2)
        // marks have to be looked at again, and nothing else
        let isAdopted = model.adopt(outcome, of: work)
        let again = model.refreshing(again: work, after: outcome)
        #expect(!isAdopted && again.known != nil)
        let next = try #require(again.run())
        let isAdoptedThen = model.adopt(next, of: again)
        #expect(isAdoptedThen)
        #expect(model.markedItems.map(\.title) == ["c"] && model.place == 2)
    }

    @Test func whatWasLookedUpForAnotherArrangementIsNotTaken() throws {
        var model = model("b", "a")
        let work = model.refreshing(FeedItems([item("c")]))
        let outcome = try #require(work.run())
        try arrange(&model) { $0.order = .title }
        let isAdopted = model.adopt(outcome, of: work)
        #expect(!isAdopted && titles(model) == ["a", "b"])
    }

    @Test func anEntryWithoutAPictureKeepsItsMarkAsLongAsItStandsWhereItStood() {
        func entry(_ title: String) -> FeedItem { FeedItem(title: title, picture: .missing) }
        var model = GalleryModel()
        model.replace(FeedItems([item("a"), entry("one"), item("b")]))
        model.toggleMark(ofRow: 1)
        model.replace(FeedItems([item("a"), entry("one"), item("b"), item("c")]))
        #expect(model.markedItems.map(\.title) == ["one"])
        model.replace(FeedItems([item("a"), entry("two"), item("b"), item("c")]))
        #expect(model.markedItems.isEmpty)
    }

    @Test func aRefreshKeepsTheFilter() throws {
        var model = model("fox", "sea")
        try arrange(&model) { $0.filter = TitleQuery("fox") }
        model.replace(FeedItems([item("sea"), item("fox"), item("fox two")]))
        #expect(titles(model) == ["fox", "fox two"] && model.place == 0)
    }

    @Test func whatIsAddedBehindChangesNoPlace() {
        var model = model("a", "b")
        model.select(row: 1)
        model.append(FeedItems([item("c")]))
        #expect(model.count == 3 && model.place == 1)
    }

    // MARK: - What was still coming

    /// The items of a model with others among them.
    private func insert(_ titles: [String], at index: Int, in model: inout GalleryModel) {
        var all = Array(model.items)
        all.insert(contentsOf: titles.map { item($0) }, at: index)
        _ = model.insert([index..<index + titles.count], of: FeedItems(all))
    }

    @Test func placeMarksAndSizesFollowTheirPicturesWhenOthersComeBetween() {
        var model = model("a", "b", "c")
        model.select(row: 1)
        model.toggleMark(ofRow: 1)
        model.toggleMark(ofRow: 2)
        model.learn(bytes: 7, ofNumber: 2)
        insert(["x", "y"], at: 1, in: &model)
        #expect(titles(model) == ["a", "x", "y", "b", "c"] && model.place == 3)
        #expect(model.markedItems.map(\.title) == ["b", "c"] && model.sizes == [4: 7])
        #expect(model.undoMarks() && model.markedItems.map(\.title) == ["b"])
        insert(["first"], at: 0, in: &model)
        #expect(model.place == 4 && model.item(inRow: model.place).title == "b")
    }

    @Test func whatComesBetweenIsArrangedWithTheOthers() throws {
        var model = model("b1", "a", "b2")
        try arrange(&model) { $0.filter = TitleQuery("b") }
        model.select(row: 1)
        insert(["b3", "c"], at: 0, in: &model)
        #expect(titles(model) == ["b1", "b2"] && model.place == 1, "as it was, until it is arranged")
        try arrange(&model) { $0.filter = TitleQuery("b") }
        #expect(titles(model) == ["b3", "b1", "b2"] && model.place == 2)
    }
}
