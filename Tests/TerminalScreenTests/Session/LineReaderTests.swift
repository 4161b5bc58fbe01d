import HalftoneCore
import Glibc
import Testing

@testable import TestSupport

/// Reading of a terminal that continues while its test is delayed.
@Suite(.endsInTime) struct LineReaderTests {
    /// Regression: text that appeared and disappeared while a test was delayed was read at once, and only the last
    /// screen was seen.
    @Test func `the first output is checked first, however late the test is`() async throws {
        let terminal = try PseudoTerminal(readsAhead: true)
        let looks = try await terminal.driven { terminal in
            let answer = "read line; echo"  // the shell prints the next text after a line of input
            let shell = try ChildProcess(["sh", "-c", "echo one; \(answer) two; \(answer) over"], on: terminal)
            // given a test that looks at nothing until all of it has been read
            for word in ["one", "two", "over"] {
                let wait = Wait(word)
                while !terminal.hasRead(word) { _ = poll(nil, 0, try wait.check() / 100) }
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

    @Test func `output at the end is read without waiting for the test`() async throws {
        let terminal = try PseudoTerminal(readsAhead: true)
        let count = try await terminal.driven { terminal in
            terminal.readAll()
            let shell = try ChildProcess(
                ["sh", "-c", "head -c 300000 /dev/zero | tr '\\0' x; echo over"], on: terminal)
            _ = try shell.waitForExit(on: nil)
            terminal.drain()
            return terminal.output.count { $0 == UInt8(ascii: "x") }
        }
        #expect(count == 300_000)
    }

    /// Regression: a wait for all output never ended, and the line was read again and again.
    @Test func `all output of a closed line is read without waiting`() async throws {
        let pipe = try #require(makePipe())
        #expect(write(pipe.writing, "drawn", 5) == 5)
        close(pipe.writing)
        let reader = try LineReader(line: pipe.reading)
        let pieces = await Task(executorPreference: OwnThread("flush")) {
            reader.flush()
            return reader.waiting
        }.value
        #expect(pieces.flatMap { $0 } == Array("drawn".utf8))
        reader.stop()
        close(pipe.reading)
    }

    /// Regression: the line was never found empty.
    @Test func `a read of all output ends although the program draws forever`() async throws {
        let pipe = try #require(makePipe())
        #expect(fcntl(pipe.writing, F_SETFL, O_NONBLOCK) == 0)
        let isEnough = Lock(false)
        let program = Task(executorPreference: OwnThread("program")) {
            let words = [UInt8](repeating: 7, count: 4096)
            while !isEnough.withLock({ $0 }) {
                if write(pipe.writing, words, words.count) < 0 { sched_yield() }
            }
        }
        let reader = try LineReader(line: pipe.reading)
        reader.readAll()
        reader.bytesPerSecond = 100_000_000
        await Task(executorPreference: OwnThread("flush")) { reader.flush() }.value
        isEnough.withLock { $0 = true }
        await program.value
        reader.stop()
        close(pipe.reading)
        close(pipe.writing)
    }
}
