import Glibc
import TestSupport
import Testing

/// Commands that are run on pictures, in a terminal: their output, their exit, and the screen afterwards.
@Suite(.serialized, .endsInTime) struct RunningProgramTests {
    private let folder = TemporaryDirectory()

    private func run(_ body: @escaping @Sendable (Halftone) throws -> Void) async throws {
        mkdir(folder.path + "/in", 0o700)
        for name in ["a.png", "b.png"] {
            folder.write(FlatPicture.png(30, 20, (200, 10, 10)), to: "in/\(name)")
        }
        try await Halftone.run([folder.path + "/in"], folder: folder) { halftone in
            try halftone.see("1/2")
            try halftone.seePictures(2)
            try body(halftone)
            #expect(try halftone.quit() == .code(0))
            #expect(halftone.isTerminalGivenBack)
        }
    }

    private static func back(_ halftone: Halftone, _ words: String) throws {
        try halftone.press("\r")
        try halftone.see("the gallery after “\(words)”") { halftone in
            halftone.screen.contains(words) && halftone.screen.contains("a.png") && halftone.loadedPictures == 2
                && halftone.emulator.isAlternateScreen && !halftone.emulator.isCursorVisible
        }
    }

    @Test func `the output of a command stays until a key, and then the whole gallery is redrawn`() async throws {
        try await run { halftone in
            try halftone.press("!", "printf 'hello \\033[31m%s\\033[5;9r\\n' {}\r")
            try halftone.see("in/a.png")
            try halftone.see("printf: exit status 0; Enter goes back")
            #expect(!halftone.emulator.isAlternateScreen)
            try halftone.press("not echoed")
            try Self.back(halftone, "printf: exit status 0")
            #expect(!String(decoding: halftone.terminal.output, as: UTF8.self).contains("not echoed"))
            try halftone.press("j")
            try halftone.see("2/2")
        }
    }

    @Test func `a command that fails or is missing is reported`() async throws {
        try await run { halftone in
            try halftone.press("!", "false\r")
            try halftone.see("false: exit status 1; Enter")
            try Self.back(halftone, "false: exit status 1")
            try halftone.press("!", "\u{15}no-such-program\r")
            try halftone.see("no-such-program: No such file or directory; Enter")
            try Self.back(halftone, "no-such-program: No such file or directory")
        }
    }

    /// Regression: the message was “No child processes”.
    @Test func `a command has its exit status though the gallery was started to ignore SIGCHLD`() async throws {
        let picture = folder.write(FlatPicture.png(30, 20, (200, 10, 10)), to: "a.png")
        try await Halftone.run([], environment: ["PS1": "$ "], folder: folder, inShell: true) { halftone in
            try halftone.see("the prompt") { $0.emulator.cursor.column == 2 }
            try halftone.press("env --ignore-signal=CHLD \(Halftone.program) \(picture)\n")
            try halftone.see("1/1")
            try halftone.press("!", "false\r")
            try halftone.see("false: exit status 1; Enter")
            try halftone.press("\r")
            try halftone.see("1/1")
            try halftone.press("q")
            try halftone.see("the prompt again") { !$0.emulator.isAlternateScreen && $0.emulator.cursor.column == 2 }
        }
    }

    @Test func `Ctrl-C ends a command that hangs, and not the gallery`() async throws {
        try await run { halftone in
            // `exec`, because a shell that has just started a child process may miss the signal, and the child too
            try halftone.press("!", "sh -c 'stty raw -isig; stty sane; echo started; exec sleep 1000'\r")
            try halftone.see("started")
            try halftone.press("\u{03}")
            try halftone.see("sh: terminated by signal 2; Enter")
            try Self.back(halftone, "sh: terminated by signal 2")
        }
    }
}
