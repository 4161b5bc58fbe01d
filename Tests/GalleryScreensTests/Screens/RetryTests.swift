import FeedTestSupport
import HalftoneCore
import ImageFeeds
import ImageLoading
import TerminalScreen
import TestSupport
import Testing

@testable import GalleryScreens

/// Failed pictures: which of them are tried again, and the signs and messages meanwhile.
@MainActor @Suite(.endsInTime) struct RetryTests {
    private let stage = GalleryStage(columns: 120, rows: 40, layout: .preview)
    private let inbox: TraceSubscription

    init() { inbox = stage.browser.manager.trace.makeSubscription() }

    /// The rows that loaded their picture since the last call.
    private var asked: [Int] { inbox.take().filter { $0.event == .query }.compactMap(\.row) }

    /// Opens pictures that do not exist, and waits until those of the first rows have failed.
    private func open(_ titles: [String], failing count: Int) async {
        stage.page.open(GalleryStage.items(titles))
        for row in 0..<count {
            await stage.turn(until: "the failure in row \(row)", after: .milliseconds(100)) {
                stage.page.failed.count > row
            }
            if row < count - 1 { stage.press(.down) }
        }
        _ = inbox.take()
    }

    @Test func `only pictures in view are retried at once, and the others keep their sign`() async {
        await open(["a title", "b title", "c title"], failing: 2)
        stage.press(.character("R"))
        for _ in 0..<2 { stage.turn(after: .milliseconds(200)) }
        #expect(asked == [1])
        #expect(stage.lines[0].hasPrefix("  ✗a title"))
    }

    @Test func `the preview retries its failed picture when the sources are read again`() async {
        await open(["a title", "b title"], failing: 1)
        #expect(stage.line(of: "r: retry") != nil)
        stage.page.refresh(GalleryStage.items(["a title", "b title", "c title"]))
        #expect(stage.page.failed.count == 1, "a picture that is not tried yet has still failed")
        for _ in 0..<2 { stage.turn(after: .milliseconds(200)) }
        #expect(asked == [0])
    }

    /// Regression: only the first picture of an entry was loaded again.
    @Test func `an opened picture that is not the first of its entry is retried`() async {
        let others = [FeedItem.Picture(source: .local("/nowhere/b"))]
        stage.page.open(FeedItems([FeedItem(title: "album", picture: .local("/nowhere/a"), otherPictures: others)]))
        stage.press(.enter, .character("]"))
        await stage.turn(until: "the failure") { stage.page.failed.contains(.local("/nowhere/b")) }
        _ = inbox.take()
        stage.press(.character("R"))
        #expect(asked == [0] && stage.root.isPictureOpen)
    }

    @Test func `a picture that is shown is not loaded again when others are retried`() async {
        let folder = TemporaryDirectory()
        let path = folder.write(FlatPicture.png(90, 60, (10, 200, 10)), to: "a.png")
        let missing = FeedItem(title: "b title", picture: .local("/nowhere/b"))
        stage.page.open(FeedItems([missing, FeedItem(title: "a", picture: .local(path))]))
        await stage.turn(until: "the failure", after: .milliseconds(100)) { stage.page.failed == [missing.picture] }
        stage.press(.down, .enter)
        await until("the picture") { stage.root.picture.loaded != nil }
        _ = inbox.take()
        stage.press(.character("R"))
        stage.turn()
        #expect(asked.isEmpty)
    }

    @Test func `a picture that loads at last in the open view has not failed any more`() async {
        let folder = TemporaryDirectory()
        let item = FeedItem(title: "a", picture: .local(FilePath(folder.path + "/a.png")))
        stage.page.open(FeedItems([item]))
        stage.press(.enter)
        await stage.turn(until: "the failure") { stage.page.failed == [item.picture] }
        folder.write(FlatPicture.png(90, 60, (10, 200, 10)), to: "a.png")
        stage.press(.character("r"))
        await stage.turn(until: "the picture") { stage.root.picture.loaded != nil }
        #expect(stage.page.failed.isEmpty)
    }

    @Test func `the cell behind an open picture loads what the open view has loaded`() async {
        let stage = GalleryStage(columns: 120, rows: 40, layout: .grid)
        let folder = TemporaryDirectory()
        let item = FeedItem(title: "a", picture: .local(FilePath(folder.path + "/a.png")))
        stage.page.open(FeedItems([item]))
        await stage.turn(until: "the failure", after: .milliseconds(100)) { stage.line(of: "✗ a") != nil }
        folder.write(FlatPicture.png(90, 60, (10, 200, 10)), to: "a.png")
        stage.press(.enter, .character("r"))
        await stage.turn(until: "the picture") { stage.root.picture.loaded != nil }
        stage.press(.escape)
        await stage.turn(until: "the cell", after: .milliseconds(100)) { stage.line(of: "✗ a") == nil }
        #expect(!stage.root.isPictureOpen && stage.page.failed.isEmpty)
    }

    @Test func `r says so where the preview has no room for its picture`() {
        let stage = GalleryStage(columns: 40, rows: 20, layout: .preview)
        stage.page.open(GalleryStage.items(["a title"]))
        stage.turn()
        stage.press(.character("r"))
        #expect(stage.footer.contains("no room for the picture"))
        stage.press(.character("+"))
        stage.window.resize(to: CellSize(columns: 100, rows: 20))
        stage.turn()
        #expect(stage.root.list.items.frame.size.columns == 40, "the width of the lines was not chosen")
    }

    @Test func `a picture is loaded again in the preview when it is drawn with other characters`() async {
        let folder = TemporaryDirectory()
        stage.openFiles(1, width: 90, height: 60, in: folder)
        for _ in 0..<2 { stage.turn(after: .milliseconds(100)) }
        #expect(asked == [0])
        stage.press(.character("P"))
        for _ in 0..<2 { stage.turn(after: .milliseconds(100)) }
        #expect(asked == [0])
    }

    @Test func `the wheel over the picture of the preview steps, and a double click opens it`() {
        stage.page.open(GalleryStage.items(["a title", "b title", "c title"]))
        stage.turn(after: .milliseconds(100))
        stage.mouse(.wheelDown, 100, 5)
        #expect(stage.page.row == 1)
        stage.mouse(.wheelUp, 100, 5)
        #expect(stage.page.row == 0)
        stage.mouse(.press, 100, 5)
        stage.mouse(.doubleClick, 100, 5)
        #expect(stage.root.isPictureOpen)
    }

    @Test func `a line has its date at the right`() {
        let stage = GalleryStage(columns: 80, rows: 20, layout: .preview)
        let dates = [0, 31_536_000 * 10.0]
        stage.page.open(
            FeedItems(
                dates.enumerated().map {
                    FeedItem(
                        title: "title \($0)", picture: .remote(RequestAddress("http://127.0.0.1:1/\($0)")), date: $1)
                }))
        let ends = zip(stage.lines, ["1 Jan 1970", "30 Dec 1979"]).map { line, date in
            line.firstRange(of: date).map { line.distance(from: line.startIndex, to: $0.upperBound) }
        }
        #expect(ends[0] == ends[1] && ends[0] != nil, "\(stage.lines.prefix(2))")
    }
}
