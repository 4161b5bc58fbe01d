import FeedTestSupport
import ImageFeeds
import Pixels
import TerminalScreen
import TestSupport
import Testing

@testable import GalleryScreens
@testable import ScreenKit

/// The key that changes how pictures are drawn.
@MainActor @Suite(.endsInTime) struct GlyphKeyTests {
    private let stage = GalleryStage(columns: 90, rows: 31)
    private let folder = TemporaryDirectory()
    private var renderer: PictureRenderer { stage.browser.environment.renderer }

    /// A terminal that has answered that it shows sixels.
    private static let sixels: PictureMethods = {
        var facts = TerminalCapabilities()
        facts.adopt(.deviceAttributes(hasSixels: true))
        return PictureMethods(
            colors: .direct,
            support: PixelSupport(
                facts: facts, environment: TerminalEnvironment(), cell: PixelSize(width: 10, height: 20)),
            profile: TerminalProfile(reply: "XTerm(379)", environment: TerminalEnvironment()))
    }()

    @Test func `P switches between half blocks and the finest characters where there are no pixels`() {
        #expect(renderer.glyphs == .halfBlocks && !stage.browser.hintsAtPixels)
        stage.press(.character("P"))
        #expect(renderer.glyphs == .blocks && stage.footer.contains("pictures: blocks"))
        stage.press(.character("P"))
        #expect(renderer.glyphs == .halfBlocks && stage.footer.contains("pictures: half"))
    }

    @Test func `P switches between half blocks and pixels, and the hint names them until it was pressed`() {
        stage.page.open(GalleryStage.items(["a"]))
        stage.browser.environment[PictureMethods.self] = Self.sixels
        stage.root.list.updateFooter()
        #expect(stage.footer.contains("P pixels"))
        stage.press(.character("P"))
        #expect(renderer.method == .pixels(.sixel) && stage.footer.contains("pictures: sixel"))
        stage.press(.character("P"))
        #expect(renderer.method == .glyphs(.halfBlocks) && stage.footer.contains("pictures: half"))
        stage.turn(after: .seconds(60))  // the hints replace the status message
        #expect(stage.footer.contains("quit") && !stage.footer.contains("P pixels"))
        #expect(stage.browser.state.pictures(on: "xterm") == .half)
    }

    /// Regression: the choice was kept under `$TERM`, which many terminals share.
    @Test func `a choice before the terminal has answered is remembered under the name that it gives`() {
        stage.press(.character("P"))
        stage.browser.environment[PictureMethods.self] = Self.sixels
        #expect(stage.browser.saveState() == [])
        #expect(stage.browser.state.stored.pictures["xterm"] == .best)
    }

    /// Regression: a terminal of the same name without sixels drew in quadrants.
    @Test func `pixels that were chosen are half blocks where there are none`() {
        stage.browser.environment[PictureMethods.self] = Self.sixels
        stage.press(.character("P"))
        #expect(stage.browser.saveState() == [])
        #expect(stage.browser.state.stored.pictures["xterm"] == .pixels)
        #expect(Self.sixels.method(.pixels) == .pixels(.sixel))
        #expect(PictureMethods(colors: .direct, support: nil).method(.pixels) == .glyphs(.halfBlocks))
    }

    @Test func `no choice is remembered where there is none`() {
        stage.browser.environment[PictureMethods.self] = PictureMethods(
            colors: .direct, support: nil, ambiguousWidth: 2)
        stage.press(.character("P"))
        #expect(stage.browser.saveState() == [])
        #expect(stage.browser.state.stored.pictures.values.isEmpty)
    }

    @Test func `P says why there are only half blocks`() {
        stage.browser.environment[PictureMethods.self] = PictureMethods(
            colors: .direct, support: nil, ambiguousWidth: 2)
        stage.press(.character("P"))
        #expect(
            renderer.method == .glyphs(.halfBlocks)
                && stage.footer.contains("pictures: half, blocks are two columns wide here"))
    }

    @Test func `an open picture is loaded again in the pixels of the new characters`() async {
        let path = folder.write(FlatPicture.png(900, 600, (10, 200, 10)), to: "a.png")
        stage.page.open(FeedItems([FeedItem(title: "a", picture: .local(path))]))
        stage.press(.enter)
        await until("the picture") { stage.root.picture.loaded?.image.size == PixelSize(width: 90, height: 60) }
        stage.press(.character("P"))
        await until("more pixels") { stage.root.picture.loaded?.image.size == PixelSize(width: 720, height: 480) }
        #expect(stage.root.picture.zoom.placement.size == PixelSize(width: 720, height: 240))
    }
}
