import LabTestSupport
import TestSupport
import Testing

/// The gallery starts, draws and ends on any terminal of terminfo, in any size.
@Suite(.serialized, .endsInTime) struct TerminalMatrixTests {
    private static func picture() -> TemporaryDirectory {
        let folder = TemporaryDirectory()
        folder.write(DemoPicture.firstJPEG.bytes, to: "plain.jpg")
        return folder
    }

    @Test(
        arguments: [
            "xterm-256color", "xterm", "tmux-256color", "screen", "screen-256color", "linux", "vt100", "vt220", "ansi",
        ], ["", "truecolor"])
    func `a terminal of this type is taken, drawn on and restored`(_ term: String, _ colorTerm: String) async throws {
        let folder = Self.picture()
        let variables = ["TERM": term, "COLORTERM": colorTerm]
        try await Halftone.run(
            ["--load-delay", "0", "--no-cache", folder.path], columns: 80, rows: 24, environment: variables
        ) { halftone in
            try halftone.see("plain.jpg")
            try halftone.see("1/1")
            try halftone.see("the picture") { $0.screen.contains("▀") || $0.colors > 5 || $0.screen.contains("█") }
            try halftone.press("?")
            try halftone.see("a line of pictures up")
            try halftone.press("z", "\r")
            try halftone.see("Esc back")
            if colorTerm.isEmpty { #expect(!halftone.terminal.contains("38;2;")) }
            #expect(try halftone.quit() == .code(0))
            #expect(halftone.isTerminalGivenBack)
        }
    }

    @Test(arguments: [
        ("dumb", "cannot move its cursor"), ("", "TERM is not set"), ("no-such-terminal", "no terminfo entry"),
    ])
    func `a terminal that cannot be drawn on is not changed`(_ term: String, _ complaint: String) async throws {
        try await Halftone.run([], environment: ["TERM": term]) { halftone in
            let status = try halftone.process.waitForExit(on: halftone.terminal)
            #expect(status == .code(2))
            #expect(halftone.screen.contains(complaint))
            #expect(halftone.isTerminalGivenBack)
            #expect(!halftone.terminal.contains("\u{1B}["))
        }
    }

    @Test(arguments: [(1, 1), (2, 1), (1, 40), (3, 3), (500, 1), (132, 43), (500, 200)])
    func `a window of this size is drawn on`(_ size: (Int, Int)) async throws {
        let folder = Self.picture()
        try await Halftone.run(["--load-delay", "0", "--no-cache", folder.path], columns: size.0, rows: size.1) {
            halftone in
            try halftone.see("something") { $0.emulator.isAlternateScreen && $0.colors > 0 }
            // only the last row: reading all of a large screen again and again takes a minute
            func bar(_ halftone: Halftone) -> String { halftone.emulator.text(row: size.1 - 1) }
            let hasMessages = size.0 >= 80 && size.1 >= 3
            if hasMessages { try halftone.see("the picture's place") { bar($0).contains("1/1") } }
            try halftone.press("\r", "?", "x", "y")
            if hasMessages { try halftone.see("the message") { bar($0).contains("copied ") } }
            #expect(try halftone.quit() == .code(0))
            #expect(halftone.isTerminalGivenBack)
        }
    }
}
