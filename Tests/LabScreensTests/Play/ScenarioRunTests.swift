import TestSupport
import Testing

@testable import LabScreens

/// How a run walks through the steps of a scenario, without a Lab.
@MainActor @Suite(.endsInTime) struct ScenarioRunTests: ScenarioWords {
    private func run(
        isWatched: Bool = false, timeout: Duration = .seconds(60), @LabStepBuilder _ steps: () -> [LabStep]
    ) -> ScenarioRun {
        var run = ScenarioRun(LabScenario("sample", "a sample", timeout: timeout, steps), isWatched: isWatched)
        run.didPrepare()
        return run
    }

    private func facts(_ requests: Int) -> () -> LabFacts { { LabFacts(counters: ["requests": requests]) } }

    /// Advances until something other than a caption or a check happens, and describes it.
    private func next(_ run: inout ScenarioRun, at now: Duration, _ facts: () -> LabFacts) -> String {
        while true {
            switch run.advance(at: now, facts: facts) {
            case .perform: return run.step?.text ?? ""
            case .advanced: continue
            case .rest where run.state == .over: return "over"
            case .rest(now + ScenarioRun.pollInterval): return "wait"
            case .rest(let due): return "rest until \(due?.seconds ?? -1)"
            }
        }
    }

    @Test func `steps run one by one, in their order`() {
        var run = run {
            Self.press("j")
            Self.repeated(2) { Self.reload }
            Self.hold
        }
        var seen: [String] = []
        while seen.last != "over" { seen.append(next(&run, at: .zero, facts(0))) }
        #expect(seen == ["press j", "reload", "reload", "hold deliveries", "over"])
    }

    @Test func `a wait holds the scenario until its condition is met`() {
        var run = run {
            Self.wait(Self.requests >= 2)
            Self.reload
        }
        for second in 0..<60 { #expect(next(&run, at: .seconds(second), facts(1)) == "wait") }
        #expect(next(&run, at: .seconds(59), facts(2)) == "reload")
        #expect(run.isPassed && run.checks == 1)
    }

    @Test func `a wait that takes too long ends the scenario with the actual value`() {
        var run = run(timeout: .seconds(2)) {
            Self.wait(Self.requests == 9)
            Self.reload
        }
        for second in 10...11 { #expect(next(&run, at: .seconds(second), facts(1)) == "wait") }
        #expect(next(&run, at: .seconds(12), facts(1)) == "over")
        #expect(next(&run, at: .seconds(13), facts(9)) == "over")
        #expect(
            run.report == [
                "FAIL wait: requests == 9: requests is 1",
                "stopped: the wait timed out", "sample: failed, 1 of 1 check",
            ])
        #expect(!run.isPassed)
    }

    @Test func `the time of a stop does not count for a wait`() {
        var run = run(timeout: .seconds(2)) {
            Self.wait(Self.requests == 9)
            Self.reload
        }
        #expect(next(&run, at: .seconds(10), facts(1)) == "wait")
        #expect(next(&run, at: .seconds(111), facts(1)) == "wait")
        #expect(next(&run, at: .seconds(111), facts(9)) == "reload")
        #expect(next(&run, at: .seconds(111), facts(9)) == "over" && run.isPassed)
    }

    @Test func `a failed check fails the scenario, which continues`() {
        var run = run {
            Self.check(Self.requests == 2)
            Self.reload
            Self.check(Self.requests == 1)
        }
        #expect(next(&run, at: .zero, facts(1)) == "reload")
        #expect(next(&run, at: .zero, facts(1)) == "over")
        #expect(
            run.report == [
                "FAIL requests == 2: requests is 1", "ok   requests == 1", "sample: failed, 1 of 2 checks",
            ])
        #expect(run.failures.first == "requests == 2: requests is 1")
    }

    @Test func `a step that could not be performed fails the scenario`() {
        var run = run { Self.press("nothing") }
        #expect(next(&run, at: .zero, facts(0)) == "press nothing")
        run.fail("unknown key 'nothing'", at: .zero)
        #expect(run.report.first == "FAIL press nothing: unknown key 'nothing'")
        #expect(!run.isPassed)
    }

    @Test func `a scenario that checks nothing or is cut off has not passed`() {
        var nothing = run { Self.say("hello") }
        #expect(next(&nothing, at: .zero, facts(0)) == "over")
        #expect(!nothing.isPassed)
        #expect(nothing.report.last == "sample: nothing was checked")
        var cut = run {
            Self.check(Self.requests == 0)
            Self.wait(Self.requests == 1)
        }
        #expect(next(&cut, at: .zero, facts(0)) == "wait")
        cut.stop("the Lab was closed")
        #expect(!cut.isPassed && next(&cut, at: .zero, facts(1)) == "over")
        #expect(cut.report.last == "sample: not finished, 1 check")
    }

