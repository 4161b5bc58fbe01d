import FeedTestSupport
import FoundationEssentials
import Glibc
import HalftoneCore
import ImageCoding
import Pixels
import TerminalScreen
import TestSupport
import Testing

@testable import GalleryScreens
@testable import ImageFeeds
@testable import ScreenKit

/// File names, reading positions and themes: what the gallery writes.
@Suite(.endsInTime) struct GalleryCommandsTests {
    private let folder = TemporaryDirectory()

    private func remote(_ url: String, title: String = "A title") -> FeedItem {
        FeedItem(title: title, picture: .remote(url))
    }

    // MARK: - Names

    @Test(arguments: [
        ("https://host/a/photo.jpg?w=3#x", ImageFormat.jpeg, "photo.jpg"),
        ("https://host/photo.JPEG", .jpeg, "photo.JPEG"),
        ("https://host/photo.php", .png, "photo.png"),
        ("https://host/", .gif, "A title.gif"),
        ("https://host/%2e%2e%2fetc%2Fpasswd", .png, "_etc_passwd.png"),
        ("https://host/..%00%1b[2J", .png, "[2J.png"),
        ("https://host/-rf", .jpeg, "rf.jpg"),
        ("https://host/.bashrc", .jpeg, "bashrc.jpg"),
        ("https://host/na%C3%AFve.webp", .webp, "naïve.webp"),
        ("https://host/%ff%fe.png", .png, "%ff%fe.png"),
    ])
    func `a name has only safe characters`(url: String, format: ImageFormat, name: String) {
        #expect(SafeFileName(of: remote(url), format: format).name(attempt: 0) == name)
    }

