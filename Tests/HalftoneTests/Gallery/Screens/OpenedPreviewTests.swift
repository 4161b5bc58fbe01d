import EngineTestSupport
import FeedTestSupport
import ImageCoding
import ImageFeeds
import Pixels
import TerminalScreen
import TerminalViews
import TestSupport
import Testing

@testable import halftone

/// What an opened picture shows until it is loaded.
@MainActor @Suite(.endsInTime) struct OpenedPreviewTests {
    private let engine = FakeEngine()
    private let window: Window
    private let root: RootView
    private let color = RGB(200, 30, 90)

    init() {
        let environment = ScreenEnvironment(
            renderer: PictureRenderer(colors: .direct), pixelAspect: 1, manager: engine.manager)
        let browser = Browser(.empty(), options: BrowseOptions(), environment: environment)
        browser.page.open(
            FeedItems(["1", "2"].map { FeedItem(title: $0, picture: .remote("http://lab/\($0)")) }))
        window = Window(size: CellSize(columns: 80, rows: 24), environment: environment)
        root = RootView(browser: browser)
        window.addSubview(root)
    }

    private func colors() -> Set<RGB?> {
        window.turn(at: engine.time.now)
        return Set(window.drawFrame().cells.map(\.background.rgb))
    }

    @Test func `an opened picture shows the part that its row has shown`() throws {
        // given a row of which a part has arrived
        root.list.stage.reload()
        _ = colors()
        let part = Bitmap(size: PixelSize(width: 30, height: 20), filledWith: RGBA(color))
        try #require(root.list.stage.cells.first).imageView.image = Image(bitmap: part, isIncremental: true)
        #expect(colors().contains(color))
        // when it is opened
        root.openPicture()
        // then the part is there, and the next picture does not show it
        #expect(colors().contains(color) && root.isPictureOpen)
        root.picture.step(to: 1)
        #expect(!colors().contains(color))
    }
}
