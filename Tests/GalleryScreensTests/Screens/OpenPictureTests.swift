import FeedTestSupport
import HalftoneCore
import ImageFeeds
import ImageLoading
import TerminalScreen
import TestSupport
import Testing

@testable import GalleryScreens

/// The open picture beside its details.
@MainActor @Suite(.endsInTime) struct OpenPictureTests {
    private let stage = GalleryStage(columns: 120, rows: 40)
    private let folder = TemporaryDirectory()
    private let inbox: TraceSubscription
    private var picture: PictureScreen { stage.root.picture }

    init() { inbox = stage.browser.manager.trace.makeSubscription() }

    private func open() async {
        stage.openFiles(3, in: folder)
        stage.turn()
        stage.press(.enter)
        await untilLoaded()
        _ = inbox.take()
    }

    private func untilLoaded() async {
        await stage.turn(until: "the picture") { picture.loaded != nil }
    }

    private var columns: Int { picture.imageView.frame.size.columns }

    @Test func `details are beside the picture, which is drawn smaller without another load`() async {
        await open()
        stage.press(.character("d"))
        stage.turn()
        #expect(columns == 120 - 60 && picture.details.frame == CellRect(column: 60, row: 0, columns: 60, rows: 39))
        #expect(picture.zoom.screen.width == 60)
        stage.press(.character("d"))
        #expect(picture.details.isHidden)
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
        stage.press(.character("d"))
        #expect(picture.details.isHidden)
        stage.turn()
        #expect(inbox.take().filter { $0.event == .query }.count == 1)
    }

    /// Regression: the size was the one before the details opened.
    @Test func `the details state the size at which the picture is shown beside them`() async {
        await open()
        stage.press(.character("d"))
        #expect(stage.line(of: "shown at     60 × 40") != nil, "\(stage.lines)")
        stage.press(.character("+"), .character("+"))
        #expect(stage.line(of: "shown at     120 × 80") != nil, "\(stage.lines)")
    }

    /// Regression: the picture was closed, with its details.
    @Test func `the key that goes back closes the details before the picture, and the key that quits both`() async {
        await open()
        stage.press(.character("d"), .escape)
        #expect(stage.root.isPictureOpen && picture.details.isHidden)
        stage.press(.escape)
        #expect(!stage.root.isPictureOpen)
        stage.press(.enter, .character("d"), .character("q"))
        #expect(!stage.root.isPictureOpen)
    }

    /// Regression: the key did nothing, and its hint took the room of others.
    @Test(arguments: ["+", "z"] as [Character]) func `the whole picture is offered only while it is zoomed`(
        key: Character
    ) async {
        await open()
        stage.window.resize(to: CellSize(columns: 110, rows: 30))
        stage.turn()
        await untilLoaded()
        #expect(!stage.footer.contains("0 whole") && stage.footer.contains("d details"), "\(stage.footer)")
        stage.press(.character(key))
        #expect(stage.footer.contains("0 whole"), "\(stage.footer)")
        stage.press(.character("0"))
        #expect(!stage.footer.contains("0 whole"), "\(stage.footer)")
    }

    /// Regression: after items of an earlier run the step did nothing, because no page could follow before.
    @Test func `a step past the last picture reads the page that follows`() async {
        let (network, url, more) = (HeldNetwork(), "http://h.test/one", "http://h.test/more")
        network.answer(url, HeldNetwork.feed(["a", "b"], next: more))
        network.answer(more, HeldNetwork.feed(["c"]))
        let stage = GalleryStage(browser: .withoutScreen(page: .reading([url], network)))
        stage.page.reader.open()
        await until("the feed") { stage.page.count == 2 }
        stage.page.list.select(row: 1)
        stage.press(.enter, .right)
        await until("the page") { stage.page.count == 3 }
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
}
