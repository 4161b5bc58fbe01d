import TestSupport
import Testing

import ImageLab
@testable import halftone

extension ScriptVocabulary {
    /// A vocabulary of the few names that these tests need.
    static let sample = ScriptVocabulary(
        figures: ["requests", "rest", "stalePaints"], switchboard: Switchboard())
}

/// The sum of two terms, as a script writes it.
private func sum(_ left: ScriptSum.Term, plus right: ScriptSum.Term) -> ScriptSum {
    var sum = ScriptSum(left)
    sum.add(right)
    return sum
}

private func sum(_ left: ScriptSum.Term, minus right: ScriptSum.Term) -> ScriptSum {
    var sum = ScriptSum(left)
    sum.add(right, isNegative: true)
    return sum
}

@Suite(.endsInTime) struct ScriptParserTests {
    private func parse(_ text: String) throws -> [LabScript.Step] {
        try ScriptParser(.sample).parse(text).steps
    }

    @Test func `every command is read`() throws {
        let steps = try parse(
            """
            # a comment, and a blank line

            key j Ctrl-F PgDn Space f5 G
            type hello  world
            set memory off      # comment
            feed slow
            fault delay 300
            fault garbage
            fault none
            clear disk
            reload
            pause
            step
            step 3
            resume
            reset
            limit 5
            say here we go
            """)
        #expect(
            steps == [
                .perform(
                    .keys([
                        .character("j"), .control("f"), .pageDown, .character(" "), .function(5),
                        .character("G"),
                    ]), line: 3),
                .perform(.type("hello world"), line: 4),
                .perform(.set(name: "memory", value: "off"), line: 5),
                .perform(.set(name: "feed", value: "slow"), line: 6),
                .perform(.set(name: "delay", value: "300"), line: 7),
                .perform(.set(name: "garbage", value: "on"), line: 8),
                .perform(.clearFaults, line: 9), .perform(.clear(.disk), line: 10), .perform(.reload, line: 11),
                .perform(.pause, line: 12), .perform(.step(1), line: 13), .perform(.step(3), line: 14),
                .perform(.resume, line: 15), .perform(.resetCounters, line: 16), .limit(seconds: 5),
                .perform(.say("here we go"), line: 18),
            ])
    }

    @Test(
        arguments: [
            ("stalePaints == 0", .figure("stalePaints", .equal, ScriptSum(.number(0)))),
            ("requests <= rest", .figure("requests", .atMost, ScriptSum(.figure("rest")))),
            ("requests <= rest + 2", .figure("requests", .atMost, sum(.figure("rest"), plus: .number(2)))),
            ("requests <= rest - 2", .figure("requests", .atMost, sum(.figure("rest"), minus: .number(2)))),
            ("requests > 2 + rest", .figure("requests", .more, sum(.number(2), plus: .figure("rest")))),
            (
                "every cell turn == rest - row",
                .cells(
                    .every, .figure("turn", .equal, sum(.figure("rest"), minus: .figure("row"))))
            ),
            ("cell 3 shows moon #2", .cells(.cell(3), .shows("moon #2"))),
            ("row 2 shows no picture", .cells(.row(2), .showsNothing)),
            ("row 4 is loading", .cells(.row(4), .state(.loading))),
            ("every cell fails with not  found (404)", .cells(.every, .fails("not found (404)"))),
            ("selected reused >= 2", .cells(.selected, .figure("reused", .atLeast, ScriptSum(.number(2))))),
            ("every cell is shown", .cells(.every, .state(.shown))),
            ("screen shows not found", .screen(text: "not found", isThere: true)),
            ("screen lacks \"x y\"", .screen(text: "x y", isThere: false)),
            ("idle", .idle),
            ("switch delay is 300", .position(switch: "delay", value: "300")),
        ] as [(String, ScriptCondition)])
    func `every condition is read, with the words of its line`(text: String, condition: ScriptCondition) throws {
        let words = text.split(separator: " ").joined(separator: " ")
        #expect(
            try parse("wait  for \(text)\n expect \(text) # a comment") == [
                .wait(condition, text: "wait for \(words)", line: 1),
                .expect(condition, text: "expect \(words)", line: 2),
            ])
    }

    @Test func `blocks are repeated inside each other`() throws {
        #expect(
            try parse("repeat 2\nkey j\nrepeat 3\nkey k\nend\nend\nkey q") == [
                .loop(
                    count: 2,
                    [
                        .perform(.keys([.character("j")]), line: 2),
                        .loop(count: 3, [.perform(.keys([.character("k")]), line: 4)]),
                    ]),
                .perform(.keys([.character("q")]), line: 7),
            ])
    }

    @Test(arguments: [
        ("jump", 1, "unknown command 'jump' (key, type"),
        ("key j\nkey Hyper-X", 2, "unknown key 'Hyper-X'"),
        ("key", 1, "expected a key"),
        ("wait idle", 1, "expected: wait for CONDITION"),
        ("wait for", 1, "expected a condition"),
        ("expect speed == 3", 1, "unknown figure 'speed' (requests, rest, stalePaints)"),
        ("expect requests = 3", 1, "unknown comparison '='"),
        ("expect requests == many", 1, "not a number or figure: 'many'"),
        ("expect cell x is shown", 1, "invalid number 'x'"),
        ("expect cell 1 is happy", 1, "unknown state 'happy' (waiting, loading"),
        ("expect cell 1 weighs 3", 1, "unknown condition 'weighs' of a cell"),
        ("expect requests == rest * 2", 1, "unexpected '*'"),
        ("expect requests == rest + x", 1, "not a number or figure: 'x'"),
        ("expect requests == rest +", 1, "expected a number or a figure"),
        ("expect requests == row", 1, "not a number or figure: 'row'"),
        ("expect cell 1 turn == rest rest", 1, "unexpected 'rest'"),
        ("expect idle now", 1, "unexpected 'now'"),
        ("expect screen has x", 1, "expected: screen shows TEXT"),
        ("expect every row is shown", 1, "expected: every cell is STATE"),
        ("expect switch colour is red", 1, "unknown switch 'colour'"),
        ("set memory maybe", 1, "invalid value 'maybe' for memory (off, on)"),
        ("set colour red", 1, "unknown switch 'colour'"),
        ("set memory", 1, "expected a value for memory"),
        ("feed fast", 1, "invalid value 'fast' for feed (steady"),
        ("fault memory off", 1, "unknown fault 'memory' (delay"),
        ("fault delay soon", 1, "delay=soon: expected a whole number"),
        ("clear everything", 1, "invalid value 'everything' for clear (memory, disk, caches)"),
        ("limit 0", 1, "invalid number '0' (1 to 3600)"),
        ("\n\nrepeat 2\nkey j", 3, "repeat without end"),
        ("end", 1, "end without repeat"),
        ("repeat many\nend", 1, "invalid number 'many'"),
        (String(repeating: "repeat 2\n", count: 9), 9, "repeats are nested too deeply"),
        ("say", 1, "expected a text"),
    ])
    func `an error has its line and its reason`(text: String, line: Int, reason: String) {
        do {
            _ = try parse(text)
            Issue.record("\(text) was accepted")
        } catch let error as ScriptError {
            #expect(error.line == line && error.reason.hasPrefix(reason), "\(error)")
            #expect("\(error)" == "line \(line): \(error.reason)")
        } catch {
            Issue.record("\(error)")
        }
    }

    @Test func `a script with CRLF line ends is the same`() throws {
        #expect(try parse("key j\r\nkey k\r\n") == parse("key j\nkey k\n"))
    }

    @Test(arguments: UInt64(1)...20)
    func `random text is parsed or refused, without a crash`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let words = [
            "key", "j", "wait", "for", "expect", "idle", "repeat", "3", "end", "cell", "row", "is", "shown", "shows",
            "#", "fault", "delay", "none", "==", "requests", "\n", "\n", "\n", "set", "memory", "on", "\u{0}", "é",
        ]
        for _ in 0..<100 {
            let text = (0..<Int.random(in: 0..<40, using: &random)).map { _ in words.randomElement(using: &random) ?? ""
            }
            .joined(separator: " ")
            do {
                _ = try ScriptParser(.sample).parse(text)
            } catch {
                let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.count
                #expect((1...lines).contains(error.line) && !error.reason.isEmpty, "seed \(seed): \(text)")
            }
        }
    }
}
