import FeedTestSupport
import FoundationEssentials
import Glibc
import HalftoneCore
import TestSupport
import Testing

@testable import GalleryScreens
@testable import ImageFeeds

/// The read and unread items of sources, and the file that stores them.
@MainActor @Suite(.endsInTime) struct ReadMarksTests {
    private let folder = TemporaryDirectory()
    private let source: SourceID = "http://h.test/feed"

    private func id(_ number: Int) -> ItemID {
        ItemID(FeedItem(title: "t", picture: .remote(RequestAddress("http://h.test/\(number).png"))))
    }

    @Test func `a file is the same from whatever folder it was named`() {
        let id = { (path: FilePath) in ItemID(FeedItem(title: "t", picture: .local(path))) }
        #expect(id("a/b.png") == id(FilePath("a/b.png").absolute()) && id("a/b.png") != id("b.png"))
    }

    private func written(_ marks: ReadMarks) throws -> ReadMarks {
        try JSONDecoder().decode(ReadMarks.self, from: try JSONEncoder().encode(marks))
    }

    @Test func `an item that was not in its source at the last visit is new until it is read`() throws {
        var marks = ReadMarks()
        #expect(marks[source].state(of: id(1)) == .unread, "nothing is new the first time")
        marks.leave(source, having: [id(1), id(2)])
        #expect(marks[source].state(of: id(2)) == .unread && marks[source].state(of: id(3)) == .new)
        marks.mark(id(3), of: source, isRead: true)
        #expect(marks[source].state(of: id(3)) == .read)
        marks.mark(id(3), of: source, isRead: false)
        #expect(marks[source].state(of: id(3)) == .new)
    }

    @Test func `all marks are restored from their bytes`() throws {
        var marks = ReadMarks()
        marks.leave(source, having: (0..<500).map(id))
        marks.mark(id(7), of: source, isRead: true)
        let read = try written(marks)
        #expect((0..<500).allSatisfy { read[source].state(of: id($0)) == ($0 == 7 ? .read : .unread) })
        #expect(read[source].state(of: id(501)) == .new)
    }

    @Test func `items of a source with too many are never new`() throws {
        var marks = ReadMarks()
        marks.leave(source, having: (0...ReadMarks.maxSeen).map(id))
        #expect(marks[source].state(of: id(20_000)) == .unread)
    }

    @Test func `the file is bounded and drops the sources that were visited longest ago`() throws {
        var marks = ReadMarks()
        let sources = (0..<130).map { SourceID(hashing: "\($0)") }
        let items = (0..<ReadMarks.maxSeen).map(id)
        for source in sources { marks.leave(source, having: items) }
        #expect(try JSONEncoder().encode(marks).count < 8_000_000)
        let read = try written(marks)
        #expect(read[sources[0]].state(of: id(20_000)) == .unread && read[sources[129]].state(of: id(20_000)) == .new)
    }

    /// The file contains neither URLs nor titles, so that it reveals no passwords or interests.
    @Test func `no address is in the file`() throws {
        let secret = try #require(SourceID([.url("http://bob:secret@h.test/x")]))
        var state = StoredState()
        state.read.leave(secret, having: [id(1)])
        state.positions[secret] = ReadingPosition(picture: "http://bob:secret@h.test/1.png", index: 1)
        let text = String(decoding: try JSONEncoder().encode(state), as: UTF8.self)
        #expect(!text.contains("h.test") && !text.contains("secret") && !text.contains("png"))
    }

    // MARK: - The file

    private static let one = "http://h.test/one"

    /// Returns a browser of a feed that has been read.
    private func browse(_ titles: [String]) async -> GalleryStage {
        let network = HeldNetwork()
        network.answer(Self.one, HeldNetwork.feed(titles))
        let page = Page.reading([Self.one], network, name: "one")
        let browser = Browser.withoutScreen(
            page: page, state: UserState(file: StateFile(folder: folder.path + "/state")))
        let stage = GalleryStage(columns: 100, rows: 30, browser: browser)
        browser.start()
        await until("the feed") { page.count == titles.count }
        return stage
    }

    @Test func `an opened item is read in the next run, and items since then are new`() async {
        let first = await browse(["a", "b"])
        #expect(first.readStates == [.unread, .unread])
        first.press(.down, .enter, .escape)
        #expect(first.readStates == [.unread, .read])
        #expect(first.browser.saveState() == [])
        var status = stat()
        #expect(stat(folder.path + "/state/state.json", &status) == 0 && status.st_mode & 0o777 == 0o600)
        let second = await browse(["c", "a", "b"])
        #expect(second.readStates == [.new, .unread, .read])
        #expect(second.browser.saveState() == [])
        let third = await browse(["c", "a", "b"])
        #expect(third.readStates == [.unread, .unread, .read])
    }

    /// Whether an item of this picture, which was not there before or was, is shown as unread.
    private func isUnread(_ picture: PictureSource, on stage: GalleryStage) -> Bool {
        let entry = stage.page.entry(0)
        return stage.browser.isUnread(
            Page.Entry(item: FeedItem(title: "t", picture: picture), row: 0, source: entry.source))
    }

