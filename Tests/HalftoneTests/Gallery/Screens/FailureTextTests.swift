import FeedTestSupport
import ImageCoding
import ImageFeeds
import ImageLoading
import Pixels
import TerminalScreen
import TestSupport
import Testing
import Transfer

@testable import halftone

/// The message of a picture that cannot be shown, and its position.
@MainActor @Suite(.endsInTime) struct FailureTextTests {
    private func gone(_ title: String) -> FeedItems {
        FeedItems([FeedItem(title: title, picture: .local("/nowhere/a"))])
    }

    @Test(arguments: [
        (ImageError.invalidStatusCode(404), "not found on the server (404); r tries again"),
        (.transfer(.couldNotConnect(host: "h.test")), "could not connect to h.test; r tries again"),
        (.transfer(.timedOut(.waiting)), "timed out: no response; r tries again"),
        (.badImageData(.unknownFormat(looksLike: "HTML")), "not an image (looks like HTML); r tries again"),
        (.badImageData(.empty), "the picture is empty; r tries again"),
        (.unreadableFile("Permission denied"), "Permission denied; r tries again"),
        (
            .badImageData(.tooLarge(PixelSize(width: 9, height: 9), limit: "8 pixels")),
            "a picture of 9x9 pixels is over the limit of 8 pixels; O opens it in another program"
        ),
        (.transfer(.tooLarge(limit: 1000)), "larger than the limit of 1.0 KB; O opens it in another program"),
        (
            .failedBefore(.badImageData(.tooSlow(seconds: 3))),
            "decoding took longer than the limit of 3 s (not tried again yet); O opens it in another program"
        ),
    ])
    func `every failure names a key`(error: ImageError, text: String) {
        #expect(FailureText(error, KeyBindings()).text == text)
    }

    @Test func `the key comes first where there is no room for the whole message`() {
        let text = FailureText(.invalidStatusCode(404), KeyBindings())
        #expect(text.fitting(columns: 44, rows: 1) == "not found on the server (404); r tries again")
        #expect(text.fitting(columns: 43, rows: 1) == "r tries again: not found on the server (404)")
        #expect(text.fitting(columns: 30, rows: 2) == "not found on the server (404);\nr tries again")
        #expect(text.fitting(columns: 29, rows: 2) == text.text, "which is two lines, too")
        #expect(text.fitting(columns: 15, rows: 2) == "r tries again: not found on the server (404)")
        #expect(FailureText(missingWithPage: false, KeyBindings()).fitting(columns: 3, rows: 1) == "no picture")
    }

    private func untilFailed(_ stage: GalleryStage) async {
        await until("a picture to fail") {
            stage.turn(after: .milliseconds(200))
            return !stage.page.failed.isEmpty
        }
    }

    /// Regression: the title gave way to the first words of the message.
    @Test func `in the grid the message is in place of the picture, above its title`() async {
        let stage = GalleryStage(columns: 80, rows: 24)
        stage.press(.character("v"))
        stage.page.open(gone("its title"))
        await untilFailed(stage)
        let places = ["No such file or", "directory;", "r tries again", "its title"].map { stage.line(of: $0) ?? -1 }
        #expect(places[0] >= 0 && places == places.sorted(), "\(stage.lines)")
        // a retry replaces it
        stage.press(.character("r"))
        #expect(stage.line(of: "r tries") == nil || !stage.page.failed.isEmpty)
    }

    @Test func `in a grid of small pictures the key is visible`() async {
        let stage = GalleryStage(columns: 80, rows: 24)
        stage.press(.character("v"))
        for _ in 0..<6 { stage.press(.character("+")) }
        stage.page.open(gone("its title"))
        await untilFailed(stage)
        stage.turn(after: .seconds(5))  // the message about the number of columns has expired
        #expect(stage.line(of: "r tri") != nil, "\(stage.lines)")
    }

    @Test func `in a narrow list the key is visible`() async {
        let stage = GalleryStage(columns: 40, rows: 12)
        stage.page.open(gone("a title that takes both of its lines"))
        await untilFailed(stage)
        #expect(stage.line(of: "r tries again") != nil, "\(stage.lines)")
    }

    /// Regression: the title took the last line, and nothing else said why the screen was empty.
    @Test func `the message of an open picture is in the middle, however long the title is`() async {
        let stage = GalleryStage(columns: 80, rows: 24)
        stage.page.open(gone(String(repeating: "long ", count: 40)))
        stage.press(.enter)
        await until("the picture to end") { stage.root.picture.hasEnded }
        #expect(stage.line(of: "No such file or directory; r tries again") == 11)
        stage.page.open(FeedItems([FeedItem(title: "none", page: "http://h.test/", picture: .missing)]))
        #expect(stage.line(of: "no picture; o opens its page") == 11)
    }

    @Test func `the message is removed when the picture is loaded`() async {
        let folder = TemporaryDirectory()
        let stage = GalleryStage(columns: 80, rows: 24)
        let path = folder.path + "/a.png"
        stage.page.open(FeedItems([FeedItem(title: "a", picture: .local(path))]))
        stage.press(.enter)
        await until("the picture to end") { stage.root.picture.hasEnded }
        #expect(stage.line(of: "No such file or directory; r tries again") == 11)
        folder.write(FlatPicture.png(90, 60, (9, 9, 200)), to: "a.png")
        stage.press(.character("r"))
        await until("the picture") { stage.root.picture.loaded != nil }
        #expect(stage.lines.dropLast().allSatisfy { !$0.contains("tries again") })
    }
}
