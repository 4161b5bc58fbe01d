import FeedTestSupport
import HalftoneCore
import ImageFeeds
import ImageLoading
import TestSupport
import Testing

@testable import GalleryScreens
@testable import ScreenKit

/// Feeds that a web page links to: pages on top of the page, which goes on loading below.
@MainActor @Suite(.endsInTime) struct LinkedFeedTests {
    private static let (one, two, three) = ("http://h.test/one", "http://h.test/two", "http://h.test/three")
    private static let many = (0..<20).map { "a\($0)" }
    private let network = HeldNetwork()
    private let folder = TemporaryDirectory()
    private let browser: Browser
    private let first: Page
    private let stage: GalleryStage

    init() {
        first = Page.reading([Self.one, Self.three], network)
        browser = .withoutScreen(page: first)
        stage = GalleryStage(browser: browser)
        let link = "<link rel='alternate' type='application/atom+xml' href='\(Self.two)'>"
        network.answer(
            Self.one,
            "<html><head>\(link)<link rel='next' href='http://h.test/page'></head><body><img src='/p.png'></body></html>"
        )
        network.answer(Self.two, HeldNetwork.feed(["b", "c"]))
        network.answer(Self.three, HeldNetwork.feed(["z"]))
    }

    private func titles(_ page: Page) -> [String] { page.list.items.map(\.title) }

    private func open() async {
        first.reader.open()
        await until("the page") { first.count == 2 }
    }

    private func follow() { if let link = browser.page.reader.linkedFeeds.first { browser.open(link) } }

    private func enter() async {
        follow()
        await until("the feed") { browser.pages.count == 2 && browser.page.count > 0 }
    }

    @Test func `messages of a linked feed name the user's keys`() async throws {
        browser.environment[KeyBindings<Action>.self] = try KeyBindings(changing: ["help": ["F2"]])
        await open()
        await enter()
        #expect(browser.page.recoveryHint.contains("F2: keys"))
    }

    @Test func `a feed that is being read has a page over the one that names it`() async {
        await open()
        stage.press(.down)
        network.hold(Self.two)
        follow()
        await network.asked(Self.two)
        #expect(browser.pages.count == 2 && stage.line(of: "Reading \(Self.two) …") != nil)
        network.letGo(Self.two)
        await until("the feed") { browser.page.count == 2 }
        #expect(titles(browser.page) == ["b", "c"] && browser.page.row == 0 && stage.footer.contains("1/2"))
        #expect(stage.line(of: "Reading") == nil)
        // back without a request, to the picture that was selected
        browser.goBack()
        #expect(browser.page === first && first.row == 1 && network.count(of: Self.one) == 1)
        #expect(stage.footer.contains("2/2"))
    }

    @Test func `Esc cancels a feed that is being read`() async {
        await open()
        network.hold(Self.two)
        follow()
        await network.asked(Self.two)
        stage.press(.escape)
        #expect(browser.pages.count == 1 && browser.page === first)
        network.letGo(Self.two)
        await enter()
        #expect(titles(browser.page) == ["b", "c"])
    }

    @Test func `a feed that cannot be read is named, and Esc leads back`() async {
        await open()
        network.answer("http://h.test/page", HeldNetwork.feed(Self.many))
        network.answer(Self.two, nil)
        for attempt in 1...2 {
            follow()
            await until("the failure") { browser.page.problem != nil }
            #expect(stage.line(of: "\(Self.two): down") != nil && stage.footer.contains("Esc back"))
            #expect(network.count(of: Self.two) == attempt)
            stage.press(.escape)
            #expect(browser.page === first)
        }
        #expect(browser.errors.isEmpty && !browser.hasNothingToShow)
        // and the page goes on
        browser.page.readAhead()
        await until("the second page") { first.count == 22 }
    }

    /// Regression: pending loads were cancelled, and started again on the way back.
    @Test func `items that are still arriving are added to the page below`() async {
        network.hold(Self.three)
        first.reader.open()
        await until("the page") { first.count == 1 }
        await enter()
        network.letGo(Self.three)
        await until("the slow source") { first.count == 2 }
        #expect(titles(browser.page) == ["b", "c"] && stage.line(of: "p.png") == nil)
        browser.goBack()
        #expect(stage.line(of: "z") != nil && network.count(of: Self.three) == 1)
    }