    @Test func `facts are collected only for conditions`() {
        var run = run {
            Self.reload
            Self.check(Self.requests == 0)
        }
        var count = 0
        let facts = {
            count += 1
            return LabFacts()
        }
        #expect(next(&run, at: .zero, facts) == "reload" && count == 0)
        #expect(next(&run, at: .zero, facts) == "over" && count == 1 && run.isPassed)
    }

    // MARK: - Tours

    @Test func `after the steps of a caption a tour waits for the reader`() {
        var run = run(isWatched: true) {
            Self.say("a")
            Self.reload
            Self.say("b")
            Self.reload
        }
        #expect(next(&run, at: .zero, facts(0)) == "reload" && run.caption == "a" && run.part == 1)
        run.goOn()
        #expect(next(&run, at: .milliseconds(100), facts(0)) == "rest until 0.9" && run.caption == "a")
        #expect(next(&run, at: .seconds(60), facts(0)) == "rest until -1.0" && run.state == .reading)
        #expect(next(&run, at: .seconds(600), facts(0)) == "rest until -1.0" && run.caption == "a")
        run.goOn()
        #expect(run.caption == "b" && run.part == 2)
        #expect(next(&run, at: .seconds(600), facts(0)) == "reload")
        #expect(next(&run, at: .seconds(700), facts(0)) == "over")
    }

    @Test func `what comes before the first caption does not wait to be read`() {
        var run = run(isWatched: true) {
            Self.reload
            Self.hold
            Self.say("a")
            Self.reload
            Self.hold
        }
        #expect(next(&run, at: .zero, facts(0)) == "reload" && next(&run, at: .zero, facts(0)) == "hold deliveries")
        #expect(next(&run, at: .zero, facts(0)) == "reload" && run.part == 1)
        #expect(next(&run, at: .zero, facts(0)) == "rest until 0.9")
    }

    @Test func `a failure stays longer than a success, and repeated steps are quick`() {
        var run = run(isWatched: true) {
            Self.say("a")
            Self.check(Self.requests == 1)
            Self.check(Self.requests == 0)
            Self.repeated(2) { Self.reload }
        }
        #expect(next(&run, at: .zero, facts(0)) == "rest until 4.0")
        #expect(next(&run, at: .seconds(4), facts(0)) == "rest until 4.6")
        #expect(next(&run, at: .seconds(5), facts(0)) == "reload")
        #expect(next(&run, at: .seconds(5), facts(0)) == "rest until 5.12")
    }
}

@MainActor @Suite(.endsInTime) struct LabCheckTests: ScenarioWords {
    private let facts = LabFacts(
        counters: ["requests": 40, "joins": 41],
        cells: [
            LabCellFacts(
                cell: 3, row: 7, reused: 2, load: 12, state: .shown, shownURL: "http://h/moon.png"),
            LabCellFacts(cell: 1, row: 8, state: .failed, isSelected: true, failure: "404 not found"),
        ], isIdle: false)

    nonisolated private static let judged: [(LabCheck, Bool)] = [
        (requests == 40, true), (requests <= 40, true), (requests <= 39, false),
        (requests >= 41, false), (requests > 39, true), (requests <= joins, true), (requests > joins, false),
        (joins <= requests + 1, true), (joins <= requests + 0, false), (joins == requests + 2, false),
        (stalePaints == 0, true), (cell(inRow: 7).shows("moon"), true), (cell(inRow: 7).shows("sun"), false),
        (cell(inRow: 8).shows("moon"), false), (cell(inRow: 8).showsNothing, true),
        (cell(inRow: 7).showsNothing, false), (cell(inRow: 9).is(.shown), false), (cell(inRow: 7).is(.shown), true),
        (cell(inRow: 8).is(.shown), false), (selectedCell.is(.failed), true), (everyCell.is(.shown), false),
        (selectedRow == 8, true), (selectedRow + 33 == joins, true), (selectedRow > 8, false),
        (selectedCell.fails(with: "404"), true), (everyCell.fails(with: "404"), false),
        (idle, false),
    ]

    @Test(arguments: judged.indices) func `conditions are evaluated by the facts`(index: Int) {
        let (check, holds) = Self.judged[index]
        #expect(check.judge(facts).holds == holds, "\(check.text)")
    }

    @Test func `a verdict has the actual value`() {
        func found(_ check: LabCheck) -> String { check.judge(facts).found }
        #expect(found(Self.requests > Self.joins) == "requests is 40, joins is 41")
        #expect(found(Self.requests > Self.joins + 2) == "requests is 40, joins + 2 is 43")
        #expect(found(Self.cell(inRow: 7).shows("sun")) == "cell 3 in row 7 shows http://h/moon.png")
        #expect(found(Self.cell(inRow: 8).shows("sun")) == "cell 1 in row 8 shows no picture")
        #expect(found(Self.everyCell.is(.shown)) == "cell 1 in row 8 is failed")
        #expect(found(Self.cell(inRow: 9).is(.shown)) == "there is no such cell in view")
        #expect(found(Self.idle) == "cells: 1 shown, 1 failed")
    }
}
