import Testing

import ImageLab
@testable import halftone

@Suite(.endsInTime) struct ScriptRunTests {
    private func run(_ text: String) throws -> ScriptRun { ScriptRun(try ScriptParser(.sample).parse(text)) }

    private func facts(_ requests: Int) -> (Bool) -> LabFacts { { _ in LabFacts(figures: ["requests": requests]) } }

    @Test func `commands run one by one, in their order`() throws {
        var run = try run("key j\nrepeat 2\nreload\nend\npause")
        var seen: [LabScript.Command] = []
        while case .perform(let command, _) = run.next(at: .zero, facts: facts(0)) { seen.append(command) }
        #expect(seen == [.keys([.character("j")]), .reload, .reload, .pause])
        #expect(run.next(at: .zero, facts: facts(0)) == .finished)
    }

    @Test func `a wait holds the script until its condition is met`() throws {
        var run = try run("wait for requests >= 2\nreload")
        #expect(run.next(at: .zero, facts: facts(0)) == .wait(until: .seconds(60)))
        #expect(run.next(at: .seconds(59), facts: facts(1)) == .wait(until: .seconds(60)))
        #expect(run.next(at: .seconds(59), facts: facts(2)) == .perform(.reload, line: 2))
        #expect(run.report.isPassed && run.report.checks == 1)
    }

    @Test func `a wait that takes too long ends the script with the actual value`() throws {
        var run = try run("limit 2\nwait for requests == 9\nreload")
        #expect(run.next(at: .seconds(10), facts: facts(1)) == .wait(until: .seconds(12)))
        #expect(run.next(at: .seconds(12), facts: facts(1)) == .finished)
        #expect(run.next(at: .seconds(13), facts: facts(9)) == .finished)
        #expect(
            run.report.lines(name: "sample") == [
                "FAIL 2  wait for requests == 9: requests is 1",
                "stopped at line 2: the wait timed out", "sample: failed, 1 of 1 check",
            ])
        #expect(!run.report.isPassed)
    }

    @Test func `the time of a stop does not count for a wait`() throws {
        var run = try run("limit 2\nwait for requests == 9\nreload")
        #expect(run.next(at: .seconds(10), facts: facts(1)) == .wait(until: .seconds(12)))
        run.extendWait(by: .seconds(100))
        #expect(run.next(at: .seconds(111), facts: facts(1)) == .wait(until: .seconds(112)))
        #expect(run.next(at: .seconds(111), facts: facts(9)) == .perform(.reload, line: 3))
        run.extendWait(by: .seconds(1))
        #expect(run.next(at: .seconds(111), facts: facts(9)) == .finished && run.report.isPassed)
    }

    @Test func `a failed expectation fails the script, which continues`() throws {
        var run = try run("expect requests == 2\nreload\nexpect requests == 1")
        #expect(run.next(at: .zero, facts: facts(1)) == .perform(.reload, line: 2))
        #expect(run.next(at: .zero, facts: facts(1)) == .finished)
        #expect(
            run.report.lines(name: "sample") == [
                "FAIL 1  expect requests == 2: requests is 1", "ok   3  expect requests == 1",
                "sample: failed, 1 of 2 checks",
            ])
    }

    @Test func `a repeated line is reported once`() throws {
        var run = try run("say begin\nrepeat 3\nexpect requests < 2\nreload\nend")
        var requests = 0
        while case .perform = run.next(at: .zero, facts: facts(requests)) { requests += 1 }
        #expect(
            run.report.lines(name: "sample") == [
                "     1  begin", "FAIL 3  expect requests < 2  (1 of 3 times): requests is 2",
                "sample: failed, 1 of 3 checks",
            ])
    }

    @Test func `a script that checks nothing or is cut off has not passed`() throws {
        var nothing = try run("say hello")
        #expect(nothing.next(at: .zero, facts: facts(0)) == .finished)
        #expect(!nothing.report.isPassed)
        #expect(nothing.report.lines(name: "it").last == "it: nothing was checked")
        var cut = try run("expect requests == 0\nwait for requests == 1")
        #expect(cut.next(at: .zero, facts: facts(0)) == .wait(until: .seconds(60)))
        cut.abort()
        #expect(!cut.report.isPassed && cut.next(at: .zero, facts: facts(1)) == .finished)
        #expect(cut.report.lines(name: "it").last == "it: not finished, 1 check")
    }

    @Test func `facts are collected only for conditions, and the screen only when it is checked`() throws {
        var run = try run("reload\nexpect requests == 0\nexpect screen shows moon")
        var asked: [Bool] = []
        let facts = { (withScreen: Bool) in
            asked.append(withScreen)
            return LabFacts(screen: withScreen ? ["the moon"] : [])
        }
        #expect(run.next(at: .zero, facts: facts) == .perform(.reload, line: 1))
        #expect(asked.isEmpty)
        #expect(run.next(at: .zero, facts: facts) == .finished)
        #expect(asked == [false, true] && run.report.isPassed)
    }

    @Test func `many checks are made in many turns`() throws {
        var run = try run("repeat 1000\nwait for requests == 0\nexpect requests == 0\nend")
        var turns = 0
        while run.next(at: .seconds(1), facts: facts(0)) == .wait(until: .seconds(1)) { turns += 1 }
        #expect(turns > 10 && run.report.checks == 2000 && run.report.isPassed)
    }

    @Test func `an empty loop ends`() throws {
        var run = try run("repeat 1000000\nend\nrepeat 3\nrepeat 3\nend\nend\nexpect idle")
        #expect(run.next(at: .zero, facts: facts(0)) == .finished)
        #expect(run.report.checks == 1)
    }
}

