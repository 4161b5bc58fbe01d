import FeedTestSupport
import ImageFeeds
import TerminalScreen
import TestSupport
import Testing

@testable import GalleryScreens

/// The text and the height of a list row.
@MainActor @Suite(.endsInTime) struct ListRowTests {
    private func item(
        _ title: String = "Tulips", date: Double? = 1_767_225_600, summary: String? = nil, text: String? = nil,
        author: String? = nil
    ) -> FeedItem {
        FeedItem(
            title: title, picture: .local("/nowhere/\(title.prefix(9))"), date: date, summary: summary,
            pictureText: text, author: author)
    }

    @Test func `a row shows title, date, author, summary and alternative text`() throws {
        let stage = GalleryStage(columns: 100, rows: 30)
        stage.page.open(
            FeedItems([
                item(summary: "Fields near Lisse.", text: "Red rows under a windmill", author: "Jane Doe"), item("b"),
            ]))
        let lines = stage.lines
        let start = try #require(lines.firstIndex { $0.contains("Tulips") })
        #expect(lines[start + 1].contains("Jane Doe"))
        #expect(lines[start + 2].contains("Fields near Lisse."))
        #expect(lines[start + 3].contains("Red rows under a windmill"))
    }

    @Test func `text that repeats other text is shown once`() {
        #expect(item("a", summary: "a", text: "a").words == "")
        #expect(item("a", summary: "all of b and c", text: "b and c").words == "all of b and c")
        #expect(item("a", text: "b").words == "b")
    }

    @Test(arguments: [
        ("2026-11-27", "27 Nov"), ("2025-01-02 12:30", "2 Jan 2025"), ("2026-13-01", nil), ("2026-02", nil), ("", nil),
    ]) func `a day is short, and names its year if that is another one`(text: String, words: String?) {
        #expect(FeedItem.shortDay(text, year: 2026) == words)
    }

    @Test func `a byline is the day, the author and the source, without repetitions`() {
        #expect(item("a", date: nil).byline(taken: nil, year: 2026) == "")
        #expect(item("a", author: "Jane").byline(taken: "2020-01-01", year: 2026) == "1 Jan 2020 · Jane")
    }

    @Test func `a file is dated by its camera alone`() {
        let file = FeedItem(title: "a", picture: .local("/a.jpg"), date: 1.8e9)
        #expect(file.byline(taken: nil, year: 2026) == "")
        #expect(file.byline(taken: "2026-05-01 12:30:00", year: 2026) == "1 May")
    }

    /// Regression: three rows fitted on each of these screens.
    @Test(arguments: [(24, 3, 8), (48, 4, 11), (60, 4, 13), (100, 5, 19), (6, 1, 5), (2, 1, 1)])
    func `a tall screen has more rows`(rows: Int, least: Int, height: Int) {
        #expect(PictureCellFrames.height(on: rows - 1) == height)
        let stage = GalleryStage(columns: 160, rows: rows)
        stage.page.open(GalleryStage.items((0..<40).map { "title \($0)." }))
        #expect(stage.lines.dropLast().filter { $0.contains("title ") }.count >= least)
    }

    @Test(arguments: GalleryLayout.allCases)
    func `the parts of a cell of any size are inside of it and apart`(_ layout: GalleryLayout) {
        for (columns, rows) in [(0, 0), (1, 1), (1, 40), (2, 3), (7, 4), (8, 5), (80, 1), (80, 7), (100, 40)] {
            for textRows in [0, 1, 100] {
                let size = CellSize(columns: columns, rows: rows)
                let frames = PictureCellFrames(layout: layout, size: size, textRows: textRows)
                let parts = [frames.picture, frames.text]
                #expect(parts.allSatisfy { $0.size.columns >= 0 && $0.size.rows >= 0 }, "\(parts) in \(size)")
                let bounds = CellRect(size)
                let isInside = parts.allSatisfy { part in
                    rows == 0 || part.isEmpty || part.intersection(bounds) == part
                }
                #expect(isInside && parts[0].intersection(parts[1]).isEmpty, "\(parts) in \(size)")
            }
        }
    }

    @Test func `plus and minus change the height of rows, and end at the screen's`() {
        let stage = GalleryStage(columns: 80, rows: 24)
        stage.page.open(GalleryStage.items((0..<40).map { "title \($0)." }))
        stage.press(.character("-"))
        #expect(stage.line(of: "title 1.") == 6)
        for _ in 0..<20 { stage.press(.character("-")) }
        #expect(stage.line(of: "title 1.") == 2)
        for _ in 0..<40 { stage.press(.character("+")) }
        #expect(stage.line(of: "title 0.") == 0 && stage.line(of: "title 1.") == nil)
    }

    @Test func `hostile text stays in its row`() {
        let marks = "a" + String(repeating: "\u{301}", count: 499)
        let stage = GalleryStage(columns: 60, rows: 24)
        stage.page.open(
            FeedItems([
                item("first", date: 1e18, summary: marks, author: String(repeating: "author ", count: 14)),
                item("second", date: -.infinity, summary: String(repeating: "שלום ", count: 100)),
                item("third", date: .nan, summary: String(repeating: "w", count: 500)),
            ]))
        let lines = stage.lines
        #expect(["first", "second", "third"].map { title in lines.firstIndex { $0.contains(title) } } == [0, 8, 16])
        #expect(lines[7].isEmpty && lines[15].isEmpty, "one line apart")
        #expect(lines[22].hasSuffix("…"))
    }

    @Test func `a failure leaves room for the words below it`() async {
        let stage = GalleryStage(columns: 100, rows: 24)
        stage.page.open(FeedItems([item("gone", summary: "what it was about")]))
        await stage.turn(until: "the failure", after: .milliseconds(100)) { !stage.page.failed.isEmpty }
        #expect(stage.line(of: "r: retry") == 1 && stage.line(of: "what it was about") == 2)
    }
}
