import FeedTestSupport
import HalftoneCore
import ImageFeeds
import TestSupport
import Testing

@testable import GalleryScreens

/// Returning to the picture at which the same sources were left.
@MainActor @Suite(.endsInTime) struct PositionTests {
    private static let one = "http://h.test/1"
    private static let many = 6_000
    private let network = HeldNetwork()
    private let page: Page
    private let stage: GalleryStage

    init() {
        page = Page.reading([Self.one], network)
        stage = GalleryStage(browser: .withoutScreen(page: page))
    }

    /// Publishes pages of twenty pictures each, from `p0` on.
    private func publish(_ pages: Int, newest: [String] = []) {
        for number in 0..<pages {
            let titles = (number == 0 ? newest : []) + (number * 20..<number * 20 + 20).map { "p\($0)" }
            let next = number + 1 < pages ? "http://h.test/\(number + 2)" : nil
            network.answer("http://h.test/\(number + 1)", HeldNetwork.feed(titles, next: next))
        }
    }

    private func read(_ count: Int = 20) async {
        page.reader.open()
        await until("the first page") { page.count == count }
    }

    private func restore(_ name: String, _ index: Int, meanwhile: () -> Void = {}) async {
        page.restore(ReadingPosition(picture: name, index: index))
        meanwhile()
        await until("the position to be restored") { !page.restoring.isRunning }
    }

    // MARK: - Among the items

