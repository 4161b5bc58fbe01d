import Glibc
import TestSupport
import Testing

/// The pseudo-terminal that whole-program tests are built on.
@Suite(.endsInTime) struct PseudoTerminalTests {
    @Test func `a program has the terminal as its controlling one`() async throws {
        let terminal = try PseudoTerminal(columns: 93, rows: 31)
        let exit = try await terminal.driven { terminal in
            let shell = try ChildProcess(
                ["sh", "-c", "stty size </dev/tty; read line; echo \"got $line\"; exit 3"], on: terminal)
            try terminal.wait(for: "the size") { $0.contains("31 93") }
            try terminal.type("hello\n")
            try terminal.wait(for: "the answer") { $0.contains("got hello") }
            return try shell.waitForExit(on: terminal)
        }
        #expect(exit == .code(3))
    }

    @Test func `a new size reaches the program as a signal`() async throws {
        let terminal = try PseudoTerminal()
        let exit = try await terminal.driven { terminal in
            let shell = try ChildProcess(
                ["sh", "-c", "trap 'stty size' WINCH; echo ready; read line; read line"], on: terminal)
            try terminal.wait(for: "the start") { $0.contains("ready") }
            terminal.resize(columns: 132, rows: 50)
            try terminal.wait(for: "the new size") { $0.contains("50 132") }
            shell.signal(SIGKILL)
            return try shell.waitForExit(on: terminal)
        }
        #expect(exit == .signal(SIGKILL))
    }

    @Test func `standard streams can be files`() async throws {
        let terminal = try PseudoTerminal()
        let folder = TemporaryDirectory()
        let path = folder.path + "/streams"
        let exit = try await terminal.driven { terminal in
            let shell = try ChildProcess(
                ["sh", "-c", "echo data; echo drawing >/dev/tty"], on: terminal, output: .file(path))
            return try shell.waitForExit(on: terminal)
        }
        #expect(exit == .code(0))
        #expect(terminal.contains("drawing"))
        #expect(!terminal.contains("data"))
        let file = open(path, O_RDONLY)
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(file, &bytes, bytes.count)
        #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == "data\n")
    }

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
