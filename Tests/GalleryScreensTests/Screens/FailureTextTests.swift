import FeedTestSupport
import ImageCoding
import ImageFeeds
import ImageLoading
import Pixels
import TerminalScreen
import TestSupport
import Testing
import Transfer

@testable import GalleryScreens
@testable import ScreenKit

/// The message of a picture that cannot be shown, and its position.
@MainActor @Suite(.endsInTime) struct FailureTextTests {
    private func gone(_ title: String) -> FeedItems {
        FeedItems([FeedItem(title: title, picture: .local("/nowhere/a"))])
    }

    @Test(arguments: [
        (ImageError.invalidStatusCode(404), "404 not found — r: retry"),
        (.transfer(.couldNotConnect(host: "h.test")), "could not connect to h.test — r: retry"),
        (.transfer(.timedOut(.waiting)), "timed out: no response — r: retry"),
        (.badImageData(.unknownFormat(looksLike: "HTML")), "not an image (looks like HTML) — r: retry"),
        (.badImageData(.empty), "the picture is empty — r: retry"),
        (.unreadableFile("Permission denied"), "Permission denied — r: retry"),
        (
            .badImageData(.tooLarge(PixelSize(width: 9, height: 9), limit: "8 pixels")),
            "a picture of 9x9 pixels is over the limit of 8 pixels — o: open elsewhere"
        ),
        (.transfer(.tooLarge(limit: 1000)), "larger than the limit of 1.0 KB — o: open elsewhere"),
        (
            .failedBefore(.badImageData(.tooSlow(seconds: 3))),
            "decoding took longer than the limit of 3 s — o: open elsewhere"
        ),
    ])
    func `every failure names a key`(error: ImageError, text: String) {
        #expect(FailureText(error, KeyBindings()).text == text)
    }

    @Test func `the key comes first where there is no room for the whole message`() {
        let text = FailureText(.invalidStatusCode(404), KeyBindings())
        #expect(text.fitting(columns: 24, rows: 1) == "404 not found — r: retry")
        #expect(text.fitting(columns: 23, rows: 1) == "r: retry — 404 not found")
        #expect(text.fitting(columns: 20, rows: 2) == "404 not found\nr: retry")
        #expect(text.fitting(columns: 13, rows: 2) == "404 not found\nr: retry")
        #expect(text.fitting(columns: 10, rows: 1) == "r: retry — 404 not found")
        #expect(FailureText(missingWithPage: false, KeyBindings()).fitting(columns: 3, rows: 1) == "no picture")
    }

    private func untilFailed(_ stage: GalleryStage) async {
        await stage.turn(until: "a picture to fail", after: .milliseconds(200)) { !stage.page.failed.isEmpty }
    }

    @Test(arguments: GalleryLayout.allCases)
    func `the place of a picture that failed has the sign of failures`(_ layout: GalleryLayout) async {
        let stage = GalleryStage(columns: 80, rows: 24)
        while stage.root.list.layout != layout { stage.press(.character("v")) }
        stage.page.open(gone("its title"))
        await untilFailed(stage)
        #expect(stage.lines.joined().contains("✗"), "\(stage.lines)")
        // Regression: the sign had a ground of its own, a dark spot in the picture's place.
        let canvas = stage.turn()
        for row in 0..<canvas.size.rows {
            for column in 1..<canvas.size.columns where canvas[column, row].glyph == ("✗" as Unicode.Scalar).value {
                #expect(canvas[column, row].background == canvas[column - 1, row].background)
            }
        }
    }

    /// Regression: the signs in the help had the terminal's background, dark spots in the panel.
    @Test func `the help explains the signs on the background of its panel`() {
        let stage = GalleryStage(columns: 90, rows: 40)
        stage.page.open(gone("its title"))
        stage.press(.character("?"))
        let canvas = stage.turn()
        var found = 0
        for row in 0..<canvas.size.rows {
            for column in 0..<canvas.size.columns where canvas[column, row].glyph == ("✓" as Unicode.Scalar).value {
                found += 1
                #expect(canvas[column, row].background == canvas[column + 1, row].background)
            }
        }
        #expect(found == 1, "\(stage.lines)")
    }