    /// Regression: all items were searched before the first key was handled.
    @Test func `a position among very many items is found while keys are handled`() async {
        page.open(.numbered(0..<Self.many))
        await restore("/p4000", 3_000) { #expect(page.restoring.isRunning && page.row == 0) }
        #expect(page.row == 4_000)
    }

    @Test func `a selection that moves before the position is found stays there`() async {
        page.open(.numbered(0..<Self.many))
        await restore("/p4000", 3_000) { page.select(row: 5) }
        #expect(page.row == 5)
        page.open(.numbered(0..<Self.many))
        await restore("/p4000", 3_000) { page.open(.numbered(1...Self.many)) }
        #expect(page.row == 0)
    }

    /// Regression: the search ended with the items in which it had begun, and the first picture was remembered instead.
    @Test func `a position is searched among items that arrive meanwhile`() async {
        page.open(.numbered(0..<Self.many))
        await restore("/p4000", 3_000) { page.append(.numbered([-1])) }
        #expect(page.row == 4_000 && page.awaitedPosition == nil)
    }

    /// Regression: restoring the position moved the selection under an open picture, which was then taken for another.
    @Test func `opening a picture before the position is found ends the search`() async {
        page.open(.numbered(0..<Self.many))
        await restore("/p4000", 3_000) { page.stopRestoring() }
        #expect(page.awaitedPosition == nil && page.row == 0)
    }

    @Test func `a removed picture restores the beginning, and the nearest one of copies is selected`() async {
        page.open(.numbered(Array(0..<Self.many) + [7, 8]))
        await restore("/gone", 3_000)
        #expect(page.row == 0)
        await restore("/p7", 5_000)
        #expect(page.row == Self.many)
    }

    // MARK: - On later pages

    /// Regression: the position was searched on the first page only, and a user who had left on the third was at the
    /// beginning.
    @Test func `a position on a later page is found by reading the pages before it`() async {
        publish(4)
        await read()
        await restore("http://h.test/p45.png", 45)
        await until("the page of the picture") { page.count == 60 }
        #expect(page.row == 45 && page.awaitedPosition == nil && network.count(of: "http://h.test/4") == 0)
        #expect(stage.footer.contains("last position"))
    }

    @Test func `the position on a later page is remembered until the page arrives`() async {
        publish(2)
        network.hold("http://h.test/2")
        await read()
        await restore("http://h.test/p25.png", 25)
        #expect(page.row == 0 && page.awaitedPosition != nil && page.positionToRemember?.index == 25)
        // a key that moves ends the search
        stage.press(.down)
        #expect(page.awaitedPosition == nil && page.positionToRemember?.index == 1)
        network.letGo("http://h.test/2")
        await until("the second page") { page.count == 40 }
        #expect(page.row == 1)
    }

    @Test func `a cancelled search and a key that moves nowhere do not end the search for the position`() async {
        publish(2)
        network.hold("http://h.test/2")
        await read()
        await restore("http://h.test/p25.png", 25)
        stage.press(.up, .character("/"))
        stage.type("p9")
        #expect(page.row == 9 && page.awaitedPosition == nil)
        stage.press(.escape)
        #expect(page.row == 0 && page.awaitedPosition != nil)
        network.letGo("http://h.test/2")
        await until("the second page") { page.count == 40 }
        #expect(page.row == 25)
    }

    /// Regression: nothing looked for the position after the search was cancelled.
    @Test func `a position on a page that arrives during a search is found when that is cancelled`() async {
        publish(2)
        network.hold("http://h.test/2")
        await read()
        await restore("http://h.test/p25.png", 25)
        stage.press(.character("/"))
        stage.type("p9")
        network.letGo("http://h.test/2")
        await until("the second page") { page.count == 40 }
        #expect(page.row == 9)
        stage.press(.escape)
        #expect(page.row == 25)
    }

    @Test func `the search for a position ends with the sources`() async {
        publish(1)
        await read()
        await restore("http://h.test/gone.png", 25)
        #expect(page.row == 0 && page.awaitedPosition == nil && page.positionToRemember == nil)
    }

    @Test func `reading pages ends where the position can hardly be`() async {
        publish(20)
        await read()
        await restore("http://h.test/gone.png", 45)
        // all new pictures may precede it: a hundred pictures and the page that has the last of them
        await until("the last page that is read") { page.count == 160 && !page.reader.paging.isReading }
        #expect(!page.wantsPageForPosition && page.awaitedPosition != nil && network.count(of: "http://h.test/9") == 0)
    }

    @Test func `a position in a slow source is found when the source arrives`() async {
        let slow = Page.reading(["http://h.test/slow", Self.one], network)
        publish(1)
        network.answer("http://h.test/slow", HeldNetwork.feed((100..<110).map { "p\($0)" }))
        network.hold("http://h.test/slow")
        slow.reader.open()
        await until("the quick source") { slow.count == 20 }
        slow.restore(ReadingPosition(picture: "http://h.test/p107.png", index: 7))
        #expect(slow.row == 0 && slow.awaitedPosition != nil)
        network.letGo("http://h.test/slow")
        await until("the slow source") { slow.count == 30 }
        #expect(slow.row == 7 && slow.awaitedPosition == nil)
    }

    // MARK: - Through a refresh

    /// Regression: the selection went back to the first page.
    @Test func `a refresh on a later page restores the position there`() async {
        publish(2)
        await read()
        page.select(row: 19)
        await until("the second page") { page.count == 40 }
        page.select(row: 33)
        stage.press(.enter)
        #expect(stage.footer.contains("p33") && stage.footer.contains("34/40"))
        publish(2, newest: ["new"])
        stage.browser.refreshAll()
        await until("both pages again") { page.count == 41 }
        #expect(page.selectedEntry?.item.title == "p33" && stage.footer.contains("35/41"))
        stage.press(.escape)
        #expect(stage.line(of: "p33") != nil)
    }

    /// Regression: the position that was being searched was replaced by the one shown meanwhile.
    @Test func `a second refresh during the search keeps the position`() async {
        publish(2)
        await read()
        page.select(row: 19)
        await until("the second page") { page.count == 40 }
        page.select(row: 33)
        network.hold("http://h.test/2")
        for count in 1...2 {
            publish(2, newest: (0..<count).map { "new\($0)" })
            stage.browser.refreshAll()
            await until("the first page again") { page.count == 20 + count }
            #expect(page.awaitedPosition != nil && page.positionToRemember?.index == 33)
        }
        network.letGo("http://h.test/2")
        await until("the second page again") { page.count == 42 }
        #expect(page.selectedEntry?.item.title == "p33")
        page.select(row: 3)
        #expect(page.positionToRemember?.item == .picture("http://h.test/p1.png"))
    }

    // MARK: - In the file

    @Test func `positions of all pages are stored and found in the next run`() async {
        let folder = TemporaryDirectory()
        publish(1)
        network.answer("http://h.test/linked", HeldNetwork.feed(["a", "b", "c"]))
        func browse() async -> Browser {
            let page = Page.reading([Self.one], network, name: "one")
            let state = UserState(file: StateFile(folder: folder.path + "/state"))
            let browser = Browser.withoutScreen(page: page, state: state)
            browser.start()
            await until("the page") { page.count == 20 }
            return browser
        }
        let browser = await browse()
        browser.page.select(row: 4)
        browser.open(FeedLink(title: nil, address: "http://h.test/linked"))
        await until("the linked feed") { browser.page.count == 3 }
        browser.page.select(row: 2)
        #expect(browser.saveState() == [])
        let next = await browse()
        #expect(next.page.row == 4)
        next.open(FeedLink(title: nil, address: "http://h.test/linked"))
        await until("the linked feed") { next.page.count == 3 }
        #expect(next.page.row == 2)
        // the position of this run counts more than the stored one
        next.page.select(row: 1)
        next.goBack()
        next.open(FeedLink(title: nil, address: "http://h.test/linked"))
        await until("the linked feed") { next.page.count == 3 }
        #expect(next.page.row == 1)
    }
}
