import FeedTestSupport
import Glibc
import HalftoneCore
import ImageFeeds
import TerminalScreen
import TestSupport
import Testing

@testable import GalleryScreens
@testable import ScreenKit

/// Subfolders: rows that lead to pages.
@MainActor @Suite(.endsInTime) struct FolderPageTests {
    private let folder = TemporaryDirectory()
    private let stage: GalleryStage
    private var browser: Browser { stage.browser }
    private var page: Page { browser.page }

    init() async {
        for name in ["trips", "trips/alps", "work"] { mkdir("\(folder.path)/\(name)", 0o700) }
        for name in ["1.png", "2.png", "trips/a.png", "trips/b.png", "work/c.png"] {
            folder.write(FlatPicture.png(6, 4, (200, 10, 10)), to: name)
        }
        let environment = SourceReader.Environment(fetcher: HeldNetwork(), pause: {})
        let reader = SourceReader(
            [.path(FilePath(folder.path))], options: .withFolders, environment: environment)
        stage = GalleryStage(
            columns: 80, rows: 40, browser: .withoutScreen(page: Page(title: "it", reader: reader))
        )
        reader.open()
        let page = stage.page
        await until("the folder") { page.count == 4 }
    }

    private func enter(_ title: String) async {
        stage.press(.enter)
        await until("the folder inside") { page.title == title && (page.count > 0 || page.problem != nil) }
    }

    @Test func `a folder is a row with its symbol and the number of its pictures`() {
        #expect(page.list.items.map(\.title) == ["trips/", "work/", "1.png", "2.png"])
        let lines = stage.lines
        #expect(lines.contains { $0.contains("trips/") } && lines.contains { $0.contains("2 pictures") })
        #expect(lines.contains { $0.contains("1 picture") && !$0.contains("1 pictures") })
        stage.press(.character("v"), .character("v"))
        #expect(stage.lines.contains { $0.contains("▸trips/") })
    }

    @Test func `Enter opens a folder, and Esc goes back to its row`() async {
        stage.press(.down, .up)
        await enter("trips")
        #expect(page.list.items.map(\.title) == ["alps/", "a.png", "b.png"] && page.row == 0)
        stage.press(.escape)
        #expect(browser.pages.count == 1 && page.list.selected?.title == "trips/")
        stage.press(.down)
        await enter("work")
        stage.press(.backspace)
        #expect(page.list.selected?.title == "work/" && !stage.root.isPictureOpen)
    }

    @Test func `an empty folder is named, and Esc leads back`() async {
        await enter("trips")
        await enter("alps")
        #expect(stage.line(of: "the folder has no pictures") != nil && browser.errors.isEmpty)
        stage.press(.escape)
        #expect(page.title == "trips" && page.count == 3)
    }

    @Test func `only pictures can be marked`() {
        stage.press(.character("m"))
        #expect(browser.marks.isEmpty && stage.footer.contains("folders cannot be marked"))
        stage.press(.character("M"))
        #expect(browser.marks.items.map(\.title) == ["1.png", "2.png"])
    }

    @Test func `the open picture skips folders in both directions`() {
        stage.press(.end, .enter)
        #expect(stage.root.isPictureOpen && page.row == 3)
        stage.press(.pageUp, .pageUp, .pageUp)
        #expect(page.row == 2)
        stage.press(.end, .home)
        #expect(page.row == 2 && stage.root.isPictureOpen)
        // sorted so that folders come last
        stage.press(.escape, .character("s"), .character("s"), .character("s"), .character("s"), .home, .enter)
        #expect(page.list.item(inRow: 0).title == "1.png" && page.row == 0)
        stage.press(.pageDown, .pageDown)
        #expect(page.row == 1)
        stage.root.picture.slideshow.start()
        #expect(stage.root.picture.waitForMore(at: .zero) == nil && !stage.root.picture.slideshow.isRunning)
    }
}