    @Test func `local files are shown as unread while they are new`() async {
        _ = await browse(["a"]).browser.saveState()
        let stage = await browse(["a", "b"])
        #expect(isUnread(.local("/a.png"), on: stage))
        #expect(isUnread(.remote(RequestAddress("http://h.test/n.png")), on: stage))
    }

    @Test func `local files that are only unread are not shown as such`() async {
        let stage = await browse(["a"])  // the first time nothing is new
        #expect(isUnread(.remote(RequestAddress("http://h.test/n.png")), on: stage))
        #expect(!isUnread(.local("/a.png"), on: stage) && !isUnread(.folder("/a"), on: stage))
        // Regression: the key for the next unread picture and the filter found them all the same.
        let files = ["/x.png", "/y.png"].map { FeedItem(title: $0, picture: .local(FilePath($0))) }
        var items = FeedItems()
        items.append(.items(files), from: FeedItems.Origin(name: nil, source: .path("/pictures")))
        stage.page.open(items)
        stage.press(.character("J"))
        #expect(stage.page.row == 0 && stage.footer.contains("nothing unread"))
        stage.filter(by: "is:unread")
        #expect(stage.page.count == 0)
    }

    @Test func `a key marks an item as read and as unread, with a sign in every layout`() async {
        let stage = await browse(["a", "b"])
        for layout in GalleryLayout.allCases {
            stage.page.chosen.layout = layout
            stage.root.list.reload()
            stage.root.list.setNeedsLayout()
            let before = stage.lines.joined().filter { $0 == "●" }.count
            stage.press(.character("U"))
            #expect(stage.footer.contains("read") && before == 2, "\(layout)")
            #expect(stage.lines.joined().filter { $0 == "●" }.count == 1, "\(layout)")
            stage.press(.character("U"))
            #expect(stage.lines.joined().filter { $0 == "●" }.count == 2, "\(layout)")
        }
    }

    private nonisolated static let reasons: [(source: FeedSource?, hasFile: Bool, isRemembered: Bool, String?)] = [
        (.path("/p"), true, true, nil), (.path("/p"), false, true, "--no-resume"),
        (.path("/p"), true, false, "demo feed"), (.path("/p"), false, false, "demo feed"),
        (.standardInput, true, true, "standard input"), (nil, true, true, "picture opened by itself"),
    ]

    /// Regression: the reason was always `--no-resume`.
    @Test(arguments: reasons)
    func `the key says why nothing is remembered`(
        source: FeedSource?, hasFile: Bool, remembersSources: Bool, reason: String?
    ) {
        let state = UserState(
            file: hasFile ? StateFile(folder: folder.path) : nil, remembersSources: remembersSources)
        let stage = GalleryStage(columns: 120, browser: .withoutScreen(state: state))
        var items = FeedItems()
        items.append(.items([FeedItem(title: "a", picture: .local("/a"))]), from: FeedItems.Origin(source: source))
        stage.page.open(items)
        stage.press(.character("U"))
        let message = reason.map { "not remembered (\($0))" }
        #expect(stage.footer.contains(message ?? "read") && stage.readStates == [.read])
    }

    /// Regression: the key had no effect in the preview, where the next second marked the entry as read again, and while
    /// a filter for unread entries was typed those that it showed were read.
    @Test func `a second in the preview reads an entry once, and not while a filter is typed`() async {
        let stage = await browse(["a", "b", "c"])
        stage.page.chosen.layout = .preview
        stage.root.list.reload()
        func wait() { for _ in 0..<3 { stage.turn(after: .seconds(1)) } }
        wait()
        #expect(stage.readStates == [.read, .unread, .unread])
        stage.press(.character("U"))
        wait()
        #expect(stage.readStates == [.unread, .unread, .unread])
        stage.press(.down, .character("f"))
        wait()
        #expect(stage.readStates == [.unread, .unread, .unread])
        stage.press(.escape)
        wait()
        #expect(stage.readStates == [.unread, .read, .unread])
    }

    @Test func `filters find unread and new items`() async {
        let first = await browse(["a", "b"])
        first.press(.character("U"))
        #expect(first.browser.saveState() == [])
        let stage = await browse(["new", "a", "b"])
        for (filter, titles) in [("is:unread", ["new", "b"]), ("is:new", ["new"])] {
            stage.filter(by: filter)
            #expect(stage.page.titles == titles)
            stage.press(.escape)
        }
    }

    @Test func `marks that another gallery wrote meanwhile stay`() async {
        let (one, other) = (await browse(["a", "b"]), await browse(["a", "b"]))
        one.press(.character("U"))
        other.press(.down, .character("U"))
        #expect(one.browser.saveState() == [] && other.browser.saveState() == [])
        #expect(await browse(["a", "b"]).readStates == [.read, .read])
    }

    @Test func `a file of a later version is named, and browsing works`() async {
        let text = "{\"version\":2}"
        FileSaving.makeFolder(folder.path + "/state")
        folder.write(Array(text.utf8), to: "state/state.json")
        let stage = await browse(["a", "b"])
        #expect(stage.footer.contains("later version") && stage.readStates == [.unread, .unread])
        stage.press(.character("U"))
        #expect(stage.readStates == [.read, .unread])
        let complaints = stage.browser.saveState()
        #expect(complaints.count == 1 && complaints[0].contains("state.json: written by a later version"))
        #expect(folder.read("state/state.json") == Array(text.utf8))
    }
}
