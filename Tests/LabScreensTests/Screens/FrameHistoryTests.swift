import TerminalScreen
import TestSupport
import Testing

@testable import LabScreens

/// The recorded frames of the microscope.
@Suite(.endsInTime) struct FrameHistoryTests {
    private func facts(_ load: Int, row: Int = 1) -> LabCellFacts {
        LabCellFacts(cell: 1, row: row, load: load, state: .loading)
    }

    private func add(
        _ letter: Unicode.Scalar, to history: inout FrameHistory, _ stage: FrameHistory.Stage = .placeholder,
        load: Int = 1, row: Int = 1, at time: Duration = .zero
    ) -> Bool {
        history.add(
            [Cell(letter)], columns: 1, [stage], of: [PictureSettings()], facts(load, row: row), at: time)
    }

    @Test func `a frame that differs is added, with the time since the first`() {
        var history = FrameHistory()
        #expect(add("a", to: &history, at: .seconds(5)))
        #expect(!add("a", to: &history, at: .seconds(6)))
        #expect(add("a", to: &history, .indicator, at: .seconds(6)))
        #expect(add("b", to: &history, .transition(percent: 40), at: .seconds(7)))
        #expect(history.frames.map(\.time) == [.zero, .seconds(1), .seconds(2)])
        #expect(history.index == 2 && history.shown?.stages == [.transition(percent: 40)])
    }

    @Test func `earlier frames are shown one by one, while newer ones are added`() {
        var history = FrameHistory()
        for letter in ["a", "b", "c"] as [Unicode.Scalar] { #expect(add(letter, to: &history)) }
        #expect(history.back() && history.back() && !history.back())
        #expect(history.index == 0 && add("d", to: &history) && history.index == 0)
        #expect(history.forward() && history.forward() && history.index == 2)
        #expect(history.forward() && history.index == 3 && !history.forward())
    }

    @Test func `another load and another row begin anew`() {
        var history = FrameHistory()
        #expect(add("a", to: &history) && add("b", to: &history) && history.back())
        #expect(add("b", to: &history, load: 2, at: .seconds(9)))
        #expect(history.frames.count == 1 && history.index == 0 && history.shown?.time == .zero)
        #expect(add("b", to: &history, load: 2, row: 3) && history.frames.count == 1)
    }

    @Test func `the oldest frames are dropped`() {
        var history = FrameHistory()
        for percent in 0..<FrameHistory.maxFrames { _ = add("a", to: &history, .transition(percent: percent)) }
        #expect(history.back() && history.index == FrameHistory.maxFrames - 2)
        #expect(add("b", to: &history) && history.frames.count == FrameHistory.maxFrames)
        #expect(history.shown?.stages == [.transition(percent: FrameHistory.maxFrames - 2)])
    }
}
