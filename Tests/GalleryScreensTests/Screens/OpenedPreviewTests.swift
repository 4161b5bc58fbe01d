import EngineTestSupport
import FeedTestSupport
import ImageCoding
import ImageFeeds
import LabTestSupport
import Pixels
import TerminalScreen
import TerminalViews
import TestSupport
import Testing

@testable import GalleryScreens

/// What an opened picture shows until it is loaded.
@MainActor @Suite(.endsInTime) struct OpenedPreviewTests {
    private let engine = FakeEngine(coders: .shared)
    private let window: Window
    private let root: RootView
    private static let color = RGB(200, 30, 90)
    /// A part of a picture that has arrived.
    private static let part = Image(
        bitmap: Bitmap(size: PixelSize(width: 30, height: 20), filledWith: RGBA(color)), isIncremental: true)

    init() {
        let environment = ScreenEnvironment(
            renderer: PictureRenderer(colors: .direct), pixelAspect: 1, manager: engine.manager)
        let browser = Browser(.empty(), settings: GallerySettings(), environment: environment)
        browser.page.open(
            FeedItems(["1", "2"].map { FeedItem(title: $0, picture: .remote("http://lab/\($0)")) }))
        window = Window(size: CellSize(columns: 80, rows: 24), environment: environment)
        root = RootView(browser: browser)
        window.addSubview(root)
        root.list.reload()
        _ = colors()
    }

    private func colors() -> Set<RGB?> {
        window.turn(at: engine.time.now)
        return Set(window.drawFrame().cells.map(\.background.rgb))
    }

    @Test func `an opened picture shows the part that its row has shown`() throws {
        // given a row of which a part has arrived
        try #require(root.list.cells.first).imageView.image = Self.part
        #expect(colors().contains(Self.color))
        // when it is opened
        root.openPicture()
        // then the part is there, and the next picture does not show it
        #expect(colors().contains(Self.color) && root.isPictureOpen)
        root.picture.step(to: 1)
        #expect(!colors().contains(Self.color))
    }

    /// Regression: every resize, and the key for another method, showed an empty screen until more had arrived.
    @Test func `a part stays while the window or the way of drawing changes`() throws {
        for cell in root.list.cells { cell.imageView.image = Self.part }
        root.openPicture()
        for size in [(70, 20), (1, 1), (160, 48), (3, 2), (80, 24)] {
            window.resize(to: CellSize(columns: size.0, rows: size.1))
            #expect(colors().contains(Self.color) == (size.1 > 1), "\(size)")
        }
        root.reloadPictures()
        #expect(colors().contains(Self.color))
        root.refresh()
        #expect(colors().contains(Self.color))
    }

    @Test func `the next picture shows the part that its row has shown`() throws {
        try #require(root.list.cells.last).imageView.image = Self.part
        root.openPicture()
        #expect(!colors().contains(Self.color))
        root.picture.step(to: 1)
        #expect(colors().contains(Self.color))
    }

    /// As from a server that sends 8 KB each 40 ms. An empty screen has fewer than ten colors, a part of the photo many.
    @Test func `an opened picture is never empty while it arrives`() throws {
        let bytes = DemoPicture.firstJPEG.bytes
        for _ in 0..<2 {  // the row is laid out, and settles
            _ = colors()
            engine.time.advance(by: .milliseconds(100))
        }
        _ = colors()
        engine.runPending()
        var frames = 0
        for _ in 0..<100 where root.picture.loaded?.isFinal != true {
            let transfer = try #require(engine.transport.running.first { $0.url == "http://lab/1" })
            let rest = bytes.dropFirst(transfer.sentBytes)
            if rest.isEmpty { transfer.finish() } else { transfer.send(Array(rest.prefix(8192))) }
            engine.time.advance(by: .milliseconds(40))
            for _ in 0..<5 { engine.runPending() }
            if !root.isPictureOpen, colors().count > 25 { root.openPicture() }
            guard root.isPictureOpen else { continue }
            frames += 1
            if frames % 3 == 0 { window.resize(to: CellSize(columns: frames % 2 == 0 ? 80 : 60, rows: 24)) }
            #expect(colors().count > 12, "\(transfer.sentBytes) bytes")
        }
        #expect(frames > 3 && root.picture.loaded?.isFinal == true)
    }
}
