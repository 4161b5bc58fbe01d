import Glibc
import TerminalScreen
import TerminalTestSupport
import TestSupport
import Testing

/// Random sessions through real terminals, ncurses and the kernel's job control, judged by libvterm and by tmux.
@Suite(.serialized, .endsInTime, .slow) struct PlayedSessionTests {
    private nonisolated static let size = CellSize(columns: 40, rows: 12)

    @Test(
        arguments: [
            ("xterm-256color", ColorDepth.direct), ("xterm-256color", .palette256), ("tmux-256color", .palette256),
            ("rxvt-unicode", .palette16), ("linux", .palette8), ("vt100", .mono), ("xterm-256color", .mono),
        ], UInt64(1)...2)
    func `the terminal shows the canvas after every step`(
        _ kind: (term: String, depth: ColorDepth), seed: UInt64
    ) async throws {
        let shell = try PseudoTerminal()
        let stops = shell.drive(SessionShell.attend)
        await #expect(processExitsWith: .success) {
            [
                term = kind.term as String, depth = kind.depth.rawValue as String, seed = seed as UInt64,
                shell = shell.path as String
            ] in
            let screen = try await LibvtermScreen(size: Self.size)
            try await PlayedSession(on: screen, term: term, depth: depth, shell: shell).play(steps: 80, seed: seed)
        }
        let count = try await stops.cancellableValue
        #expect(count > 0, "nothing was stopped")
    }

    @Test(arguments: [
        ("tmux-256color", ColorDepth.direct), ("tmux-256color", .palette256), ("tmux-256color", .palette16),
        ("screen", .palette8), ("tmux-256color", .mono),
    ])
    func `tmux shows the canvas after every step`(term: String, depth: ColorDepth) async throws {
        let shell = try PseudoTerminal()
        let folder = TemporaryDirectory()
        let stops = shell.drive { [folder] shell in
            defer { Tmux.endServer(in: folder.path) }
            return try SessionShell.attend(shell)
        }
        await #expect(processExitsWith: .success) {
            [
                term = term as String, depth = depth.rawValue as String, folder = folder.path as String,
                shell = shell.path as String
            ] in
            let screen = try await TmuxScreen(size: Self.size, folder: folder)
            try await PlayedSession(on: screen, term: term, depth: depth, shell: shell).play(steps: 40, seed: 31)
        }
        let count = try await stops.cancellableValue
        #expect(count > 0, "nothing was stopped")
    }
}
