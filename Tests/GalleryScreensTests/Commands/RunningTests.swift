import FeedTestSupport
import HalftoneCore
import TerminalScreen
import TerminalViews
import TestSupport
import Testing

@testable import GalleryScreens
@testable import ImageFeeds
@testable import ScreenKit

/// The key that runs a command: on which pictures, and the message at its end.
@MainActor @Suite(.endsInTime) struct RunningTests {
    private let stage = GalleryStage(columns: 120)
    private let commands: GalleryCommands
    private let lent = Lock<[[String]]>([])
    private let told = Lock<[String]>([])

    init() {
        commands = GalleryCommands(browser: stage.browser, root: stage.root)
        stage.root.commands = commands
        stage.root.didAsk = { if case .lend(let use) = $0 { use() } }
        commands.runProgram = { [lent] words in
            lent.withLock { $0.append(words.map(\.text)) }
            return words.last == "/nowhere/c" ? .signaled(2) : .exited(3)
        }
        commands.awaitEnter = { [told] words in told.withLock { $0.append(words) } }
        stage.page.open(GalleryStage.items(["a", "b", "c"]))
    }

    private func run(_ text: String) {
        stage.press(.character("!"), .control("u"))
        stage.type(text)
        stage.press(.enter)
    }

    private func untilRun(_ count: Int) async { await until("the command") { lent.withLock(\.count) == count } }

    @Test func `a command runs on the selected picture, or on the marked ones if there are any`() async {
        run("look -x")
        await untilRun(1)
        #expect(
            stage.footer.contains("look: exit status 3") && told.withLock(\.self) == ["look: exit status 3"])
        stage.press(.character("m"), .down, .down, .character("m"), .up, .character("!"))
        #expect(stage.footer.contains("Run on 2 marked: look -x"))
        stage.type(" {} y")
        stage.press(.enter)
        await untilRun(2)
        #expect(
            lent.withLock(\.self) == [
                ["look", "-x", "/nowhere/a"], ["look", "-x", "/nowhere/a", "/nowhere/c", "y"],
            ])
    }

    /// Runs a command that rewrites the last of some marked pictures, all in memory, and returns the rows that were loaded
    /// since.
    private func rewrite(_ count: Int) async -> [Int] {
        let folder = TemporaryDirectory()
        stage.openFiles(count, width: 90, height: 60, in: folder)
        let memory = stage.browser.manager.memoryCache
        await stage.turn(until: "the pictures", after: .milliseconds(100)) { memory.totals.count == count }
        commands.runProgram = { [lent] words in
            folder.write(FlatPicture.png(9, 6, (10, 10, 200)), to: "\(count - 1).png")
            lent.withLock { $0.append(words.map(\.text)) }
            return .exited(0)
        }
        stage.press(.character("M"))
        let inbox = stage.browser.manager.trace.makeSubscription()
        run("turn")
        await untilRun(1)
        for _ in 0..<2 { stage.turn(after: .milliseconds(200)) }
        return inbox.take().filter { $0.event == .query }.compactMap(\.row)
    }

    @Test func `the files of a command are loaded again`() async {
        #expect(Set(await rewrite(2)) == [0, 1] && stage.browser.manager.trace.summary.memoryHits == 0)
    }

    @Test func `a changed file is loaded again in the preview too`() async {
        stage.press(.character("v"), .character("v"))
        #expect(await rewrite(1).contains(0))
    }

    @Test func `a signal that ended the command is reported`() async {
        stage.press(.end)
        run("look")
        await untilRun(1)
        #expect(stage.footer.contains("look: terminated by signal 2"))
    }

    @Test func `no command asks again, and Escape runs none`() async {
        stage.press(.character("!"))
        stage.type("rm")
        stage.press(.escape)
        #expect(lent.withLock(\.isEmpty))
        run("rm")
        await untilRun(1)
        #expect(lent.withLock(\.self) == [["rm", "/nowhere/a"]])
    }

    @Test func `an invalid command is reported, and nothing runs`() {
        run("look 'x")
        #expect(stage.footer.contains("unterminated quotation mark"))
        stage.page.open(FeedItems([FeedItem(title: "no picture", picture: .missing)]))
        stage.press(.character("!"))
        #expect(stage.footer.contains("no picture to run a command on") && lent.withLock(\.isEmpty))
    }

    /// Regression: the command ran without any argument.
    @Test func `no command runs on a picture that has no address`() throws {
        let data = "data:image/png;base64," + String(repeating: "AAAA", count: 300)
        let picture = try #require(EmbeddedPicture(data))
        stage.page.open(FeedItems([FeedItem(title: "drawn", picture: .embedded(picture))]))
        stage.press(.character("!"))
        #expect(stage.footer.contains("no picture to run a command on"))
    }

    @Test func `a command gets the address of a picture of the network`() async {
        stage.page.open(FeedItems([FeedItem(title: "far", picture: .remote("http://me:secret@h.test/far.png"))]))
        run("look")
        await untilRun(1)
        #expect(lent.withLock(\.self) == [["look", "http://h.test/far.png"]])
    }
}
