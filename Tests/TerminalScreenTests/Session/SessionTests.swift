import Glibc
import TestSupport
import Testing

/// The session on a pseudo-terminal. Session and ncurses are process-wide, so each test's program is a child process.
@Suite(.endsInTime) struct SessionTests {
    @Test func `the terminal is taken and restored`() async throws {
        let terminal = try PseudoTerminal(columns: 100, rows: 30, pixelWidth: 1000, pixelHeight: 600)
        let before = terminal.modes
        try await terminal.runSession { terminal in
            try terminal.wait(for: "the start") { $0.contains("size 100x30 aspect 1.0") }
            #expect(terminal.contains("\u{1B}[?1049h"))
            #expect(terminal.contains("\u{1B}[?25l"))
            #expect(!terminal.modes.isCanonical && !terminal.modes.echoes)
            try terminal.type("q")
            try terminal.wait(for: "the end") { $0.contains("\u{1B}[?1049l") }
        }
        terminal.drain()
        #expect(terminal.modes == before)
        #expect(terminal.contains("\u{1B}[?1000l\u{1B}[?1002l\u{1B}[?1006l\u{1B}[?2004l"))
        #expect(terminal.contains("\u{1B}[?25h"))
    }

    @Test func `keys, mouse and pastes become events`() async throws {
        let terminal = try PseudoTerminal()
        try await terminal.runSession { terminal in
            try terminal.wait(for: "the start") { $0.contains("size 80x24") }
            for (typed, said) in [
                ("\u{1B}[A", "up"), ("\u{1B}OB", "down"), ("\u{1B}[<64;10;5M", "wheelUp 9,4"), ("ä", "character ä"),
                ("\u{1B}[200~hello\rq\u{1B}[201~", "paste hello"), ("\u{1B}", "escape"), ("\u{1B}[6~", "pageDown"),
            ] {
                try terminal.type(typed)
                try terminal.wait(for: said) { $0.contains("[" + said + "]") }
            }
            try terminal.type("q")
        }
    }

    @Test func `the terminal is queried, and its replies are not taken for keys`() async throws {
        let terminal = try PseudoTerminal()
        try await terminal.runSession { terminal in
            try terminal.wait(for: "the questions") { $0.contains("\u{1B}]11;?\u{1B}\\") && $0.contains("\u{1B}[c") }
            try terminal.type("\u{1B}]11;rgb:1111/2222/3333\u{1B}\\\u{1B}[6;30;10t\u{1B}[?62c")
            try terminal.wait(for: "the aspect") {
                $0.contains("[reply deviceAttributes(hasSixels: false)]aspect 0.66")
            }
            try terminal.type("q")
        }
    }

    @Test func `replies after the end has begun are not left for the shell`() async throws {
        let terminal = try PseudoTerminal()
        try await terminal.runSession(isClockStill: true) { terminal in
            try terminal.wait(for: "the questions") { $0.contains("\u{1B}[c") }
            try terminal.type("q")
            try terminal.wait(for: "the key") { $0.contains("[character q]") }
            try terminal.type("\u{1B}]11;rgb:1111/2222/3333\u{1B}\\\u{1B}[?62c")
        }
        #expect(terminal.unreadInput == 0)
    }

    @Test func `a terminal that shows pictures is asked whether it takes them`() async throws {
        let terminal = try PseudoTerminal()
        try await terminal.runSession { terminal in
            try terminal.wait(for: "the questions") { $0.contains("\u{1B}[c") }
            #expect(!terminal.contains("a=q"))
            try terminal.type(
                "\u{1B}[6;20;10t\u{1B}P>|kitty(0.35.2)\u{1B}\\\u{1B}P1$r48;2;1;2;3m\u{1B}\\\u{1B}[?62cP")
            try terminal.wait(for: "the questions about pictures") { $0.contains("a=q,f=24") }
            try terminal.wait(for: "the first answer") { $0.contains("[usable [\"kitty\"] cell 10x20]") }
            try terminal.type("\u{1B}_Gi=16777215;EINVAL\u{1B}\\\u{1B}[?62cP")
            try terminal.wait(for: "the answer") { $0.contains("[usable [] cell 10x20]") }
            try terminal.type("q")
        }
        #expect(terminal.unreadInput == 0)
    }

