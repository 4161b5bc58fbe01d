import ImageFeeds
import Pixels
import TerminalScreen
import TestSupport
import Testing

@testable import GalleryScreens
@testable import ScreenKit

/// The mouse over an open picture, the help, the chooser, the details and the last line.
@MainActor @Suite(.endsInTime) struct GalleryMouseTests {
    private let stage = GalleryStage(columns: 90, rows: 31)
    private let folder = TemporaryDirectory()
    private var picture: PictureScreen { stage.root.picture }

    private var visible: PixelRect { picture.zoom.placement.visible }

    @Test func `the wheel enlarges and reduces`() async {
        await stage.openSecondPicture(in: folder)
        #expect(picture.zoom.mode == .fit)
        for _ in 0..<8 { stage.mouse(.wheelUp, 10, 5) }
        #expect(picture.zoom.mode == .times(picture.zoom.scale) && !picture.zoomView.isHidden)
        #expect(stage.footer.contains(" %"))
        for _ in 0..<8 { stage.mouse(.wheelDown, 10, 5) }
        #expect(picture.zoom.mode == .fit && stage.page.row == 1)
    }

    @Test func `dragging moves an enlarged picture with the pointer`() async {
        await stage.openSecondPicture(in: folder)
        stage.press(.character("z"), .character("z"))
        #expect(picture.zoom.scale == 1)
        let before = visible
        stage.mouse(.press, 80, 20)
        stage.mouse(.drag, 70, 15)
        #expect(visible.x == before.x + 10 && visible.y == before.y + 10)
        stage.mouse(.drag, 75, 20)
        #expect(visible.x == before.x + 5 && visible.y == before.y)
        // the release after a drag is no click, even at the edge
        stage.mouse(.release, 75, 20)
        #expect(stage.page.row == 1)
        stage.mouse(.drag, 20, 20)
        #expect(visible.x == before.x + 5, "no button is held any more")
        stage.mouse(.press, 5, 5)
        for column in 0..<9 { stage.mouse(.drag, 5 + 10 * column, 5) }
        stage.mouse(.release, 85, 5)
        #expect(visible.x < before.x && stage.page.row == 1)
    }

    @Test func `a click leads on from a whole picture, and not from an enlarged one`() async {
        await stage.openSecondPicture(in: folder)
        stage.mouse(.press, 85, 5)
        #expect(stage.page.row == 1, "the press may become a drag")
        stage.mouse(.release, 85, 5)
        #expect(stage.page.row == 2)
        stage.click(5, 5)
        #expect(stage.page.row == 1)
        stage.click(45, 5)
        #expect(stage.page.row == 1)
        // a quick second click counts as another click
        stage.click(5, 5)
        stage.mouse(.doubleClick, 85, 5)
        stage.mouse(.release, 85, 5)
        #expect(stage.page.row == 1)
        await until("the picture") { picture.loaded != nil }
        stage.press(.character("z"))
        stage.click(85, 5)
        #expect(stage.page.row == 1)
        stage.mouse(.press, 45, 5, .right)
        #expect(!stage.root.isPictureOpen)
    }

    /// Regression: the release of the click that opened the picture acted on the picture.
    @Test func `the click that opens a picture has no effect in it`() async {
        stage.page.open(GalleryStage.items(["a", "b", "c"]))
        stage.click(60, 3)
        stage.mouse(.doubleClick, 85, 3)
        #expect(stage.root.isPictureOpen)
        stage.mouse(.release, 85, 3)
        #expect(stage.page.row == 0)
    }

    // MARK: - Panels

    /// Clicks on a hint of the last line.
    private func click(on hint: String) {
        let footer = stage.footer
        guard let range = footer.firstRange(of: hint) else {
            Issue.record("no \(hint) in \(footer)")
            return
        }
        stage.click(footer.distance(from: footer.startIndex, to: range.lowerBound), 30)
    }

    @Test func `hints of the last line can be clicked`() async {
        stage.page.open(GalleryStage.items(["a", "b"]))
        click(on: "v layout")
        #expect(stage.root.list.layout == .grid)
        click(on: "? help")
        #expect(stage.line(of: "a line of pictures up") != nil)
        stage.click(45, 12)
        #expect(stage.line(of: "a line of pictures up") == nil)
        click(on: "Enter open")
        #expect(stage.root.isPictureOpen)
        click(on: "Esc back")
        #expect(!stage.root.isPictureOpen)
        // a click beside the hints does nothing, nor one behind a prompt
        stage.click(2, 30)
        click(on: "/ search")
        #expect(stage.footer.contains("Find:"))
        stage.click(40, 30)
        #expect(stage.footer.contains("Find:") && !stage.root.isPictureOpen)
    }

    /// Regression: the hint's action ran behind the help, which stayed open.
    @Test func `a click on a hint below the help only closes the help`() {
        stage.page.open(GalleryStage.items(["a", "b"]))
        stage.press(.character("?"))
        #expect(stage.line(of: "a line of pictures up") != nil)
        click(on: "v layout")
        #expect(stage.line(of: "a line of pictures up") == nil && stage.root.list.layout != .grid)
    }

    @Test func `the wheel scrolls the help and the details, and not the view behind`() async {
        await stage.openSecondPicture(in: folder)
        stage.press(.character("?"))
        let help = stage.lines
        stage.mouse(.wheelDown, 45, 12)
        #expect(stage.lines != help && picture.zoom.mode == .fit)
        stage.mouse(.wheelUp, 45, 12)
        #expect(stage.lines == help)
        // as do the keys that move between pictures
        stage.press(.character("G"))
        #expect(stage.line(of: "back; in the list quit") != nil && stage.lines != help)
        stage.press(.control("b"), .character("g"))
        #expect(stage.lines == help)
        stage.press(.escape, .character("d"))
        #expect(!picture.details.isHidden)
        stage.mouse(.wheelUp, 85, 1)
        #expect(picture.zoom.mode == .fit)
        stage.turn()
        stage.click(85, 1)
        #expect(picture.details.isHidden && stage.page.row == 1)
    }

    @Test func `a click chooses a line of the chooser, and a click beside it closes it`() {
        stage.page.open(GalleryStage.items(["a"]))
        var chosen: [Int] = []
        let rows = (0..<50).map { ChoicePanel.Row(name: "feed \($0).") }
        func show() {
            stage.root.choice.show("Feeds", rows) { chosen.append($0) }
            stage.turn()
        }
        show()
        for _ in 0..<30 { stage.mouse(.wheelDown, 45, 10) }
        stage.click(45, stage.line(of: "feed 28.") ?? 0)
        #expect(chosen == [28] && stage.root.choice.isHidden)
        show()
        stage.click(2, 2)
        #expect(chosen == [28] && stage.root.choice.isHidden && stage.page.row == 0)
    }

    @Test func `the chosen line stays in view, whatever the size of the window`() {
        stage.page.open(GalleryStage.items(["a"]))
        let choice = stage.root.choice
        choice.show("Feeds", (0..<50).map { ChoicePanel.Row(name: "feed \($0).") }) { _ in }
        stage.turn()
        stage.press(.end)
        for rows in [10, 40, 24] {
            choice.frame.size.rows = rows
            choice.layoutIfNeeded()
            let lines = choice.lines(columns: 20)
            #expect(lines.last?.texts.first?.text.hasPrefix("feed 49.") == true && lines.count == min(50, rows - 2))
        }
    }
}
