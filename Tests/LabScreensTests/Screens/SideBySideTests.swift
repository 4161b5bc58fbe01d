import TerminalScreen
import TerminalViews
import TestSupport
import Testing

@testable import LabScreens

/// Two settings for the same picture, and the cell that replays its life.
@MainActor @Suite(.endsInTime) struct SideBySideTests {
    private let stage: LabStage
    private var table: LabTable { stage.screen.table }

    init() throws { stage = try LabStage() }

    private func untilIdle() async {
        await until("every picture") {
            _ = stage.lines()
            return stage.screen.isIdle
        }
    }

    @Test func `each cell has its picture twice, of one size, with what differs below`() async throws {
        defer { stage.lab.close() }
        await untilIdle()
        let alone = try #require(table.selectedCell?.imageView.frame)
        stage.press(.character("b"))
        await untilIdle()
        let cell = try #require(table.selectedCell)
        let second = cell.pictures[1].imageView
        #expect(cell.shownPictures.count == 2 && second.frame.size == alone.size)
        #expect(second.frame.minColumn == cell.imageView.frame.maxColumn + 1)
        #expect(second.image != nil && second.imageURL == cell.imageView.imageURL)
        #expect(stage.shows("fade ‖ none"))
        stage.press(.character("b"))
        await untilIdle()
        #expect(table.selectedCell?.imageView.frame == alone && second.imageURL == nil)
    }

    @Test func `each picture can have values of its own, which the switchboard shows side by side`() async throws {
        defer { stage.lab.close() }
        stage.press(.character("s"), .character("]"))
        #expect(stage.lab.settings.beside == nil && stage.shows("‹ surface ›"))
        stage.press(.character("b"))
        #expect(stage.shows("‹ surface ‖ surface ›") && stage.shows("fade ‖ none"))
        #expect(stage.lines(after: .seconds(3)).last?.contains("] more beside") == true)
        stage.press(.character("]"))
        #expect(stage.shows("‹ surface ‖ none ›") && stage.shows("surface ‖ none, fade ‖ none"))
        stage.press(.character("]"), .character("]"), .right)
        #expect(stage.shows("‹ none ‖ surface ›") && stage.shows("switchboard: 2 changed"))
        stage.press(.backspace)
        #expect(stage.shows("‹ surface ‖ surface ›") && stage.shows("switchboard: 1 changed"))
        stage.press(.right)
        stage.press(.character("b"))
        #expect(stage.lab.settings.beside == nil && stage.shows("‹ none ›"))
        await untilIdle()
    }

    @Test func `a round of a replay is the load, the transition and a pause`() async throws {
        defer { stage.lab.close() }
        await untilIdle()
        let cell = try #require(table.selectedCell)
        var (reuses, begins) = (cell.facts.reused, [Duration]())
        stage.press(.character("v"))
        await until("three rounds") {
            _ = stage.lines(after: .milliseconds(20))
            if cell.facts.reused > reuses { (reuses, begins) = (cell.facts.reused, begins + [stage.time.now]) }
            return begins.count == 3
        }
        let pause = cell.imageView.transition.duration + .milliseconds(600)
        #expect(zip(begins, begins.dropFirst()).allSatisfy { $1 - $0 >= pause }, "\(begins)")
        stage.press(.character("v"))
        await untilIdle()
    }

    @Test func `a replay moves to the row that is selected`() async throws {
        defer { stage.lab.close() }
        await untilIdle()
        let cells = [0, 1].map { table.visibleCells[$0] }
        let first = cells.map(\.facts.reused)
        stage.press(.character("v"))
        await until("the first cell to be loaded again") {
            _ = stage.lines(after: .milliseconds(40))
            return cells[0].facts.reused >= first[0] + 2
        }
        stage.press(.down)
        await until("the second cell to be loaded again") {
            _ = stage.lines(after: .milliseconds(40))
            return cells[1].facts.reused >= first[1] + 2
        }
        #expect(!stage.screen.isIdle && table.selectedCell === cells[1])
        stage.press(.character("v"))
        #expect(!stage.lab.settings.replay)
        await untilIdle()
        #expect(table.visibleCells.map(\.row) == Array(0..<table.visibleCells.count))
    }
}
