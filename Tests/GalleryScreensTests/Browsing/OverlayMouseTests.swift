import FeedTestSupport
import ImageFeeds
import TerminalScreen
import TestSupport
import Testing

@testable import GalleryScreens
@testable import ScreenKit

/// Clicks beside overlays, which close the overlay and have no effect behind it.
@MainActor @Suite(.endsInTime) struct OverlayMouseTests {
    private let stage = GalleryStage(columns: 90, rows: 31)
    private let folder = TemporaryDirectory()
    private var root: RootView { stage.root }
    private var picture: PictureScreen { stage.root.picture }

    private func openList() {
        stage.page.open(GalleryStage.items((0..<9).map { "title \($0)" }))
        stage.turn()
    }

    /// A click that is followed at once by another, as terminals report it.
    private func doubleClick(_ column: Int, _ row: Int) {
        stage.click(column, row)
        stage.mouse(.doubleClick, column, row)
        stage.mouse(.release, column, row)
    }

    // MARK: - Details

    @Test func `a click beside the details acts on the picture`() async {
        await stage.openSecondPicture(in: folder)
        stage.press(.character("d"))
        stage.turn()
        let columns = picture.imageView.frame.size.columns
        #expect(columns < 90 && picture.details.frame.minColumn == columns)
        // the right third of the picture, which is in the middle of the screen, goes to the next one
        stage.click(columns - 2, 5)
        #expect(!picture.details.isHidden && stage.page.row == 2)
        // a click on the details closes them
        stage.click(columns + 5, 5)
        #expect(picture.details.isHidden && stage.page.row == 2)
    }

    @Test func `dragging and the wheel beside the details leave them open`() async {
        await stage.openSecondPicture(in: folder)
        stage.press(.character("d"), .character("z"), .character("z"))
        stage.turn()
        let before = picture.zoom.placement.visible
        stage.mouse(.press, 30, 20)
        stage.mouse(.drag, 20, 15)
        stage.mouse(.release, 20, 15)
        #expect(!picture.details.isHidden && picture.zoom.placement.visible != before)
        stage.mouse(.wheelUp, 10, 5)
        #expect(!picture.details.isHidden)
    }

    // MARK: - Help and chooser

    /// Regression: a click on the last line, where there was no hint, left the help open.
    @Test func `a click anywhere closes the help`() {
        openList()
        for (column, row) in [(45, 12), (1, 1), (1, 30), (89, 30)] {
            stage.press(.character("?"))
            #expect(!root.help.isHidden)
            stage.turn()
            stage.click(column, row)
            #expect(root.help.isHidden && stage.page.row == 0, "at \(column), \(row)")
        }
    }

    /// Regression: the list's help did not say that an open picture has other keys.
    @Test func `the help has the keys of its screen`() {
        openList()
        func help() -> [String] {
            stage.press(.character("?"))
            defer { stage.press(.escape) }
            return root.help.lines(columns: 86).flatMap(\.texts).map(\.text)
        }
        let inList = help()
        #expect(inList.contains { $0.hasSuffix("in a picture: its keys") })
        #expect(inList.contains("next layout: list, grid or preview") && !inList.contains("the whole picture again"))
        stage.press(.enter)
        let inPicture = help()
        #expect(inPicture.contains("the whole picture again"))
        #expect(!inPicture.contains("next layout: list, grid or preview"))
    }

    /// Regression: Ctrl-L closed the help.
    @Test func `the screen is drawn anew with its help`() {
        openList()
        var redraws = 0
        root.didAsk = { if case .redraw = $0 { redraws += 1 } }
        stage.press(.character("?"), .control("l"))
        #expect(redraws == 1 && !root.help.isHidden)
        stage.press(.escape)
        #expect(root.help.isHidden)
    }

    /// Regression: the double click opened the picture behind.
    @Test func `a double click on the help or beside the chooser opens nothing behind`() {
        openList()
        stage.press(.character("?"))
        stage.turn()
        doubleClick(45, 12)
        #expect(root.help.isHidden && !root.isPictureOpen && stage.page.row == 0)
        root.choice.show("Feeds", [ChoicePanel.Row(name: "one"), ChoicePanel.Row(name: "two")]) { _ in }
        stage.turn()
        doubleClick(2, 9)
        #expect(root.choice.isHidden && !root.isPictureOpen && stage.page.row == 0)
        // and the next one does
        doubleClick(2, 9)
        #expect(root.isPictureOpen)
    }

    // MARK: - Prompts

    /// Regression: the picture was selected in the list, and the prompt stayed open.
    @Test func `a click on a filtered item keeps the filter and selects the item`() {
        openList()
        stage.press(.character("f"))
        stage.type("title")
        #expect(stage.footer.contains("Show only: title"))
        let line = stage.line(of: "title 2") ?? -1
        stage.click(60, line)
        #expect(root.prompt.isHidden && stage.page.arrangement.filter.text == "title")
        #expect(stage.page.selectedEntry?.item.title == "title 2")
        // keys are commands again
        stage.press(.character("m"))
        #expect(stage.browser.marks.items.map(\.title) == ["title 2"])
    }

    @Test func `a click beside a search selects the clicked item`() {
        openList()
        stage.press(.character("/"))
        stage.type("title 4")
        #expect(stage.page.row == 4)
        let line = stage.line(of: "title 3") ?? -1
        stage.click(60, line)
        #expect(root.prompt.isHidden && stage.page.row == 3 && stage.page.list.search.text == "title 4")
    }

    /// Regression: the bar went on saying that a search is in progress.
    @Test func `a click that ends a long search ends its status too`() {
        stage.page.open(GalleryStage.items((0..<600).map { "title \($0)" }))
        stage.press(.character("/"))
        stage.type("599")
        #expect(stage.page.isFinding)
        stage.mouse(.press, 60, 1, .right)
        #expect(root.prompt.isHidden && !stage.footer.contains("looking …"))
    }

    @Test func `a click beside the number prompt closes it`() {
        openList()
        stage.press(.character(":"), .character("5"))
        #expect(stage.footer.contains("Picture number: 5"))
        stage.click(60, stage.line(of: "title 2") ?? -1)
        #expect(root.prompt.isHidden && stage.page.row == 2)
        stage.press(.character(":"), .character("5"))
        stage.mouse(.press, 60, 1, .right)
        #expect(root.prompt.isHidden && stage.page.row == 2)
    }

    @Test func `a click that closes a prompt over a picture goes to no other picture`() async {
        await stage.openSecondPicture(in: folder)
        stage.press(.character(":"), .character("3"))
        #expect(stage.footer.contains("Picture number: 3"))
        doubleClick(5, 5)
        #expect(root.prompt.isHidden && root.isPictureOpen && stage.page.row == 1)
        stage.press(.character(":"), .character("3"))
        stage.mouse(.press, 5, 5, .right)
        #expect(root.prompt.isHidden && root.isPictureOpen)
        stage.mouse(.release, 5, 5, .right)
        stage.mouse(.press, 5, 5, .right)
        #expect(!root.isPictureOpen)
    }

    @Test func `the wheel scrolls behind a prompt, which stays open`() {
        openList()
        stage.press(.character("/"))
        let before = stage.lines.dropLast()
        for _ in 0..<9 { stage.mouse(.wheelDown, 10, 10) }
        #expect(!root.prompt.isHidden && stage.lines.dropLast() != before)
    }
}
