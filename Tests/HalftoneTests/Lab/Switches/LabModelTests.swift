import ImageLab
import ImageLoading
import TerminalViews
import Testing

@testable import halftone

/// What the Lab knows of its loads, without an engine and without a screen.
@Suite(.endsInTime) struct LabModelTests {
    private func metrics(_ load: Int) -> LoadMetrics {
        LoadMetrics(load: load, url: "http://h/\(load)", begun: .zero, ended: .seconds(1), stages: [])
    }

    @Test func itBeginsWithNothingAndTheSwitchesOfAFreshBoard() {
        let model = LabModel()
        #expect(
            model.recording.loads.isEmpty && model.counts.isEmpty && model.metrics.isEmpty && model.baseline.isEmpty)
        #expect(model.board == LabBoard.make() && model.board.faults == LabFaults())
    }

    @Test func eventsAreCountedByNameAndBecomeLoads() {
        var model = LabModel()
        let isNew = model.take([
            TraceEvent(.query, load: 1, row: 0, url: "http://h/a"), TraceEvent(.request, load: 1, url: "http://h/a"),
            TraceEvent(.query, load: 2, row: 1, url: "http://h/b"), TraceEvent(.cancel, load: 2, url: "http://h/b"),
            TraceEvent(.placeholder, view: 1),
        ])
        #expect(isNew)
        #expect(model.counts == [.query: 2, .request: 1, .cancel: 1, .placeholder: 1])
        #expect(model.recording.loads.map(\.number) == [1, 2])
        #expect(model.recording.loads.map(\.outcome) == [.unfinished, .cancelled])
        #expect(model.recording.loads[0].currentStage == .firstByte)
    }

    @Test func nothingNewIsNoNews() {
        var model = LabModel()
        let isNew = model.take([])
        #expect(!isNew)
        #expect(model.counts.isEmpty)
    }

    @Test func aLongRunKeepsTheNewestLoadsAndCountsAll() {
        var model = LabModel()
        let count = 3 * LabModel.mostLoads
        for number in 1...count {
            model.take([TraceEvent(.query, load: number, url: "u"), TraceEvent(.complete, load: number, url: "u")])
        }
        #expect(model.recording.loads.count <= LabModel.mostLoads)
        #expect(model.recording.loads.last?.number == count)
        #expect(model.counts[.query] == count && model.counts[.complete] == count)
    }

    @Test func whereTheTimeWentIsKeptForTheNewestLoads() {
        var model = LabModel()
        let count = LabModel.mostLoads + 5
        for number in 1...count { model.keep(metrics(number)) }
        #expect(model.metrics.count == LabModel.mostLoads)
        #expect(model.metrics[5] == nil && model.metrics[6]?.load == 6 && model.metrics[count]?.load == count)
        model.keep(metrics(count))
        #expect(model.metrics.count == LabModel.mostLoads, "the same load again takes no other's place")
    }

    // MARK: - Switches

    @Test func theBoardHasASwitchForEverythingThatALoadCanBeTold() {
        let board = LabBoard.make()
        for (name, _) in ImageOptions.names { #expect(board[name] == "off", "\(name)") }
        for name in [
            "feed", "speed", "identity", "placeholder", "indicator", "transition", "settle", "prefetch", "memory",
            "disk",
            "concurrency", "downloads", "order", "priority", "attempts", "timeout",
        ] { #expect(board[name] != nil, "\(name)") }
        let faults = Switchboard.Group.faults.switches.map(\.name)
        for name in faults { #expect(board[name] == "off" && board.row(name)?.changesItems == true, "\(name)") }
        #expect(Set(board.all.map(\.name)).count == board.all.count, "a script names each switch in one way")
        #expect(board.all.allSatisfy { !$0.help.isEmpty && $0.steps.count > 1 })
    }

    @Test func everySwitchOfTheBoardCanBeSetToAllItsStepsAndComesRoundToItsFirst() throws {
        for each in LabBoard.make().all {
            var board = LabBoard.make()
            for value in each.steps { try board.set(each.name, to: value) }
            try board.set(each.name, to: each.steps[0])
            for _ in each.steps { board.step(each.name, by: 1) }
            #expect(board[each.name] == each.steps[0], "\(each.name)")
        }
    }

    @Test func switchesOfOptionsBecomeTheOptionsOfALoad() throws {
        var board = LabBoard.make()
        #expect(board.imageOptions.isEmpty)
        try board.set("progressiveLoad", to: "on")
        try board.set("retryFailed", to: "on")
        #expect(board.imageOptions == [.progressiveLoad, .retryFailed])
        try board.set("priority", to: "high")
        #expect(board.imageOptions == [.progressiveLoad, .retryFailed, .highPriority])
        try board.set("priority", to: "low")
        #expect(board.imageOptions == [.progressiveLoad, .retryFailed, .lowPriority])
    }

    @Test func switchesOfTiersLeaveThoseThatAreOn() throws {
        var board = LabBoard.make()
        #expect(board.cacheTiers == [.memory, .disk])
        try board.set("memory", to: "off")
        #expect(board.cacheTiers == [.disk])
        try board.set("disk", to: "off")
        #expect(board.cacheTiers == [])
    }

    @Test func switchesOfTheViewHaveTheirMeanings() throws {
        var board = LabBoard.make()
        #expect(board.speed == 1)
        try board.set("speed", to: "1/50")
        #expect(board.speed == 0.02)
        for name in ["placeholder", "indicator", "transition"] { try board.set(name, to: "none") }
        #expect(board.indicator == .none)
        if case .none = board.placeholder {} else { Issue.record("there is a placeholder") }
        #expect(ImageTransition.named("none").map { "\($0)" } == "\(board.transition)")
    }

    // MARK: - Figures

    @MainActor
    @Test func everyFigureHasANameOfItsOwnAndEveryEventIsOne() {
        let names = LabFigures.all.map(\.name)
        #expect(LabFigures.names.count == names.count)
        for name in TraceEvent.Name.allCases { #expect(LabFigures.names.contains(name.rawValue), "\(name)") }
        #expect(LabFigures.names.isDisjoint(with: LabCellFacts.figures), "a script can tell them apart")
        #expect(LabFigures.all.first { $0.name == "stalePaints" }?.isState == true, "it is never forgotten")
    }
}
