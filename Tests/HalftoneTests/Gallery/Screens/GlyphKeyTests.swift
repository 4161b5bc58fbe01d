import FeedTestSupport
import ImageFeeds
import Pixels
import TerminalScreen
import TestSupport
import Testing

@testable import halftone

/// The key that changes the characters of pictures.
@MainActor @Suite(.endsInTime) struct GlyphKeyTests {
    private let stage = GalleryStage(columns: 90, rows: 31)
    private let folder = TemporaryDirectory()
    private var renderer: PictureRenderer { stage.browser.environment.renderer }

    @Test func `P cycles through the characters that every terminal has`() {
        #expect(renderer.glyphs == .halfBlocks)
        stage.press(.character("P"))
        #expect(renderer.glyphs == .blocks && stage.footer.contains("pictures: blocks"))
        stage.press(.character("P"))
        #expect(renderer.glyphs == .halfBlocks)
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
