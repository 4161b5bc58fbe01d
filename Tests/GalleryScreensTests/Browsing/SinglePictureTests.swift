import HalftoneCore
import ImageFeeds
import TerminalScreen
import TestSupport
import Testing

@testable import GalleryScreens
@testable import ScreenKit

/// A single picture as the only source, which is opened at once.
@MainActor @Suite(.endsInTime) struct SinglePictureTests {
    private let folder = TemporaryDirectory()

    private func stage(_ sources: [String]) async -> GalleryStage {
        folder.write(FlatPicture.png(6, 4, (200, 10, 10)), to: "a.png")
        let sources = sources.map { FeedSource.path(FilePath($0.isEmpty ? folder.path : "\(folder.path)/\($0)")) }
        let environment = SourceReader.Environment(fetcher: HeldNetwork(), pause: {})
        let reader = SourceReader(sources, options: .withFolders, environment: environment)
        let page = Page(title: "it", reader: reader)
        let stage = GalleryStage(browser: .withoutScreen(page: page))
        reader.open()
        await until("the picture") { page.count > 0 }
        return stage
    }

    @Test func `it is open before a key is pressed, and an animation plays`() async {
        let stage = await stage(["a.png"])
        #expect(stage.root.isPictureOpen && stage.root.picture.imageView.autoPlays)
        stage.press(.escape)
        #expect(!stage.root.isPictureOpen)
        stage.press(.enter)
        #expect(stage.root.isPictureOpen)
    }

    @Test func `the key that quits ends the gallery, which has no list to go back to`() async {
        let stage = await stage(["a.png"])
        var requests = 0
        stage.root.didAsk = { if case .quit = $0 { requests += 1 } }
        stage.press(.character("q"))
        #expect(requests == 1)
    }

    @Test func `a file that is no picture is opened too, with a message`() async {
        folder.write(Array("<!DOCTYPE html>\u{1B}[31m<p>".utf8), to: "page.png")
        let stage = await stage(["page.png"])
        await stage.turn(until: "the failure") { stage.root.picture.hasEnded }
        #expect(stage.lines.contains { $0.contains("looks like HTML") })
    }

    @Test func `a folder with one picture, or two sources, are a list`() async {
        #expect(await !stage([""]).root.isPictureOpen)
        #expect(await !stage(["a.png", "a.png"]).root.isPictureOpen)
    }
}
