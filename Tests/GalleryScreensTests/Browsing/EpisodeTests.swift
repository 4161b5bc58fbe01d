import FeedTestSupport
import HalftoneCore
import ImageFeeds
import TestSupport
import Testing

@testable import GalleryScreens

/// A podcast whose episodes share a cover: each has a mark, a read state and a position of its own.
@MainActor @Suite(.endsInTime) struct EpisodeTests {
    private static let address = "http://h.test/podcast"
    private let folder = TemporaryDirectory()
    private let network = HeldNetwork()

    private func browse(_ episodes: [String]) async -> GalleryStage {
        let entries = episodes.map {
            "<item><guid>\($0)</guid><title>\($0)</title><enclosure type='image/png' url='http://h.test/c.png'/></item>"
        }
        network.answer(Self.address, "<rss><channel>\(entries.joined())</channel></rss>")
        let page = Page.reading([Self.address], network, name: "podcast")
        let browser = Browser.withoutScreen(page: page, state: UserState(file: StateFile(folder: folder.path)))
        let stage = GalleryStage(columns: 100, rows: 30, browser: browser)
        browser.start()
        await until("the feed") { page.count == episodes.count }
        return stage
    }

    @Test func `one is read without the others, and a new one is new`() async {
        let first = await browse(["b", "a"])
        first.press(.character("U"))
        #expect(first.readStates == [.read, .unread])
        #expect(first.browser.saveState() == [])
        #expect(await browse(["c", "b", "a"]).readStates == [.new, .read, .unread])
    }

    @Test func `one is marked without the others, and its cover is printed once`() async {
        let stage = await browse(["c", "b", "a"])
        stage.press(.character("m"))
        #expect(stage.browser.marks.count == 1)
        stage.press(.down, .character("m"))
        #expect(stage.browser.marks.count == 2)
        let marked = stage.page.list.items.filter { stage.browser.marks.contains($0.id) }
        #expect(marked.map(\.title) == ["c", "b"])
        #expect(stage.browser.marks.items.map(\.title) == ["c"])
    }

    @Test func `the selected one stays selected in the open view as others come`() async {
        let stage = await browse(["b", "a"])
        stage.press(.enter)
        network.answer(Self.address, nil)
        let entry = stage.page.entry(0)
        #expect(stage.root.picture.isHidden == false && stage.browser.state.state(of: entry) == .read)
        stage.page.refresh(stage.page.list.items)
        #expect(stage.footer.contains("1/2"))
        stage.press(.right)
        #expect(stage.footer.contains("2/2") && stage.readStates == [.read, .read])
    }

    @Test func `one is where the next run begins, though a new one has come`() async {
        let first = await browse(["c", "b", "a"])
        first.press(.down)
        #expect(first.browser.saveState() == [])
        #expect(await browse(["d", "c", "b", "a"]).page.selectedEntry?.item.title == "b")
    }

    @Test func `all have failed if their cover has`() async {
        let stage = await browse(["b", "a"])
        stage.page.didFail(stage.page.entry(0).item.picture)
        stage.filter(by: "is:failed")
        #expect(stage.page.count == 2)
    }

    @Test func `a marked entry keeps its page and its picture`() {
        var marks = Marks()
        let item = FeedItem(title: "t", page: "http://h.test/page", picture: .remote("http://h.test/c.png"))
        marks.toggle(item, of: nil)
        #expect(marks.items == [item])
    }
}
