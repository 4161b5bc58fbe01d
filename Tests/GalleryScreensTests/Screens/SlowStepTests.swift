import EngineTestSupport
import FeedTestSupport
import ImageCoding
import ImageFeeds
import TerminalScreen
import TerminalViews
import TestSupport
import Testing

@testable import GalleryScreens

/// Stepping through an animation whose frames are slow to decode.
@MainActor @Suite(.endsInTime) struct SlowStepTests {
    private let engine = FakeEngine()
    /// Decodes the frames when the test runs the work.
    private let decodes = ManualExecutor()
    private let window: Window
    private let root: RootView
    private var screen: PictureScreen { root.picture }

    /// Shows a picture of four frames at its first.
    init() throws {
        let decodes = decodes
        let environment = ScreenEnvironment(
            renderer: PictureRenderer(colors: .direct), pixelAspect: 1, manager: engine.manager,
            framePools: FramePools { decodes.run($0) })
        var settings = GallerySettings()
        settings.indicator = .none  // its load never completes
        let browser = Browser(.empty(), settings: settings, environment: environment)
        browser.page.open(FeedItems([FeedItem(title: "it", picture: .remote("http://lab/1"))]))
        window = Window(size: CellSize(columns: 100, rows: 10), environment: environment)
        root = RootView(browser: browser)
        window.addSubview(root)
        look()  // the screen is laid out from now on
        root.openPicture()
        var options = DecodeOptions()
        options.animation = .frames
        let bytes = BlinkingGIF.bytes(loops: 0, hundredths: 10, frames: 4)
        screen.imageView.autoPlays = false
        screen.imageView.image = try ImageCodersManager.shared.decode(bytes, options: options)
        look()
    }

    /// Advances the clock, and returns the last line.
    @discardableResult
    private func look(after duration: Duration = .zero) -> String {
        engine.time.advance(by: duration)
        window.turn(at: engine.time.now)
        let canvas = window.drawFrame()
        let scalars = (0..<canvas.size.columns).compactMap { Unicode.Scalar(canvas[$0, canvas.size.rows - 1].glyph) }
        return String(String.UnicodeScalarView(scalars))
    }

    @Test func `a step shows the number of its frame while that is decoded`() {
        screen.stepFrame(by: 1)
        #expect(look().contains("frame 2/4, paused"))
        screen.stepFrame(by: 1)
        #expect(look().contains("frame 3/4, paused"))
        decodes.runAll()
        #expect(look(after: .milliseconds(10)).contains("frame 3/4, paused"))
        // and then no frame is pending
        look(after: .seconds(1))
        #expect(window.nextDeadline == nil)
    }
}
