import Glibc
import TestSupport
import Testing

/// Terminals that read on while their test is held up.
@Suite(.timeLimit(.minutes(60))) struct LineReaderTests {
    /// Words that came and went while a test was held up lay in the line together, and only the last were seen.
    @Test func whatCameFirstIsLookedAtFirstHoweverLateTheTestIs() async throws {
        let terminal = try PseudoTerminal(readsAhead: true)
        let looks = try await terminal.driven { terminal in
            let answer = "read line; echo"  // a shell that says the next thing when it is told to
            let shell = try ChildProcess(["sh", "-c", "echo one; \(answer) two; \(answer) over"], on: terminal)
            // given a test that looks at nothing until all of it has been read
            for word in ["one", "two", "over"] {
                while !terminal.hasRead(word) { sched_yield() }
                if word != "over" { try terminal.type("\n") }
            }
            var looks: [String] = []
            try terminal.wait(for: "the end") { terminal in
                looks.append(terminal.outputTail)
                return terminal.contains("over")
            }
            _ = try shell.waitForExit(on: terminal)
            return looks
        }
        #expect(looks.contains { $0.contains("one") && !$0.contains("two") })
        #expect(looks.contains { $0.contains("two") && !$0.contains("over") })
    }

    @Test func howeverMuchIsDrawnAtTheEndNothingWaitsForTheTest() async throws {
        let terminal = try PseudoTerminal(readsAhead: true)
        let count = try await terminal.driven { terminal in
            terminal.readAll()
            let shell = try ChildProcess(
                ["sh", "-c", "head -c 300000 /dev/zero | tr '\\0' x; echo over"], on: terminal)
            while shell.exit == nil { sched_yield() }
            terminal.drain()
            return terminal.output.count { $0 == UInt8(ascii: "x") }
        }
        #expect(count == 300_000)
    }

    @Test func aClosedWindowIsReadNoMore() async throws {
        let terminal = try PseudoTerminal(readsAhead: true)
        let exit = try await terminal.driven { terminal in
            let shell = try ChildProcess(["sh", "-c", "while :; do echo draws; done"], on: terminal)
            try terminal.wait(for: "the first words") { $0.contains("draws") }
            terminal.hangUp()
            return try shell.waitForExit(on: nil)
        }
        #expect(exit == .signal(SIGHUP) || exit == .code(1))  // or writing fails first
    }
}
