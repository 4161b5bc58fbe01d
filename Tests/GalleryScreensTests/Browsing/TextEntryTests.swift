import HalftoneCore
import ImageFeeds
import TerminalScreen
import TestSupport
import Testing

@testable import GalleryScreens

/// Entries of feeds without pictures: the hint at them, and the filter that shows them.
@MainActor @Suite(.endsInTime) struct TextEntryTests {
    private static let address = "http://h.test/feed"
    private let network = HeldNetwork()
    private let stage: GalleryStage

    init() {
        stage = GalleryStage(
            columns: 120, rows: 30, browser: .withoutScreen(page: .reading([Self.address], network)))
    }

    private func open(_ pictures: [String]) async {
        let entries = ["one", "two"].map { "<entry><title>\($0)</title><id>\($0)</id></entry>" }.joined()
        network.answer(
            Self.address, HeldNetwork.feed(pictures).replacing("</feed>", with: "\(entries)</feed>"))
        stage.page.reader.open()
        await until("the feed") { !stage.page.reader.isReading }
    }

    @Test func `the hint names the filter, which shows the entries as long as it stays`() async {
        await open(["a", "b"])
        #expect(stage.footer.contains("2 entries without pictures; f is:text"))
        stage.filter(by: "is:text")
        await until("the entries") { stage.page.titles == ["one", "two"] }
        #expect(network.count(of: Self.address) == 2 && stage.page.list.items.count == 4)
        stage.press(.escape)
        await until("the pictures") { stage.page.titles == ["a", "b"] }
    }

    /// Regression: the entries replaced the empty page together with its filter.
    @Test func `a feed without any picture shows its entries to the filter`() async {
        await open([])
        #expect(stage.line(of: "f is:text: entries without pictures") != nil)
        stage.filter(by: "is:text")
        await until("the entries") { stage.page.titles == ["one", "two"] }
        #expect(stage.page.arrangement.filter.text == "is:text")
    }

    @Test func `the filter shows only entries without pictures`() {
        stage.page.open(
            FeedItems([
                FeedItem(title: "a", picture: .local("/nowhere/a")), FeedItem(title: "bare", picture: .missing),
            ]))
        stage.filter(by: "is:text")
        #expect(stage.page.titles == ["bare"])
    }
}