@Suite(.endsInTime) struct ScriptConditionTests {
    private let facts = LabFacts(
        figures: ["requests": 40, "rest": 41],
        cells: [
            LabCellFacts(
                cell: 3, row: 7, reused: 2, load: 12, generation: 5, state: .shown, shownURL: "http://h/moon.png"),
            LabCellFacts(cell: 1, row: 8, turn: 3, state: .loading, isSelected: true),
        ], isIdle: false)

    private func verdict(_ text: String) throws -> ScriptCondition.Verdict {
        guard case .expect(let condition, _, _) = try ScriptParser(.sample).parse("expect \(text)").steps.first else {
            throw ScriptError(line: 1, reason: "no condition")
        }
        return condition.verdict(on: facts)
    }

    @Test(arguments: [
        ("requests == 40", true), ("requests != 40", false), ("requests <= 40", true), ("requests < 40", false),
        ("requests >= 41", false), ("requests > 39", true), ("requests <= rest", true), ("requests > rest", false),
        ("rest <= requests + 1", true), ("rest <= requests + 0", false),
        ("stalePaints == 0", true), ("cell 3 shows moon", true), ("cell 3 shows sun", false),
        ("cell 1 shows moon", false), ("cell 1 shows no picture", true), ("cell 3 shows no picture", false),
        ("cell 2 is shown", false), ("row 7 is shown", true), ("row 8 is shown", false),
        ("selected is loading", true), ("every cell is shown", false), ("cell 3 reused == 2", true),
        ("selected turn == 3", true), ("cell 3 turn == 0", true), ("selected turn == rest - row - 30", true),
        ("selected turn == rest - row", false), ("every cell row >= requests - 33", true),
        ("rest == 9223372036854775807 + 1 - 1", false), ("rest >= -9223372036854775807 - 2", true),
        ("cell 3 load < 12", false), ("row 8 generation == 0", true), ("idle", false),
    ])
    func `conditions are evaluated by the facts`(text: String, holds: Bool) throws {
        #expect(try verdict(text).holds == holds)
    }

    @Test func `a verdict has the actual value`() throws {
        #expect(try verdict("requests > rest").found == "requests is 40, rest is 41")
        #expect(try verdict("requests > rest + 2").found == "requests is 40, rest + 2 is 43")
        #expect(try verdict("selected turn == row + 1").found == "turn of cell 1 in row 8 is 3, row + 1 is 9")
        #expect(try verdict("cell 3 shows sun").found == "cell 3 in row 7 shows http://h/moon.png")
        #expect(try verdict("row 8 shows sun").found == "cell 1 in row 8 shows no picture")
        #expect(try verdict("every cell is shown").found == "cell 1 in row 8 is loading")
        #expect(try verdict("cell 9 is shown").found == "there is no such cell in view")
        #expect(try verdict("idle").found == "cells: 1 loading, 1 shown")
    }
}
