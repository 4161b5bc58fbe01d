import HalftoneCore
import ImageFeeds
import Pixels
import TerminalScreen
import Testing

@testable import GalleryScreens

/// Entries with several pictures and long texts.
@MainActor @Suite(.endsInTime) struct EntryPicturesTests {
    private let stage = GalleryStage(columns: 120, rows: 30)
    private var page: Page { stage.page }
    private var shown: String? { page.selectedEntry.map { "\($0.item.picture)" } }

    private static func picture(_ name: String) -> FeedItem.Picture {
        FeedItem.Picture(source: .local(FilePath("/nowhere/\(name)")), text: "text of \(name)")
    }

    private static let paragraphs = (1...200).map { "Paragraph \($0)." }

    init() {
        let album = FeedItem(
            title: "Album", picture: .local("/nowhere/a1"), summary: "short",
            text: Self.paragraphs.joined(separator: "\n"),
            otherPictures: ["a2", "a3"].map(Self.picture))
        let single = FeedItem(title: "Single", picture: .local("/nowhere/s"))
        page.open(FeedItems([album, single]))
        stage.turn()
    }

    @Test func `every picture of an entry is reached in the opened picture`() {
        stage.press(.enter)
        #expect(stage.footer.contains("picture 1/3") && stage.footer.contains("1/2"))
        stage.press(.character("]"))
        #expect(stage.footer.contains("picture 2/3") && shown == "\(PictureSource.local("/nowhere/a2"))")
        stage.press(.character("]"))
        #expect(stage.footer.contains("picture 3/3"))
        stage.press(.character("]"))
        #expect(stage.footer.contains("this is the last picture of its entry"))
        stage.press(.character("["), .character("["))
        #expect(stage.footer.contains("picture 1/3"))
        stage.press(.character("["))
        #expect(stage.footer.contains("this is the first picture of its entry"))
        // The next entry begins with its first picture, and has no others.
        stage.press(.right)
        #expect(stage.footer.contains("Single") && !stage.footer.contains("picture 1/"))
        stage.press(.character("]"))
        #expect(stage.lines.contains { $0.contains("only picture of its entry") })
    }

    @Test func `the shown picture is the one that commands are about`() {
        stage.press(.enter, .character("]"), .character("m"))
        #expect(stage.browser.marks.items.map(\.picture) == [.local("/nowhere/a2")])
        #expect(page.selectedEntry?.item.pictureText == "text of a2")
    }

    @Test func `a picture stays shown while other entries come, and the first is shown when it is gone`() {
        stage.press(.enter, .character("]"))
        page.refresh(FeedItems([FeedItem(title: "new", picture: .local("/nowhere/n"))] + page.list.items))
        #expect(stage.footer.contains("picture 2/3") && stage.footer.contains("2/3"))
        let album = FeedItem(title: page.list.items[1].title, picture: page.list.items[1].picture)
        page.refresh(FeedItems([album]))
        #expect(shown == "\(PictureSource.local("/nowhere/a1"))" && !stage.footer.contains("picture 2"))
    }

    @Test func `the list says how many pictures there are, the preview which one is shown`() {
        #expect(stage.lines.contains { $0.contains("3 pictures") })
        page.chosen.layout = .preview
        stage.root.list.reload()
        stage.turn()
        #expect(stage.lines.contains { $0.contains("picture 1/3") })
        stage.press(.character("]"))
        #expect(stage.lines.contains { $0.contains("picture 2/3") } && !stage.root.isPictureOpen)
    }

    @Test func `the whole text scrolls in the preview`() {
        page.chosen.layout = .preview
        stage.root.list.reload()
        stage.turn()
        #expect(stage.line(of: "Paragraph 1.") != nil && stage.footer.contains("}/{ text"))
        for _ in 0..<100 { stage.press(.character("}")) }
        #expect(stage.line(of: "Paragraph 200.") != nil && stage.line(of: "Paragraph 1.") == nil)
        #expect(!stage.footer.contains("}/{ text"))
        for _ in 0..<100 { stage.press(.character("{")) }
        #expect(stage.line(of: "Paragraph 1.") != nil)
        // Another entry begins at its start.
        stage.press(.character("}"), .down, .up)
        #expect(stage.line(of: "Paragraph 1.") != nil)
    }

    /// One word, letters from right to left, letters with marks, and marks without a letter.
    @Test(arguments: ["w", "שלום ", "a\u{301}", "\u{301}"])
    func `a text of 64 KB scrolls to its end in its own place`(piece: String) {
        let text = String(repeating: piece, count: 65_536 / piece.utf8.count)
        let others = (1..<40).map { FeedItem(title: "title \($0).", picture: .local("/nowhere/\($0)")) }
        page.open(FeedItems([FeedItem(title: "long", picture: .local("/nowhere/0"), text: text)] + others))
        page.chosen.layout = .preview
        stage.root.list.reload()
        stage.turn()
        for _ in 0..<1_000 where stage.root.list.pane.cell.hasMoreText {
            stage.press(.character("}"))
            stage.turn()
        }
        #expect(!stage.root.list.pane.cell.hasMoreText)
        let lines = stage.lines
        #expect((1..<29).allSatisfy { lines[$0].contains("title \($0).") } && stage.footer.contains("1/40"))
        stage.press(.enter, .character("d"))
        #expect(stage.root.isPictureOpen && stage.footer.contains("1/40"))
    }

    @Test func `the whole text is at the end of the details`() {
        let item = page.entry(0).item
        let lines = PictureDetails(item: item, loaded: nil, shownSize: PixelSize(width: 1, height: 1)).lines
        #expect(lines.suffix(201) == [.heading("Text")] + Self.paragraphs.map { .text($0) })
    }

    /// Regression: the row went on showing the former picture, or none.
    @Test func `a row whose entry names another picture loads that, and keeps the one that it names again`() {
        let cell = PictureCell(browser: stage.browser, layout: .list)
        cell.frame = CellRect(column: 0, row: 0, columns: 80, rows: 8)
        func entry(_ title: String, _ picture: String) -> Page.Entry {
            Page.Entry(item: FeedItem(title: title, picture: .local(FilePath("/nowhere/\(picture)"))), row: 3)
        }
        cell.configure(entry("title", "a"))
        cell.load()
        cell.adopt(entry("other title", "a"))
        #expect(
            cell.hasAsked && cell.imageView.imageURL == entry("", "a").url && cell.entry?.item.title == "other title")
        cell.adopt(entry("title", "b"))
        #expect(cell.hasAsked && cell.imageView.imageURL == entry("", "b").url)
    }

    /// Regression: the list was shown with more rows than the page had left.
    @Test func `a picture that is open when only folders are left is closed`() {
        page.refresh(GalleryStage.items((0..<60).map { "title \($0)" }))
        stage.press(.end, .enter)
        #expect(stage.root.isPictureOpen)
        page.refresh(
            FeedItems(["one", "two"].map { FeedItem(title: $0, picture: .folder(FilePath("/nowhere/\($0)"))) }))
        #expect(!stage.root.isPictureOpen && stage.line(of: "one") != nil && page.row == 1)
    }
}
