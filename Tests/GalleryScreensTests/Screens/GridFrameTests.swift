import FeedTestSupport
import HalftoneCore
import ImageFeeds
import Pixels
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

    @Test func `a folder shows four of its pictures, two by two`() async {
        let folder = TemporaryDirectory()
        let colors: [(UInt8, UInt8, UInt8)] = [(200, 0, 0), (0, 200, 0), (0, 0, 200), (200, 200, 0)]
        var item = FeedItem(title: "trips/", picture: .folder(FilePath(folder.path)))
        item.samples = colors.enumerated().map { number, color in
            FilePath(folder.write(FlatPicture.png(60, 40, color), to: "\(number).png"))
        }
        stage.page.open(FeedItems([item]))
        // its box has 31x10 cells, inside of a frame
        await stage.turn(until: "the pictures", after: .milliseconds(100)) {
            let canvas = stage.turn()
            let shown = [(6, 3), (6, 8), (24, 3), (24, 8)].map { canvas[$0, $1].background.rgb }
            return shown == colors.map { RGB($0, $1, $2) }
        }
        #expect(stage.line(of: "▸ trips/") != nil)
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
