import Glibc
import TerminalScreen
import TestSupport
import Testing

/// Stops where no shell could continue the program, on a terminal that replies to nothing.
@Suite(.endsInTime, .slow) struct StopStormTests {
    private func count(_ text: String, in terminal: PseudoTerminal) -> Int {
        terminal.outputTail.split(separator: text, omittingEmptySubsequences: false).count - 1
    }

    @Test func `consecutive stops are one`() async throws {
        let terminal = try PseudoTerminal()
        let person = terminal.drive { terminal in
            try terminal.wait(for: "the start") { $0.contains("size 80x24") }
            try terminal.type("Z")
            try terminal.wait(for: "coming back") { $0.contains("[resumed]") }
            try terminal.type("q")
        }
        await #expect(processExitsWith: .success) { [path = terminal.path as String] in
            try await SessionProgram.run(on: path)
        }
        try await person.cancellableValue
        terminal.drain()
        #expect(count("[resumed]", in: terminal) == 1)
    }

    @Test func `a terminal that did not reply is not queried again`() async throws {
        let terminal = try PseudoTerminal()
        let person = terminal.drive { terminal in
            try terminal.wait(for: "the start") { $0.contains("size 80x24") }
            for times in 1...3 {
                try terminal.type("Y")
                try terminal.wait(for: "coming back") { self.count("[resumed]", in: $0) == times }
            }
            try terminal.type("q")
        }
        await #expect(processExitsWith: .success) { [path = terminal.path as String] in
            try await SessionProgram.run(on: path)
        }
        try await person.cancellableValue
        terminal.drain()
        #expect(count("␛[c", in: terminal) == 1)
    }

    @Test func `a key that is pressed during a query is not lost`() async throws {
        let terminal = try PseudoTerminal()
        let person = terminal.drive { terminal in
            try terminal.wait(for: "the start") { $0.contains("size 80x24") }
            try terminal.type("Y")
            try terminal.wait(for: "the stop") { $0.contains("[stopping]") }
            // The clock stands still: only the reply ends the wait.
            try terminal.type("xq\u{1B}[?62c")
            try terminal.wait(for: "the key") { $0.contains("[character q]") }
            try terminal.type("\u{1B}[?62c")
        }
        await #expect(processExitsWith: .success) { [path = terminal.path as String] in
            try await SessionProgram.run(on: path, time: ManualTime())
        }
        try await person.cancellableValue
        terminal.drain()
        #expect(terminal.contains("[resumed]") && terminal.contains("[character x]"))
    }
}
