import Glibc
import TerminalScreen
import TestSupport
import Testing

/// Stops where no shell could continue the program, on a terminal that replies to nothing.
@Suite(.endsInTime, .slow) struct StopStormTests {
    @Test func `consecutive stops are one`() async throws {
        let terminal = try PseudoTerminal()
        try await terminal.runSession { terminal in
            try terminal.wait(for: "the start") { $0.contains("size 80x24") }
            try terminal.type("Z")
            try terminal.wait(for: "coming back") { $0.contains("[resumed]") }
            try terminal.type("q")
        }
        terminal.drain()
        #expect(terminal.count("[resumed]") == 1)
    }

    @Test func `a terminal that did not reply is not queried again`() async throws {
        let terminal = try PseudoTerminal()
        try await terminal.runSession { terminal in
            try terminal.wait(for: "the start") { $0.contains("size 80x24") }
            for times in 1...3 {
                try terminal.type("Y")
                try terminal.wait(for: "coming back") { $0.count("[resumed]") == times }
            }
            try terminal.type("q")
        }
        terminal.drain()
        #expect(terminal.count("␛[c") == 1)
    }

    @Test func `a key that is pressed during a query is not lost`() async throws {
        let terminal = try PseudoTerminal()
        try await terminal.runSession(isClockStill: true) { terminal in
            try terminal.wait(for: "the start") { $0.contains("size 80x24") }
            try terminal.type("Y")
            try terminal.wait(for: "the stop") { $0.contains("[stopping]") }
            // The clock stands still: only the reply ends the wait.
            try terminal.type("xq\u{1B}[?62c")
            try terminal.wait(for: "the key") { $0.contains("[character q]") }
            try terminal.type("\u{1B}[?62c")
        }
        terminal.drain()
        #expect(terminal.contains("[resumed]") && terminal.contains("[character x]"))
    }
}
