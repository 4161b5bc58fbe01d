import HalftoneCore
import ImageFeeds
import TerminalScreen
import TerminalViews
import TestSupport
import Testing

@testable import GalleryScreens
@testable import ScreenKit

/// The list of sources: the line of each, retrying, and showing one alone.
@MainActor @Suite(.endsInTime) struct SourcesScreenTests {
    private static let addresses = (0..<4).map { "http://h.test/\($0)" }
    private let network = HeldNetwork()
    private let stage: GalleryStage
    private let folder = TemporaryDirectory()

    init() {
        let page = Page.reading(Self.addresses, network)
        stage = GalleryStage(
            columns: 120, rows: 30,
            browser: .withoutScreen(page: page, state: UserState(file: StateFile(folder: folder.path))))
        network.answer(
            Self.addresses[0], HeldNetwork.feed(["a", "b", "c"]).replacing("<title>t<", with: "<title>Harbor<"))
        network.answer(Self.addresses[2], HeldNetwork.feed(["d"]).replacing("<title>t<", with: "<title>Boats<"))
    }

    private func open() async {
        stage.page.reader.open()
        await until("the feeds") { stage.page.count == 4 && stage.page.reader.coming.isEmpty }
        letMessagesPass()
    }

    private func letMessagesPass() {
        stage.turn()
        stage.turn(after: .seconds(10))
    }

    @Test func `the last line shows how many sources failed, and the key that lists them`() async {
        await open()
        #expect(stage.footer.contains("2 of 4 sources failed (Tab)"))
        stage.press(.down)
        #expect(stage.footer.contains("2 of 4 sources failed (Tab)"))
    }

    @Test func `each source has a line with its counts and its error, the failed ones first`() async {
        await open()
        stage.press(.character("U"), .tab)
        let lines = stage.lines
        #expect(lines[1].contains("all of it") && lines[1].contains(/4 +3/))
        #expect(lines[2].contains("✗ http://h.test/1") && lines[2].contains("down"))
        #expect(lines[3].contains("✗ http://h.test/3"))
        #expect(lines[4].contains("Harbor") && lines[4].contains(/3 +2 +ok/))
        #expect(lines[5].contains("Boats") && lines[5].contains(/1 +1 +ok/))
        #expect(lines[0].contains("2 failed") && stage.footer.contains("4 sources") && stage.footer.contains("1/5"))
        stage.press(.down)
        #expect(stage.lines[26].contains("http://h.test/1") && stage.lines[27].contains("down"))
        stage.press(.escape)
        #expect(stage.line(of: "Sources") == nil && stage.page.count == 4)
    }

    @Test func `a source is shown alone until Esc shows all again`() async {
        await open()
        stage.press(.tab, .end, .up, .enter)
        #expect(stage.page.count == 3 && stage.footer.hasPrefix(" Harbor"))
        stage.press(.character("f"))
        stage.type("c")
        stage.press(.enter)
        #expect(stage.page.count == 1)
        stage.press(.escape)
        #expect(stage.page.count == 3)
        stage.press(.tab)
        #expect(stage.footer.contains("4/5"), "the one that is shown is chosen")
        stage.press(.escape, .escape)
        #expect(stage.page.count == 4)
        stage.press(.tab, .end, .enter, .tab, .home, .enter)
        #expect(stage.page.count == 4 && stage.page.arrangement.isPlain)
    }

    @Test func `a source that failed is said to have nothing when it is shown alone`() async {
        await open()
        stage.press(.tab, .down, .enter)
        #expect(stage.line(of: "No pictures in this source.") != nil)
        stage.press(.escape)
        #expect(stage.page.count == 4)
    }

    @Test func `one source is read again alone, and all with the key that reads everything`() async {
        await open()
        network.answer(Self.addresses[1], HeldNetwork.feed(["e"]))
        network.answer(Self.addresses[3], HeldNetwork.feed(["f"]))
        stage.press(.tab, .down, .character("r"))
        await until("the one") { stage.page.count == 5 && !stage.page.reader.isReading }
        #expect(Self.addresses.map(network.count(of:)) == [1, 2, 1, 1])
        #expect(stage.lines[0].contains("1 failed") && stage.lines[2].contains("✗ http://h.test/3"))
        stage.press(.character("R"))
        await until("the other") { stage.page.count == 6 && !stage.page.reader.isReading }
        #expect(Self.addresses.map(network.count(of:)) == [2, 3, 2, 2])
        #expect(stage.page.reader.failedCount == 0)
    }

    @Test func `failures of other sources are not reported again when one is read again`() async {
        await open()
        network.answer(Self.addresses[3], HeldNetwork.feed(["f"]))
        stage.press(.tab, .down, .down, .character("r"))
        await until("the one") { stage.page.count == 5 && !stage.page.reader.isReading }
        #expect(stage.lines[2].contains("✗ http://h.test/1") && stage.page.reader.failedCount == 1)
        #expect(!stage.footer.contains("down"), "\(stage.footer)")
    }

    @Test func `the sources are listed before the first has responded`() {
        stage.press(.tab)
        #expect(Self.addresses.allSatisfy { stage.line(of: $0) != nil })
        #expect(stage.lines.count { $0.contains("loading") } >= 4 && stage.footer.contains("4 sources"))
    }

    @Test func `where none could be read all are listed and retried`() async {
        for address in Self.addresses { network.answer(address, nil) }
        stage.page.reader.open()
        await until("the failure") { stage.page.reader.failedCount == 4 }
        stage.press(.tab)
        #expect(stage.lines[1...5].filter { $0.contains("✗") }.count == 4)
        network.answer(Self.addresses[3], HeldNetwork.feed(["f"]))
        stage.press(.character("R"))
        await until("the one that is back") { stage.page.count == 1 }
    }

    @Test func `the list is resized at every step`() async {
        await open()
        stage.press(.tab)
        for (columns, rows) in [(40, 10), (10, 3), (1, 1), (200, 60), (80, 4), (120, 30)] {
            stage.window.resize(to: CellSize(columns: columns, rows: rows))
            stage.press(.down, .pageDown, .up)
            stage.turn()
        }
        #expect(stage.line(of: "Sources") != nil && stage.footer.contains("4/5"))
    }

    @Test func `the mouse chooses a source, and a double click shows it alone`() async {
        await open()
        stage.press(.tab)
        stage.click(10, 4)
        #expect(stage.footer.contains("4/5"))
        stage.mouse(.doubleClick, 10, 4)
        #expect(stage.page.count == 3)
    }

    @Test func `the selection moves through ten thousand sources`() async {
        let count = 10_000
        let reports = (0..<count).map { number in
            SourceReport(
                source: .url(RequestAddress("http://h.test/\(number)")), title: "title \(number).",
                state: number % 2 == 0 ? .read : .failed(.empty))
        }
        var lines = SourceLines()
        lines.update(reports, FeedItems(), title: "all", room: 20)
        #expect(
            lines.lines.count == count + 1 && lines.lines[1].title == "title 1."
                && lines.lines[5_001].title == "title 0.")
        lines.move(.last, room: 20)
        #expect(lines.chosen?.title == "title 9998." && lines.place.visible(count: count + 1, room: 20).count == 20)
        lines.update(Array(reports.reversed()), FeedItems(), title: "all", room: 20)
        #expect(lines.chosen?.title == "title 9998.", "the source stays chosen when it moves")
    }
}
