import HalftoneCore
import ImageFeeds
import TerminalScreen
import TerminalViews
import TestSupport
import Testing

@testable import GalleryScreens
@testable import ScreenKit

/// The list of sources over the pictures: the line of each, retrying, and showing one alone.
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
        await until("the feeds") { stage.page.count == 4 && stage.page.reader.pending.isEmpty }
        letMessagesPass()
    }

    private func letMessagesPass() {
        stage.turn()
        stage.turn(after: .seconds(10))
    }

    /// The lines of the list of sources.
    private var listed: [String] {
        stage.lines.compactMap { line in
            let edges = line.indices.filter { line[$0] == "│" }
            guard let start = edges.first, let end = edges.last, start < end else { return nil }
            return String(line[line.index(after: start)..<end])
        }
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
        #expect(listed[0].contains("all of it") && listed[0].contains("4 items, 3 unread"))
        #expect(listed[1].contains("✗ http://h.test/1") && listed[1].contains("down"))
        #expect(listed[2].contains("✗ http://h.test/3"))
        #expect(listed[3].contains("Harbor") && listed[3].contains("3 items, 2 unread"))
        #expect(listed[4].contains("Boats") && listed[4].contains("1 item, 1 unread"))
        stage.press(.down)
        #expect(listed.dropFirst(5).contains { $0.contains("down") })
        // Escape closes it, and so does a key without an action in it
        for key in [Key.escape, .character("x")] {
            stage.press(key)
            #expect(stage.line(of: "Sources") == nil && stage.page.count == 4)
            stage.press(.tab)
        }
    }

    /// Regression: the title of all sources took the width of the panel, of which nothing was left for counts and errors.
    @Test(arguments: [100, 60, 40]) func `counts and errors are shown beside names of any length`(columns: Int) async {
        await open()
        stage.page.retitle(String(repeating: "http://h.test/a/folder/of/feeds ", count: 4))
        stage.window.resize(to: CellSize(columns: columns, rows: 20))
        stage.press(.tab)
        #expect(listed[0].contains("all of http") && listed[0].contains("…  4 items"), "\(listed)")
        #expect(listed[1].contains("✗ http") && listed[1].contains("  down"), "\(listed)")
        #expect(listed[3].contains("Harbor") && listed[3].contains("  3 items"), "\(listed)")
    }

    @Test func `a source is shown alone until Esc shows all again`() async {
        await open()
        stage.press(.tab, .end, .up, .enter)
        #expect(stage.page.count == 3 && stage.footer.hasPrefix(" Harbor"))
        stage.filter(by: "c")
        #expect(stage.page.count == 1)
        stage.press(.escape)
        #expect(stage.page.count == 3)
        stage.press(.tab)
        #expect(stage.root.choice.selected == 3, "the one that is shown is selected")
        stage.press(.escape, .escape)
        #expect(stage.page.count == 4)
        stage.press(.tab, .end, .right, .tab, .home, .character("l"))
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
        #expect(stage.page.reader.failedCount == 1 && listed[1].contains("✗ http://h.test/3"))
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
        #expect(listed[1].contains("✗ http://h.test/1") && stage.page.reader.failedCount == 1)
        #expect(!stage.footer.contains("down"), "\(stage.footer)")
    }

    @Test func `the sources are listed before the first has responded`() {
        stage.press(.tab)
        #expect(Self.addresses.allSatisfy { address in listed.contains { $0.contains(address) } })
        #expect(listed.count { $0.contains("loading …") } == 4)
    }

    @Test func `where none could be read all are listed and retried`() async {
        for address in Self.addresses { network.answer(address, nil) }
        stage.page.reader.open()
        await until("the failure") { stage.page.reader.failedCount == 4 }
        stage.press(.tab)
        #expect(listed.count { $0.contains("✗") } == 4)
        network.answer(Self.addresses[3], HeldNetwork.feed(["f"]))
        stage.press(.character("R"))
        await until("the one that is back") { stage.page.count == 1 }
    }

    /// Regression: the list of a long page opened over what the next key had opened.
    @Test func `the list does not open over a picture that was opened meanwhile`() async {
        stage.page.open(GalleryStage.items((0..<6_000).map { "title \($0)" }))
        stage.press(.tab, .enter)
        #expect(stage.root.listing.isRunning)
        await until("the lines") { !stage.root.listing.isRunning }
        #expect(stage.root.isPictureOpen && stage.root.choice.isHidden)
    }

    @Test func `the list is resized at every step`() async {
        await open()
        stage.press(.tab)
        for (columns, rows) in [(40, 10), (10, 3), (1, 1), (200, 60), (80, 4), (120, 30)] {
            stage.window.resize(to: CellSize(columns: columns, rows: rows))
            stage.press(.down, .pageDown, .up)
            stage.turn()
        }
        #expect(stage.line(of: "Sources") != nil && stage.root.choice.selected == 3)
    }

    @Test func `a click shows a source alone`() async throws {
        await open()
        stage.press(.tab)
        stage.click(60, try #require(stage.line(of: "3 items, 3 unread")))
        #expect(stage.page.count == 3)
    }

    @Test func `the lines of ten thousand sources begin with those that failed`() async throws {
        let count = 10_000
        let reports = (0..<count).map { number in
            SourceReport(
                source: .url(RequestAddress("http://h.test/\(number)")), title: "title \(number).",
                state: number % 2 == 0 ? .read : .failed(.empty))
        }
        let lines = try #require(SourceLines(reports, FeedItems(), [:], title: "it", failureSign: "✗"))
        #expect(lines.rows.count == count + 1 && lines.sources[0] == nil && lines.sources[1] == reports[1].source)
        #expect(lines.rows[1].name == "✗ title 1." && lines.rows[5_001].name == "  title 0.")
    }
}
