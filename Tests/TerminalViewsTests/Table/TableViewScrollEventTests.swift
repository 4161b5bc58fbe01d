import FoundationEssentials
import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

/// The delegate's callbacks of scrolling.
@Suite(.endsInTime) @MainActor struct TableViewScrollEventTests {
    private final class Listener: TableViewDelegate {
        var log: [String] = []
        var didScroll: (TableView) -> Void = { _ in }
        func tableViewDidScroll(_ tableView: TableView) {
            log.append("scroll \(tableView.contentOffset)")
            didScroll(tableView)
        }
        func tableViewDidEndScrollingAnimation(_ tableView: TableView) {
            log.append("arrived \(tableView.contentOffset)")
        }
        func tableViewDidEndDecelerating(_ tableView: TableView) { log.append("rest \(tableView.contentOffset)") }
        func take() -> [String] {
            defer { log = [] }
            return log
        }
    }

    private let test = TableStage(rows: 1000, lines: 10)
    private let listener = Listener()

    init() {
        test.table.delegate = listener
        test.stage.turn()
    }

    private var ends: [String] { listener.take().filter { !$0.hasPrefix("scroll") } }

    @Test func `scrolling comes to rest once a tenth of a second after the last step`() {
        for line in 1...3 {
            test.table.scroll(byLines: 1)
            #expect(listener.take() == ["scroll \(line)"])
            test.stage.turn(after: .milliseconds(60))
        }
        test.stage.turn(after: .milliseconds(99))
        #expect(listener.take().isEmpty)
        test.stage.turn(after: .milliseconds(1))
        #expect(listener.take() == ["rest 3"])
        test.stage.turn(after: .seconds(10))
        #expect(listener.take().isEmpty)
    }

    @Test func `the table schedules the turn in which it comes to rest`() {
        test.table.scroll(byLines: 1)
        test.stage.turn()
        let deadline = test.stage.window.nextDeadline
        #expect(deadline == test.stage.engine.time.now + .milliseconds(100))
    }

    @Test func `animated scrolling ends and then comes to rest`() {
        test.table.setContentOffset(100, animated: true)
        for _ in 0..<40 { test.stage.turn(after: .milliseconds(16)) }
        #expect(ends == ["arrived 100", "rest 100"])
    }

    @Test func `interrupted scrolling sends no end but comes to rest`() {
        test.table.setContentOffset(100, animated: true)
        for _ in 0..<4 { test.stage.turn(after: .milliseconds(16)) }
        test.table.scroll(byLines: -1)
        let offset = test.table.contentOffset
        for _ in 0..<40 { test.stage.turn(after: .milliseconds(16)) }
        #expect(ends == ["rest \(offset)"])
    }

    @Test func `a delegate that stops the scrolling receives no end of scrolling`() {
        listener.didScroll = { table in if table.contentOffset > 50 { table.setContentOffset(50, animated: false) } }
        test.table.setContentOffset(100, animated: true)
        for _ in 0..<40 { test.stage.turn(after: .milliseconds(16)) }
        #expect(ends == ["rest 50"])
    }

    @Test func `scrolling to the current position sends no event`() {
        test.table.setContentOffset(0, animated: true)
        test.table.scroll(byLines: -5)
        test.stage.turn(after: .seconds(1))
        #expect(listener.take().isEmpty)
    }

    @Test func `a grid sends the same events`() {
        final class GridListener: CollectionViewDelegate {
            var log: [String] = []
            func collectionViewDidScroll(_ collectionView: CollectionView) { log.append("scroll") }
            func collectionViewDidEndScrollingAnimation(_ collectionView: CollectionView) { log.append("arrived") }
            func collectionViewDidEndDecelerating(_ collectionView: CollectionView) { log.append("rest") }
        }
        let (stage, listener) = (CollectionStage([Array(0..<200)]), GridListener())
        stage.grid.delegate = listener
        stage.grid.setContentOffset(20, animated: true)
        for _ in 0..<40 { stage.stage.turn(after: .milliseconds(16)) }
        #expect(listener.log.first == "scroll" && listener.log.suffix(2) == ["arrived", "rest"])
    }
}