    @Test func `a refresh and an arrangement continue below too`() async {
        let many = 6_000
        first.open(.numbered(0..<many))
        browser.open(FeedLink(title: nil, address: RequestAddress(Self.two)))
        first.refresh(.numbered(5..<many))
        first.arrange(SortAndFilter(order: .newest))
        await until("the feed") { browser.page.count == 2 }
        await until("the page below") { !first.isRefreshing && !first.isArranging }
        #expect(titles(browser.page) == ["b", "c"] && first.count == many - 5 && browser.page.arrangement.isPlain)
        browser.goBack()
        #expect(browser.page.entry(0).item.title == "p5999" && stage.footer.contains("/\(many - 5)"))
    }

    /// Regression: a choice in the list of another page's sources showed none of the items.
    @Test func `sources that are counted while another page is opened are not listed`() async {
        first.open(.numbered(0..<6_000))
        stage.press(.tab)
        #expect(stage.root.listing.isRunning)
        browser.open(FeedLink(title: nil, address: RequestAddress(Self.two)))
        await until("the count") { !stage.root.listing.isRunning }
        #expect(stage.root.choice.isHidden)
    }

    @Test func `the page below continues its pages where they were`() async {
        network.answer("http://h.test/page", HeldNetwork.feed(Self.many, next: "http://h.test/last"))
        network.answer("http://h.test/last", HeldNetwork.feed(["last"]))
        await open()
        network.hold("http://h.test/page")
        browser.page.readAhead()
        await network.asked("http://h.test/page")
        await until("its status") { first.activity == "loading more …" }
        network.letGo("http://h.test/page")
        await until("the second page") { first.count == 22 }
        await enter()
        #expect(!browser.page.reader.paging.hasMore)
        browser.goBack()
        browser.page.select(row: 21)
        await until("the last page") { first.count == 23 }
        #expect(network.count(of: "http://h.test/page") == 1 && network.count(of: Self.one) == 1)
    }

    /// Returns a cache that has a feed of an earlier run.
    private func cache(keeping feed: String) async -> KeptFeeds {
        let cache = KeptFeeds(disk: DiskCache(directory: folder.path))
        let page = Page.reading([feed], network, cache: cache)
        page.reader.open()
        await until("the feed") { page.count > 0 && page.reader.pending.isEmpty }
        return cache
    }

    @Test func `the status of cached items belongs to the page on screen`() async {
        let cache = await cache(keeping: Self.three)
        network.hold(Self.three)
        let page = Page.reading([Self.three], network, cache: cache)
        let browser = Browser.withoutScreen(page: page)
        page.reader.open()
        await until("what was kept") { page.count == 1 }
        #expect(page.reader.isKept)
        browser.open(FeedLink(title: nil, address: RequestAddress(Self.two)))
        await until("the linked feed") { browser.page.count == 2 }
        #expect(browser.page.activity == nil)
        browser.goBack()
        #expect(browser.page.activity?.hasSuffix("is loading …") == true)
        network.letGo(Self.three)
    }

    /// Regression: the failure was not reported, and the cached feed was not said to be old.
    @Test func `a cached feed whose server fails is reported as old`() async {
        let cache = await cache(keeping: Self.two)
        let page = Page.reading([Self.three], network, cache: cache)
        let stage = GalleryStage(columns: 120, browser: .withoutScreen(page: page))
        page.reader.open()
        await until("the page") { page.count == 1 }
        network.answer(Self.two, nil)
        stage.browser.open(FeedLink(title: nil, address: RequestAddress(Self.two)))
        await until("the failure") { !stage.browser.errors.isEmpty }
        #expect(stage.footer.contains("down; showing what it had before"))
    }

    @Test func `a message about an arrangement is shown on its page only`() async {
        first.open(.numbered(0..<6_000))
        stage.press(.character("s"))
        #expect(first.isArranging)
        browser.enter(.numbered(0..<3), of: Self.two)
        await until("the page below") { !first.isArranging }
        #expect(!stage.footer.contains("newest first"))
    }
}