    /// Regression: the title gave way to the first words of the message.
    @Test func `in the grid the message is in place of the picture, above its title`() async {
        let stage = GalleryStage(columns: 80, rows: 24)
        stage.press(.character("v"))
        stage.page.open(gone("its title"))
        await untilFailed(stage)
        let places = ["No such file or", "directory", "r: retry", "its title"].map { stage.line(of: $0) ?? -1 }
        #expect(places[0] >= 0 && places == places.sorted(), "\(stage.lines)")
        // a retry replaces it
        stage.press(.character("r"))
        #expect(stage.line(of: "r: retry") == nil || !stage.page.failed.isEmpty)
    }

    @Test func `in a grid of small pictures the key is visible`() async {
        let stage = GalleryStage(columns: 80, rows: 24)
        stage.press(.character("v"))
        for _ in 0..<6 { stage.press(.character("-")) }
        stage.page.open(gone("its title"))
        await untilFailed(stage)
        #expect(stage.line(of: "r: re") != nil, "\(stage.lines)")
    }

    @Test func `in a narrow list the key is visible`() async {
        let stage = GalleryStage(columns: 40, rows: 12)
        stage.page.open(gone("a title that takes both of its lines"))
        await untilFailed(stage)
        #expect(stage.line(of: "r: retry") != nil, "\(stage.lines)")
    }

    /// Regression: the message was cut off, and the key for a retry was not named.
    @Test(arguments: [
        (GalleryLayout.list, 50, 4, 0, true), (.list, 160, 30, 0, false), (.grid, 120, 30, 0, false),
        (.grid, 120, 30, 7, true),
    ])
    func `the last line has the message that the place of the selected picture cuts`(
        layout: GalleryLayout, columns: Int, rows: Int, reductions: Int, isCut: Bool
    ) async {
        let (stage, folder) = (GalleryStage(columns: columns, rows: rows, layout: layout), TemporaryDirectory())
        let path = folder.write(Array("this is no picture".utf8), to: "broken.jpg")
        stage.page.open(FeedItems([FeedItem(title: "broken.jpg", picture: .local(path))]))
        for _ in 0..<reductions { stage.press(.character("-")) }
        await untilFailed(stage)
        #expect(stage.footer.contains("(looks like text) — r: ret") == isCut, "\(stage.lines)")
    }

    /// Regression: the title took the last line, and nothing else said why the screen was empty.
    @Test func `the message of an open picture is in the middle, however long the title is`() async {
        let stage = GalleryStage(columns: 80, rows: 24)
        stage.page.open(gone(String(repeating: "long ", count: 40)))
        stage.press(.enter)
        await until("the picture to end") { stage.root.picture.hasEnded }
        #expect(stage.line(of: "✗ No such file or directory — r: retry") == 11)
        stage.page.open(FeedItems([FeedItem(title: "none", page: "http://h.test/", picture: .missing)]))
        #expect(stage.line(of: "no picture — o: its page") == 11)
    }

    @Test func `the message is removed when the picture is loaded`() async {
        let folder = TemporaryDirectory()
        let stage = GalleryStage(columns: 80, rows: 24)
        let path = folder.path + "/a.png"
        stage.page.open(FeedItems([FeedItem(title: "a", picture: .local(path))]))
        stage.press(.enter)
        await until("the picture to end") { stage.root.picture.hasEnded }
        #expect(stage.line(of: "No such file or directory — r: retry") == 11)
        folder.write(FlatPicture.png(90, 60, (9, 9, 200)), to: "a.png")
        stage.press(.character("r"))
        await until("the picture") { stage.root.picture.loaded != nil }
        #expect(stage.lines.dropLast().allSatisfy { !$0.contains("r: retry") })
    }
}
