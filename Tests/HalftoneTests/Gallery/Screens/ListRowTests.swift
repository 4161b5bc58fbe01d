import FeedTestSupport
import ImageFeeds
import TerminalScreen
import TestSupport
import Testing

@testable import halftone

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
        #expect(lines[start + 1].contains("2026-01-01, Jane Doe"))
        #expect(lines[start + 3].contains("Fields near Lisse."))
        #expect(lines[start + 4].contains("Red rows under a windmill"))
    }

    @Test func `text that repeats other text is shown once`() {
        #expect(item("a", summary: "a", text: "a").words == "")
        #expect(item("a", summary: "all of b and c", text: "b and c").words == "all of b and c")
        #expect(item("a", text: "b").words == "b")
        #expect(item("a", date: nil).byline == [])
    }

    /// Regression: three rows fitted on each of these screens.
    @Test(arguments: [(24, 3, 7), (48, 5, 7), (60, 5, 9), (100, 5, 16), (6, 1, 5), (2, 1, 1)])
    func `a tall screen has more rows`(rows: Int, least: Int, height: Int) {
        #expect(PictureCell.height(on: rows - 1) == height)
        let stage = GalleryStage(columns: 160, rows: rows)
        stage.page.open(GalleryStage.items((0..<40).map { "title \($0)." }))
        #expect(stage.lines.dropLast().filter { $0.contains("title ") }.count >= least)
    }

    @Test func `plus and minus change the height of rows, and end at the screen's`() {
        let stage = GalleryStage(columns: 80, rows: 24)
        stage.page.open(GalleryStage.items((0..<40).map { "title \($0)." }))
        stage.press(.character("+"))
        #expect(stage.footer.contains("pictures of 5 lines"))
        #expect(stage.line(of: "title 1.") == 6)
        for _ in 0..<20 { stage.press(.character("+")) }
        #expect(stage.footer.contains("pictures of 1 line") && stage.line(of: "title 1.") == 2)
        for _ in 0..<40 { stage.press(.character("-")) }
        #expect(stage.footer.contains("pictures of 22 lines") && stage.line(of: "title 1.") == nil)
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
        #expect(["first", "second", "third"].map { title in lines.firstIndex { $0.contains(title) } } == [0, 7, 14])
        #expect(lines[1].contains("9999-12-31"))
        #expect(lines[6].isEmpty && lines[13].isEmpty && lines[20].isEmpty, "one line apart")
        #expect(lines[19].hasSuffix("…"))
    }

    @Test func `a failure leaves room for the words below it`() async {
        let stage = GalleryStage(columns: 100, rows: 24)
        stage.page.open(FeedItems([item("gone", summary: "what it was about")]))
        await until("the failure") {
            stage.turn(after: .milliseconds(100))
            return !stage.page.failed.isEmpty
        }
        #expect(stage.line(of: "r tries again") == 2 && stage.line(of: "what it was about") == 3)
    }
}
