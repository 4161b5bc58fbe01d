import TerminalScreen
import TerminalTestSupport
import TestSupport
import Testing

/// A program that is continued without having been stopped, or by several signals.
@Suite(.endsInTime) struct ContinuedSessionTests {
    @Test func `a program that is continued twice restores the shell's cursor`() async throws {
        let emulator = TerminalEmulator(size: CellSize(columns: 80, rows: 24))
        emulator.feed("\u{1B}[5;8H")  // where the shell's cursor is
        let terminal = try PseudoTerminal(sink: { [screen = Screen(emulator)] in screen.emulator.feed($0) })
        try await terminal.runSession { terminal in
            try terminal.wait(for: "the start") { $0.contains("size 80x24") }
            for times in 1...2 {
                try terminal.type("C")
                try terminal.wait(for: "going on") { $0.count("[continued]") == times }
            }
            try terminal.type("q")
        }
        terminal.drain()
        #expect(!emulator.isAlternateScreen)
        #expect(emulator.cursor == CellPoint(column: 7, row: 4))
    }

    /// Passes an emulator to the thread that reads the terminal; the test reads it when that thread has ended.
    private final class Screen: @unchecked Sendable {
        // Unchecked because the reading thread is the only one that uses it until it has ended.
        let emulator: TerminalEmulator
        init(_ emulator: TerminalEmulator) { self.emulator = emulator }
    }
}