    @Test func `a name is never too long or empty`() {
        let long = SafeFileName(of: remote("https://host/" + String(repeating: "ü", count: 400) + ".png"), format: .png)
        #expect(long.name(attempt: 999).utf8.count <= 255 && long.name(attempt: 0).hasSuffix(".png"))
        let marked = SafeFileName(
            of: remote("https://host/", title: "a" + String(repeating: "\u{301}", count: 400)), format: .png)
        #expect(marked.name(attempt: 999).utf8.count <= 255 && marked.stem.unicodeScalars.first == "a")
        #expect(
            SafeFileName(of: remote("https://host/...", title: "..."), format: .png).name(attempt: 0) == "picture.png")
        #expect(SafeFileName(of: remote("https://host/a.png"), format: .png).name(attempt: 1) == "a-2.png")
    }

    // MARK: - Files

    @Test func `a missing folder is named with the reason`() {
        let saving = FileSaving(folder: folder.path + "/none")
        #expect(throws: Failure("\(folder.path)/none: No such file or directory")) {
            try saving.save([1]) { _ in "a" }
        }
    }

    @Test func `a link in place of the file is not followed`() throws {
        symlink(folder.path + "/victim", folder.path + "/a.png")
        let name = try FileSaving(folder: folder.path).save([9]) { $0 == 0 ? "a.png" : "b.png" }
        #expect(name == "b.png" && folder.read("victim").isEmpty)
    }

    /// Returns an entry whose picture is in its text.
    private func drawn(_ bytes: [UInt8]) throws -> FeedItem {
        let picture = EmbeddedPicture("data:image/png;base64," + Data(bytes).base64EncodedString())
        return FeedItem(title: "drawn", picture: .embedded(try #require(picture)))
    }

    /// Regression: it was requested from the network, which has no `data:` URLs.
    @MainActor @Test func `a picture in the text of an entry is saved`() async throws {
        let bytes = FlatPicture.png(30, 20, (200, 10, 10))
        let saver = PictureSaver(folder: folder.path, manager: Browser.withoutScreen().manager)
        let saved = try await saver.save(drawn(bytes), CommitToken())
        #expect(saved == SavedFile(name: "drawn.png") && folder.read("drawn.png") == bytes)
    }

    @MainActor @Test(arguments: [100, 3_000_000])
    func `a file is saved once, whatever its length`(count: Int) async throws {
        let bytes = FlatPicture.png(3, 2, (200, 10, 10)) + Array(repeating: 7, count: count)
        let file = FilePath(folder.write(bytes, to: "a.bin"))
        let saver = PictureSaver(folder: folder.path, manager: Browser.withoutScreen().manager)
        for existed in [false, true] {
            let saved = try await saver.save(FeedItem(title: "t", picture: .local(file)), CommitToken())
            #expect(saved == SavedFile(name: "a.png", existed: existed) && folder.read("a.png") == bytes)
        }
    }

    /// Regression: only what failed while the gallery waited to quit was reported.
    @MainActor @Test func `a failed save is reported at the end, unless the picture is saved later`() async {
        var settings = GallerySettings()
        settings.saveDirectory = folder.path + "/saved"
        let stage = GalleryStage(columns: 200, browser: .withoutScreen(settings: settings))
        let commands = GalleryCommands(browser: stage.browser, root: stage.root)
        stage.root.commands = commands
        stage.openFiles(2, width: 9, height: 6, in: folder)
        for (key, title) in [(Key.up, "0.png"), (.down, "1.png")] {
            stage.press(key, .character("w"))
            await until("the failure") { stage.footer.contains("not saved: \(title)") }
        }
        let reason = "\(folder.path)/saved: No such file or directory; try another --save-dir"
        #expect(commands.endSaving() == ["0.png", "1.png"].map { "not saved: \($0): \(reason)" })
        mkdir(settings.saveDirectory, 0o700)
        stage.press(.character("w"))
        await until("the file") { stage.footer.contains("saved as 1.png") }
        #expect(commands.endSaving() == ["not saved: 0.png: \(reason)"])
    }

    @Test func `a position is found by its picture, and not by its number`() {
        let list = ArrangedItems(FeedItems((0..<5).map { remote("https://host/\($0)") }))
        #expect(list.index(of: ReadingPosition(item: ItemID(remote("https://host/3")), index: 1)) == 3)
        #expect(list.index(of: ReadingPosition(item: ItemID(remote("https://host/gone")), index: 2)) == nil)
    }

    // MARK: - Marks on standard output

    @Test func `marked pictures are printed one a line`() {
        let items = [
            remote("https://host/a.png"), FeedItem(title: "b", picture: .local("/tmp/b\u{1B}c")),
            FeedItem(title: "c", picture: .local("/tmp/two\nlines")),
            FeedItem(title: "d", page: "https://host/d", picture: .missing),
        ]
        let lines = MarkedOutput(items, separator: .newline, isTerminal: false)
        #expect(String(decoding: lines.bytes, as: UTF8.self) == "https://host/a.png\n/tmp/b\u{1B}c\nhttps://host/d\n")
        #expect(lines.errors == ["/tmp/two lines: not printed: line break in its name (use -0)"])
        let zeros = MarkedOutput(items, separator: .zero, isTerminal: false)
        #expect(zeros.errors.isEmpty && zeros.bytes.count { $0 == 0 } == 4)
        let person = MarkedOutput(items, separator: .newline, isTerminal: true)
        #expect(
            String(decoding: person.bytes, as: UTF8.self)
                == "https://host/a.png\n/tmp/bc\n/tmp/two lines\nhttps://host/d\n")
    }

    /// Regression: it was left out without a word.
    @Test func `a marked picture without an address is reported`() throws {
        let item = try drawn(FlatPicture.png(30, 20, (200, 10, 10)))
        let marked = MarkedOutput([item, remote("https://host/a.png")], separator: .newline, isTerminal: false)
        #expect(marked.errors == ["drawn: not printed: it has no address"] && marked.count == 1)
    }

    // MARK: - Themes

    @Test func `the theme follows the background unless one is chosen`() {
        let (white, black) = (RGB(255, 255, 240), RGB(10, 10, 20))
        #expect(Theme.of(.auto, colors: .direct, background: nil) == .dark)
        #expect(Theme.of(.auto, colors: .direct, background: white) == .light)
        #expect(Theme.of(.auto, colors: .palette256, background: black) == .dark)
        #expect(Theme.of(.dark, colors: .direct, background: white) == .dark)
        #expect(Theme.of(.none, colors: .direct, background: white) == .plain)
        #expect(Theme.of(.light, colors: .mono, background: white) == .plain)
        #expect(Theme.of(.none, colors: .palette16, background: nil) == .plain)
    }

    @Test(arguments: [ColorDepth.palette16, .palette8])
    func `with few colors no text has a color that may be the background`(_ depth: ColorDepth) throws {
        let palette = try #require(TerminalPalette.of(depth))
        var inks = 0
        for choice in [Theme.Choice.auto, .dark, .light] {
            let theme = Theme.of(choice, colors: depth, background: nil)
            let styles = [
                theme.title, theme.detail, theme.error, theme.mark, theme.selectionMark, theme.bar,
                theme.barStrong, theme.panel, theme.panelStrong,
            ]
            for style in styles {
                #expect(style.background == .terminal)
                guard let ink = style.foreground.rgb else { continue }
                // neither black nor white nor a gray, and one of the palette's own
                let number = try #require(palette.colors.firstIndex(of: ink))
                #expect((1...6).contains(number))
                inks += 1
            }
            // what a bar's color shows, reverse video shows too
            for style in [theme.bar, theme.barStrong, theme.selectionMark] {
                #expect(style.attributes.contains(.reverse))
            }
        }
        #expect(inks > 0)
    }
}