    @Test func `the size of a cell is queried again when it has changed`() async throws {
        let terminal = try PseudoTerminal(columns: 80, rows: 24, pixelWidth: 800, pixelHeight: 480)
        try await terminal.runSession { terminal in
            try terminal.wait(for: "the questions") { $0.contains("\u{1B}[c") }
            try terminal.type("\u{1B}[6;20;10t\u{1B}[?62;4c")
            try terminal.wait(for: "the registers") { $0.contains("\u{1B}[?1;1;0S\u{1B}[c") }
            try terminal.type("\u{1B}[?62;4c")
            terminal.resize(columns: 40, rows: 12, pixelWidth: 830, pixelHeight: 490)
            try terminal.wait(for: "the size of a cell") { $0.contains("\u{1B}[16t\u{1B}[c") }
            try terminal.type("P")
            try terminal.wait(for: "the kernel's cell") { $0.contains("cell 20x40]") }
            try terminal.type("\u{1B}[6;40;19t\u{1B}[?62;4cP")
            try terminal.wait(for: "the terminal's cell") { $0.contains("cell 19x40]") }
            try terminal.type("q")
        }
    }

    @Test func `the several signals of a closed window leave time for a clean end`() async throws {
        let terminal = try PseudoTerminal()
        try await terminal.runSession(exitsWith: .signal(SIGHUP)) { terminal in
            try terminal.wait(for: "the start") { $0.contains("size 80x24") }
            try terminal.type("H")
            try terminal.wait(for: "a clean end") { $0.contains("[ending]") && $0.contains("\u{1B}[?1049l") }
        }
    }

    @Test func `Ctrl-C twice ends a hanging program with the terminal restored`() async throws {
        let terminal = try PseudoTerminal()
        let before = terminal.modes
        try await terminal.runSession(exitsWith: .signal(SIGINT)) { terminal in
            try terminal.wait(for: "the start") { $0.contains("size 80x24") }
            try terminal.type("S")
            try terminal.wait(for: "getting stuck") { $0.contains("[stuck]") }
            try terminal.type("\u{3}")
            try terminal.wait(for: "ignoring that") { $0.contains("[unmoved]") }
            try terminal.type("\u{3}")
            try terminal.wait(for: "the end") { $0.contains("\u{1B}[?1049l") }
        }
        #expect(terminal.modes == before)
    }

    @Test(arguments: [("A", SIGABRT), ("V", SIGSEGV), ("I", SIGILL)])
    func `a crash restores the terminal, and stays that crash`(
        key: String, signal: Int32
    ) async throws {
        let terminal = try PseudoTerminal()
        let before = terminal.modes
        let result = try await terminal.runSession(exitsWith: .failure) { terminal in
            try terminal.wait(for: "the start") { $0.contains("size 80x24") }
            try terminal.type(key)
            try terminal.wait(for: "the end") { $0.contains("\u{1B}[?1049l") }
        }
        #expect(result?.exitStatus == .signal(signal))
        #expect(terminal.modes == before)
        // The cut sequence must not swallow the first of the restoring ones.
        #expect(terminal.contains("\u{1B}[38;2;1\u{18}\u{1B}\\"))
    }

    @Test func `a terminal that accepts nothing does not keep the program from ending`() async throws {
        let terminal = try PseudoTerminal()
        let before = terminal.modes
        try await terminal.runSession { terminal in
            try terminal.wait(for: "the start") { $0.contains("size 80x24") }
            try terminal.type("F")  // and the test stops reading
        }
        #expect(terminal.modes == before)
    }
}
