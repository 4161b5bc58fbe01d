import HalftoneCore
import ImageFeeds
import ImageLoading
import TerminalScreen
import TestSupport
import Testing

@testable import GalleryScreens

/// The preview layout: lines at the left, and the selected picture at the right, in a cell that is bound again and
/// again.
@MainActor @Suite(.endsInTime) struct PreviewTests {
    private let stage = GalleryStage(columns: 120, rows: 40, layout: .preview)
    private let inbox: TraceSubscription
    private let folder = TemporaryDirectory()

    init() { inbox = stage.browser.manager.trace.makeSubscription() }

    /// The rows that loaded their picture since the last call.
    private var asked: [Int] { inbox.take().filter { $0.event == .query }.compactMap(\.row) }

    private func open(_ count: Int = 60) { open(count, on: stage) }

    private func open(_ count: Int, on stage: GalleryStage) {
        let paths = (0..<count).map { folder.write(FlatPicture.png(90, 60, (200, 10, 10)), to: "\($0).png") }
        stage.page.open(
            FeedItems(
                paths.enumerated().map {
                    FeedItem(
                        title: "title \($0).", picture: .local(FilePath($1)), date: 0, summary: "about \($0).",
                        author: "Jane")
                }))
        stage.turn(after: .milliseconds(1))
    }

    @Test func `each picture has a line, and the selected one its text beside them`() {
        open()
        let lines = stage.lines
        #expect(lines[0].hasPrefix("▌  title 0."))
        #expect((0..<39).allSatisfy { lines[$0].contains("title \($0).") })
        #expect(stage.line(of: "about 0.") != nil && stage.line(of: "about 1.") == nil)
        stage.press(.down)
        #expect(stage.line(of: "about 1.") != nil && stage.line(of: "about 0.") == nil)
        #expect(stage.footer.contains("2/60"))
    }

    @Test func `held keys load only the picture on which they stop`() {
        open()
        #expect(asked == [0])
        for _ in 0..<30 {
            stage.press(.down)
            stage.turn(after: .milliseconds(30))
        }
        #expect(asked.isEmpty)
        stage.turn(after: .milliseconds(80))
        #expect(asked == [30])
    }

    @Test func `a step cancels the load of the picture before`() {
        open()
        stage.turn(after: .milliseconds(80))
        _ = inbox.take()
        stage.press(.down)  // before the main actor could take the loaded image
        #expect(inbox.take().filter { $0.event == .cancel }.count == 1)
        // leaving the layout cancels the load too
        stage.turn(after: .milliseconds(1))
        stage.turn(after: .milliseconds(80))
        #expect(asked == [1])
        stage.press(.character("v"))
        #expect(inbox.take().contains { $0.event == .cancel })
        #expect(stage.root.list.layout == .list)
    }

    @Test func `no picture is painted for another row`() async {
        open(20)
        for step in 0..<40 {
            stage.press(step % 3 == 2 ? .up : .down)
            for _ in 0..<step % 4 { stage.turn(after: .milliseconds(40)) }
            await Task.yield()
        }
        await stage.turn(until: "the last picture", after: .milliseconds(40)) {
            inbox.take().contains { $0.event == .paint && $0.row == stage.page.row }
        }
        #expect(stage.browser.manager.trace.summary.stalePaints == 0)
    }

    @Test func `a mark and a failure are visible in the line`() async {
        stage.page.open(GalleryStage.items(["a title", "b title"]))
        stage.press(.character("m"))
        await stage.turn(until: "the failure", after: .milliseconds(100)) { !stage.page.failed.isEmpty }
        #expect(stage.lines[0].hasPrefix("▌✓✗a title") && stage.lines[1].hasPrefix("   b title"))
        #expect(stage.line(of: "r: retry") != nil)
        stage.press(.down)
        #expect(stage.lines[0].hasPrefix(" ✓✗a title"))
    }

    /// Regression: names of files were cut beside an empty column of dates.
    @Test func `a title has the room of the date where there is none`() {
        let stage = GalleryStage(columns: 80, rows: 24, layout: .preview)
        let title = "holiday-2272x1704.jpg"
        stage.page.open(
            FeedItems([
                FeedItem(title: title, picture: .local("/nowhere/a")),
                FeedItem(title: title, picture: .remote("http://h.test/a"), date: 0),
            ]))
        let lines = stage.lines.map { $0.prefix(32) }
        #expect(lines[0].contains(title), "\(lines[0])")
        #expect(lines[1].contains("holiday-2272x1…") && lines[1].contains(" 1 Jan 1970"), "\(lines[1])")
    }

    @Test func `a window too narrow for the picture does not load it`() {
        let stage = GalleryStage(columns: 40, rows: 30, layout: .preview)
        let inbox = stage.browser.manager.trace.makeSubscription()
        open(20, on: stage)
        stage.turn(after: .milliseconds(200))
        #expect(stage.line(of: "title 0.") != nil && !inbox.take().contains { $0.event == .query })
        stage.window.resize(to: CellSize(columns: 120, rows: 30))
        for _ in 0..<2 { stage.turn(after: .milliseconds(100)) }
        #expect(inbox.take().contains { $0.event == .query })
    }

    @Test func `plus and minus move the border, and enter opens the picture`() async {
        open()
        let before = stage.root.list.items.frame.size.columns
        stage.press(.character("+"))
        stage.turn()
        #expect(stage.root.list.items.frame.size.columns == before - 4)
        stage.press(.character("-"), .character("-"))
        stage.turn()
        #expect(stage.root.list.items.frame.size.columns == before + 4)
        stage.press(.down, .enter)
        await until("the picture") { stage.root.picture.loaded != nil }
        #expect(stage.page.row == 1)
    }

    @Test(arguments: GalleryLayout.allCases)
    func `every layout takes every size of the screen`(layout: GalleryLayout) {
        let stage = GalleryStage(columns: 120, rows: 40, layout: layout)
        open(60, on: stage)
        for _ in 0..<7 { stage.press(.down) }
        let selected = stage.page.row
        for (columns, rows) in [
            (80, 24), (160, 48), (200, 60), (24, 8), (9, 5), (3, 2), (1, 1), (300, 9), (43, 30), (44, 30), (120, 40),
        ] {
            stage.window.resize(to: CellSize(columns: columns, rows: rows))
            stage.turn(after: .milliseconds(100))
            stage.turn(after: .milliseconds(100))
            #expect(stage.page.row == selected)
            if rows > 8, columns > 40 { #expect(stage.line(of: "title \(selected).") != nil, "\(columns)x\(rows)") }
        }
        stage.press(.down)
        #expect(stage.page.row > selected)
        #expect(stage.browser.manager.trace.summary.stalePaints == 0)
    }
}
