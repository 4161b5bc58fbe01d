import FeedTestSupport
import HalftoneCore
import ImageFeeds
import ImageLoading
import TerminalScreen
import TestSupport
import Testing

@testable import halftone

/// The open picture beside its details, and the key that quits.
@MainActor @Suite(.endsInTime) struct OpenPictureTests {
    private let stage = GalleryStage(columns: 120, rows: 40)
    private let folder = TemporaryDirectory()
    private let inbox: TraceSubscription
    private var picture: PictureScreen { stage.root.picture }

    init() { inbox = stage.browser.manager.trace.makeSubscription() }

    private func open(count: Int = 3) async {
        let paths = (0..<count).map { folder.write(FlatPicture.png(900, 600, (200, 10, 10)), to: "\($0).png") }
        stage.page.open(FeedItems(paths.map { FeedItem(title: String($0.suffix(5)), picture: .local(FilePath($0))) }))
        stage.turn()
        stage.press(.enter)
        await untilLoaded()
        _ = inbox.take()
    }

    private func untilLoaded() async {
        await until("the picture") {
            stage.turn()
            return picture.loaded != nil
        }
    }

    private var columns: Int { picture.imageView.frame.size.columns }

    @Test func `details are beside the picture, which is drawn smaller without another load`() async {
        await open()
        stage.press(.character("d"))
        stage.turn()
        #expect(columns == 120 - 60 && picture.details.frame == CellRect(column: 60, row: 0, columns: 60, rows: 39))
        #expect(picture.zoom.screen.width == 60)
        stage.press(.character("d"))
        while !picture.details.isHidden { stage.press(.character("d")) }
        stage.turn()
        #expect(columns == 120)
        #expect(!inbox.take().contains { $0.event == .query })
    }

    @Test func `a picture that was loaded beside the details is loaded again when they close`() async {
        await open()
        stage.press(.character("d"))
        stage.turn()
        stage.press(.pageDown)
        await untilLoaded()
        #expect(inbox.take().filter { $0.event == .query }.count == 1)
        while !picture.details.isHidden { stage.press(.character("d")) }
        stage.turn()
        #expect(inbox.take().filter { $0.event == .query }.count == 1)
    }

    @Test func `where there is no room for both the details lie over the picture`() async {
        await open()
        stage.window.resize(to: CellSize(columns: 40, rows: 20))
        stage.turn()
        await untilLoaded()
        stage.press(.character("d"))
        stage.turn()
        #expect(columns == 40 && picture.details.frame.size.columns == 40)
    }

    @Test func `the key that quits goes back from a picture where the settings say so`() async {
        var requests = 0
        stage.root.didAsk = { if case .quit = $0 { requests += 1 } }
        await open()
        stage.press(.character("q"))
        #expect(requests == 1 && stage.root.isPictureOpen)
        stage.browser.options.quitClosesPicture = true
        stage.press(.character("q"))
        #expect(requests == 1 && !stage.root.isPictureOpen)
        stage.press(.character("q"))
        #expect(requests == 2)
    }

    // MARK: - Neighbors

    /// The rows that loaded a picture since the last call.
    private var asked: Set<Int> { Set(inbox.take().filter { $0.event == .query }.compactMap(\.row)) }

    @Test func `small neighbors are shown below, after the load delay`() async {
        await open(count: 30)
        stage.press(.character("n"))
        stage.turn()
        let rows = stage.root.picture.strip.frame.size.rows
        #expect(rows > 0 && picture.imageView.frame.size.rows == 39 - rows)
        #expect(asked.isEmpty)
        stage.turn(after: .milliseconds(80))
        #expect(asked == Set(0..<7), "seven pictures fit")
        #expect(stage.lines[38 - rows + 1...38].contains { $0.contains("6.png") })
        for _ in 0..<10 {
            stage.press(.pageDown)
            stage.turn(after: .milliseconds(30))
        }
        #expect(asked.isSubset(of: Set(1...10)), "only the pictures that were opened")
        stage.turn(after: .milliseconds(80))
        #expect(asked.isSubset(of: Set(7...13)) && picture.strip.visibleCells.keys.sorted() == Array(7...13))
        stage.press(.character("n"))
        stage.turn()
        #expect(picture.imageView.frame.size.rows == 39 && picture.strip.isHidden)
        #expect(picture.strip.visibleCells.isEmpty, "hidden pictures load nothing")
        stage.press(.character("n"))
        stage.turn()
        #expect(picture.strip.visibleCells.keys.sorted() == Array(7...13))
    }

    @Test func `a click on a small picture opens it, and few cells show all of them`() async {
        await open(count: 30)
        stage.browser.options.showsNeighbors = true
        picture.setNeedsLayout()
        stage.turn()
        stage.click(5 * 16 + 8, 36)
        #expect(stage.page.row == 5 && stage.root.isPictureOpen)
        stage.mouse(.wheelDown, 60, 36)
        #expect(stage.page.row == 6)
        stage.press(.character("G"))
        #expect(picture.strip.visibleCells.keys.sorted() == Array(23...29))
        #expect(picture.strip.subviews.count == 7)
    }

    @Test func `small pictures follow their items when others are inserted before them`() async {
        await open(count: 3)
        stage.press(.character("n"))
        stage.turn()
        #expect(picture.strip.visibleCells.count == 3)
        let items = stage.page.list.items
        stage.page.insert(
            [0..<2], of: FeedItems(["x", "y"].map { FeedItem(title: $0, picture: .local("/nowhere/\($0)")) } + items))
        stage.turn()
        #expect(stage.page.row == 2 && picture.strip.visibleCells.count == 5)
        let titles = picture.strip.visibleCells.mapValues { $0.entry?.item.title }
        #expect(titles == [0: "x", 1: "y", 2: "0.png", 3: "1.png", 4: "2.png"])
    }

    @Test func `a click on a folder among the small pictures opens no other picture`() async {
        await open(count: 3)
        stage.press(.character("n"))
        stage.turn()
        let folder = FeedItem(title: "sub/", picture: .folder("/nowhere/sub"))
        let items = Array(stage.page.list.items)
        stage.page.insert([1..<2], of: FeedItems([items[0], folder] + items[1...]))
        stage.press(.character("G"))
        stage.turn()
        stage.click((picture.strip.visibleCells[1]?.frame.minColumn ?? 0) + 4, 36)
        #expect(stage.page.row == 3)
    }

    @Test func `a mark is drawn on the small picture too`() async {
        await open(count: 3)
        stage.press(.character("n"))
        stage.turn()
        let mark = "● 0.png"
        #expect(stage.lines.count { $0.contains(mark) } == 0)
        stage.press(.character("m"))
        #expect(stage.lines.count { $0.contains(mark) } == 2, "and in the last line")
    }

    @Test func `where there is no room no small pictures are shown`() async {
        await open(count: 3)
        stage.window.resize(to: CellSize(columns: 120, rows: 16))
        stage.turn()
        stage.press(.character("n"))
        stage.turn()
        #expect(picture.imageView.frame.size.rows == 15)
        #expect(stage.footer.contains("too small"))
    }
}
