import FeedTestSupport
import ImageFeeds
import TestSupport
import Testing

@testable import GalleryScreens

/// How a source is shown when it is opened again.
@MainActor @Suite(.endsInTime) struct RememberedLayoutTests {
    private let folder = TemporaryDirectory()
    private let network = HeldNetwork()
    private static let address = "http://h.test/f"

    private func browse(
        _ settings: GallerySettings = GallerySettings(), name: SourceID? = "f", columns: Int = 120
    ) async -> GalleryStage {
        network.answer(Self.address, HeldNetwork.feed(["b", "c", "a"]))
        network.answer("http://h.test/linked", HeldNetwork.feed(["x", "y"]))
        let page = Page.reading([Self.address], network, name: name)
        let state = UserState(file: StateFile(folder: folder.path))
        let stage = GalleryStage(
            columns: columns, rows: 30, browser: .withoutScreen(settings: settings, page: page, state: state))
        stage.browser.start()
        await until("the feed") { page.count == 3 && !page.isArranging }
        stage.turn()
        return stage
    }

    private func settings(_ layout: GalleryLayout?, _ order: SortAndFilter.Order?) -> GallerySettings {
        var settings = GallerySettings()
        if let layout { (settings.layout, settings.asksForLayout) = (layout, true) }
        if let order { (settings.order, settings.asksForOrder) = (order, true) }
        return settings
    }

    private func chooseGridByTitle() async {
        let stage = await browse()
        #expect(stage.page.layout == .list && stage.page.titles == ["b", "c", "a"])
        stage.press(.character("v"), .character("s"), .character("s"), .character("s"), .character("+"))
        #expect(stage.page.layout == .grid && stage.page.titles == ["a", "b", "c"])
        #expect(stage.browser.saveState() == [])
    }

    @Test func `layout, order and size are those that were chosen last`() async {
        await chooseGridByTitle()
        let stage = await browse()
        #expect(stage.page.layout == .grid && stage.page.titles == ["a", "b", "c"])
        #expect(stage.root.list.items.columnCount == 3, "one less than by default")
        stage.press(.character("v"))
        #expect(stage.browser.saveState() == [])
        #expect(await browse().page.layout == .preview)
    }

    @Test func `another source has its own`() async {
        await chooseGridByTitle()
        let stage = await browse(name: "other")
        #expect(stage.page.layout == .list && stage.page.titles == ["b", "c", "a"])
    }

    @Test func `options of the command line win, and are not remembered`() async {
        await chooseGridByTitle()
        let stage = await browse(settings(.preview, .feed))
        #expect(stage.page.layout == .preview && stage.page.titles == ["b", "c", "a"])
        #expect(stage.browser.saveState() == [])
        let next = await browse()
        #expect(next.page.layout == .grid && next.page.titles == ["a", "b", "c"])
    }

    @Test func `a key after such an option is remembered`() async {
        let stage = await browse(settings(.grid, nil))
        stage.press(.character("v"))
        #expect(stage.browser.saveState() == [])
        #expect(await browse().page.layout == .preview)
    }

    @Test func `settings of the config file count for sources without a choice`() async {
        var chosen = settings(.preview, .title)
        (chosen.asksForLayout, chosen.asksForOrder) = (false, false)
        let stage = await browse(chosen)
        #expect(stage.page.layout == .preview && stage.page.titles == ["a", "b", "c"])
        stage.press(.character("v"))
        #expect(stage.browser.saveState() == [])
        let next = await browse(chosen)
        #expect(next.page.layout == .list && next.page.titles == ["a", "b", "c"])
    }

    @Test func `a linked feed has its own, else that of the page that leads to it`() async {
        let first = await browse()
        first.press(.character("v"))
        await open(first)
        #expect(first.page.layout == .grid)
        first.press(.character("v"))
        #expect(first.browser.saveState() == [])
        let next = await browse()
        #expect(next.page.layout == .grid)
        await open(next)
        #expect(next.page.layout == .preview)
        next.browser.goBack()
        #expect(next.page.layout == .grid)
    }

    private func open(_ stage: GalleryStage) async {
        stage.browser.open(FeedLink(title: nil, address: "http://h.test/linked"))
        await until("the linked feed") { stage.browser.pages.count == 2 }
    }

    @Test func `a size that was chosen on a larger screen fits`() async {
        let large = await browse(settings(.grid, nil), columns: 400)
        for _ in 0..<80 { large.press(.character("-")) }
        #expect(large.browser.saveState() == [])
        let small = await browse(settings(.grid, nil), columns: 40)
        #expect(small.root.list.items.columnCount == 10)
    }
}
