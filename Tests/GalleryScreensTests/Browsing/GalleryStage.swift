import FeedTestSupport
import HalftoneCore
import ImageFeeds
import TerminalScreen
import TerminalViews
import TestSupport

@testable import GalleryScreens

/// The screens of the gallery in an offscreen window, without sources, network or disk.
@MainActor
final class GalleryStage {
    let browser: Browser
    let root: RootView
    let window: Window
    private var now = Duration.zero

    init(columns: Int = 80, rows: Int = 22, browser: Browser = .withoutScreen()) {
        self.browser = browser
        root = RootView(browser: browser)
        window = Window(size: CellSize(columns: columns, rows: rows), environment: browser.environment)
        window.addSubview(root)
        turn()
    }

    /// A stage whose pictures are arranged in a layout.
    convenience init(columns: Int, rows: Int, layout: GalleryLayout) {
        var settings = GallerySettings()
        settings.layout = layout
        self.init(columns: columns, rows: rows, browser: .withoutScreen(settings: settings))
    }

    var page: Page { browser.page }

    /// Whether the entries of all rows are read.
    var readStates: [ReadMarks.State] { (0..<page.count).map { browser.state.state(of: page.entry($0)) } }

    /// Returns items of files that do not exist.
    static func items(_ titles: some Sequence<String>) -> FeedItems {
        FeedItems(titles.map { FeedItem(title: $0, picture: .local("/nowhere/\($0)")) })
    }

    /// Advances the clock, and draws.
    @discardableResult
    func turn(after pause: Duration = .milliseconds(16)) -> Canvas {
        now += pause
        window.turn(at: now)
        return window.drawFrame()
    }

    /// Advances the clock and draws until a condition holds.
    func turn(until what: String, after pause: Duration = .milliseconds(16), _ condition: () -> Bool) async {
        await until(what) {
            turn(after: pause)
            return condition()
        }
    }

    /// Opens PNG files of one color, which it writes into a folder.
    func openFiles(_ count: Int, width: Int = 900, height: Int = 600, in folder: TemporaryDirectory) {
        let paths = (0..<count).map { folder.write(FlatPicture.png(width, height, (200, 10, 10)), to: "\($0).png") }
        page.open(FeedItems(paths.map { FeedItem(title: String($0.suffix(5)), picture: .local(FilePath($0))) }))
    }

    /// Opens the selected picture, and waits until it is loaded.
    func openPicture() async {
        press(.enter)
        await until("the picture") { root.picture.loaded != nil }
    }

    /// Opens the second of three pictures of 900 x 600.
    func openSecondPicture(in folder: TemporaryDirectory) async {
        openFiles(3, in: folder)
        press(.down)
        await openPicture()
    }

    /// The lines of the screen, without blanks at their ends.
    var lines: [String] {
        let canvas = turn()
        return (0..<canvas.size.rows).map { row in
            var line = ""
            for column in 0..<canvas.size.columns {
                if let sign = Unicode.Scalar(canvas[column, row].glyph), sign != "\0" {
                    line.unicodeScalars.append(sign)
                }
            }
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    var footer: String { lines.last ?? "" }

    /// The line that contains a text; `nil`: none.
    func line(of text: String) -> Int? { lines.firstIndex { $0.contains(text) } }

    func press(_ keys: Key...) { for key in keys { window.sendEvent(.key(key)) } }

    /// Types a text.
    func type(_ text: String) { for character in text { window.sendEvent(.key(.character(character))) } }

    /// Types a filter and confirms it.
    func filter(by query: String) {
        press(.character("f"))
        type(query)
        press(.enter)
    }

    func mouse(_ action: MouseEvent.Action, _ column: Int, _ row: Int, _ button: MouseEvent.Button = .left) {
        window.sendEvent(
            .mouse(MouseEvent(action: action, position: CellPoint(column: column, row: row), button: button)))
    }

    func click(_ column: Int, _ row: Int) {
        mouse(.press, column, row)
        mouse(.release, column, row)
    }
}
