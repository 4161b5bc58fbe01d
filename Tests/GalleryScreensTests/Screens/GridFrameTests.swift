import FeedTestSupport
import ImageFeeds
import TerminalScreen
import TestSupport
import Testing

@testable import GalleryScreens

/// The selection of the grid, and the last line about the selected picture.
@MainActor @Suite(.endsInTime) struct GridFrameTests {
    private let stage = GalleryStage(columns: 100, rows: 30, layout: .grid)

    init() {
        stage.page.open(
            FeedItems(
                (0..<9).map {
                    FeedItem(title: "title \($0).", picture: .local("/nowhere/\($0)"), date: 0, author: "author \($0).")
                }))
    }

    @Test func `a frame is around the selected picture alone`() throws {
        func frames() -> [String] { stage.lines.filter { $0.contains("╭") } }
        #expect(frames().count == 1 && stage.lines[0].hasPrefix("╭───"))
        let caption = try #require(stage.line(of: "title 0."))
        #expect(stage.lines[caption].hasPrefix("╰title 0. ──") && stage.lines[caption].contains("╯ title 1."))
        stage.press(.right)
        #expect(frames().count == 1 && stage.lines[0].hasPrefix("   "))
        #expect(stage.lines[caption].contains("╰title 1. ──"))
    }

    @Test func `the last line shows the facts of the selected picture`() {
        #expect(stage.footer.contains("title 0.  author 0."))
        stage.press(.right)
        #expect(stage.footer.contains("title 1.  author 1."))
    }

    @Test func `where there is no room for a frame the title is marked`() {
        stage.window.resize(to: CellSize(columns: 6, rows: 5))
        stage.turn()
        #expect(stage.lines.allSatisfy { !$0.contains("╭") } && stage.lines.contains { $0.hasPrefix("▌") })
    }
}
