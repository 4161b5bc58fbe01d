import ImageFeeds
import ImageLoading
import TerminalScreen
import TestSupport
import Testing

@testable import GalleryScreens

/// The time at which the rows of a list load their pictures.
@MainActor @Suite(.endsInTime) struct FirstRowsTests {
    private let stage = GalleryStage()
    private let inbox: TraceSubscription
    private let folder = TemporaryDirectory()

    init() { inbox = stage.browser.manager.trace.makeSubscription() }

    /// The rows that loaded since the last call.
    private var asked: [Int] { inbox.take().filter { $0.event == .query }.compactMap(\.row).sorted() }

    private func open() {
        stage.page.open(GalleryStage.items((0..<100).map { "p\($0)" }))
        stage.turn(after: .milliseconds(1))
    }

    /// Regression: pictures appeared only after 80 ms, though the cache had them.
    @Test func `the first rows of a list load at once, and rows scrolled into view after the delay`() {
        open()
        let first = asked
        #expect(first.first == 0 && first.count >= 3)
        stage.press(.end)
        stage.turn(after: .milliseconds(1))
        #expect(asked.isEmpty)
        stage.turn(after: .milliseconds(80))
        #expect(asked.last == 99)
    }

    @Test func `all rows wait if the option sets the delay, and none is loaded ahead`() {
        stage.browser.settings.delaysEveryRow = true
        stage.root.list.setNeedsLayout()
        open()
        #expect(inbox.take().allSatisfy { $0.event != .query && $0.event != .prefetch })
        stage.turn(after: .milliseconds(80))
        #expect(asked.first == 0)
    }

    @Test func `rows are loaded ahead of the scrolling`() {
        open()
        #expect(inbox.take().contains { $0.event == .prefetch })
    }

    @Test func `a row that leaves the screen goes on loading until its cell is reused`() {
        stage.openFiles(2, in: folder)
        stage.turn(after: .milliseconds(1))
        #expect(asked == [0, 1])
        stage.filter(by: "0.png")
        #expect(stage.page.count == 1 && !inbox.take().contains { $0.event == .cancel })
        stage.press(.escape)
        #expect(stage.page.count == 2 && inbox.take().contains { $0.event == .cancel })
    }

    /// Regression: two cells of the layout before went on loading.
    @Test(arguments: GalleryLayout.allCases)
    func `no cell of the layout before goes on loading`(layout: GalleryLayout) {
        let stage = GalleryStage(columns: 100, rows: 30, layout: layout)
        stage.page.open(GalleryStage.items((0..<100).map { "p\($0)" }))
        stage.turn(after: .milliseconds(1))
        let cells = stage.root.list.cells
        #expect(!cells.isEmpty && cells.allSatisfy { $0.entry != nil })
        stage.press(.character("v"))
        stage.turn()
        #expect(stage.root.list.layout == layout.next && cells.allSatisfy { $0.entry == nil })
    }
}
