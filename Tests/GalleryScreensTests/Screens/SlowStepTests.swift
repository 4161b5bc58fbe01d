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
    private let screen: PictureScreen

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
        screen = PictureScreen(browser: browser)
        window.addSubview(screen)
        look()  // the screen is laid out from now on
        screen.open()
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

    @Test func `a wait schedules turns as long as it lasts, and begins anew`() {
        var wait = LongWait()
        for start in [Duration.seconds(5), .seconds(60)] {
            #expect(wait.advance(to: start, isWaiting: true) == start + .milliseconds(200) && !wait.isLong)
            #expect(wait.advance(to: start + .milliseconds(9), isWaiting: true) == start + .milliseconds(200))
            let end = start + .milliseconds(200)
            #expect(wait.advance(to: end, isWaiting: true) == end + .milliseconds(100) && wait.isLong)
            #expect(wait.advance(to: end, isWaiting: false) == nil && !wait.isLong)
        }
    }

    @Test func `a status shows that a slow frame is being decoded`() {
        screen.stepFrame(by: 1)
        #expect(look().contains("frame 1/4, paused"))
        #expect(!look(after: .milliseconds(199)).contains("decoding"))
        #expect(look(after: .milliseconds(1)).contains("frame 1/4, paused, decoding frame 2"))
        // another step shows the message at once: it is still the same wait
        screen.stepFrame(by: 1)
        #expect(look().contains("frame 1/4, paused, decoding frame 3"))
        #expect(look(after: .seconds(9)).contains("decoding frame 3"))
        decodes.runAll()
        let line = look(after: .milliseconds(10))
        #expect(line.contains("frame 3/4, paused") && !line.contains("decoding"))
        // and then no frame is pending
        look(after: .seconds(1))
        #expect(window.nextDeadline == nil)
    }

    @Test func `a quick frame shows no status`() {
        for frame in [2, 3, 4, 1] {
            screen.stepFrame(by: 1)
            look()
            #expect(!look(after: .milliseconds(150)).contains("decoding"))
            decodes.runAll()
            let line = look(after: .milliseconds(10))
            #expect(line.contains("frame \(frame)/4") && !line.contains("decoding"))
            // the delays of two waits do not add up
            #expect(!look(after: .seconds(1)).contains("decoding"))
        }
    }

    @Test func `leaving the animation removes the status`() {
        screen.stepFrame(by: -1)
        look()
        #expect(look(after: .milliseconds(200)).contains("decoding frame 4"))
        screen.imageView.image = nil
        #expect(!look(after: .milliseconds(100)).contains("decoding"))
    }
}
