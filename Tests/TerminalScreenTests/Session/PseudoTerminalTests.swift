import TestSupport
import Testing

/// The pseudo-terminal that whole-program tests are built on.
@Suite(.endsInTime) struct PseudoTerminalTests {
    @Test func `a condition that is never met is an error with the output`() async throws {
        let terminal = try PseudoTerminal()
        let error = await #expect(throws: Wait.TimedOut.self) {
            try await terminal.driven { terminal in
                let shell = try ChildProcess(["echo", "something else"], on: terminal)
                _ = try shell.waitForExit(on: terminal)
                try terminal.wait(for: "a miracle", seconds: 0) { _ in false }
            }
        }
        #expect(error?.description.contains("a miracle") == true)
        #expect(error?.description.contains("something else") == true)
    }
}
