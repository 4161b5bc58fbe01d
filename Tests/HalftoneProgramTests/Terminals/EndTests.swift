import Glibc
import TerminalScreen
import TestSupport
import Testing

/// Ends of the program, which restore the terminal.
@Suite(.serialized, .endsInTime) struct EndTests {
    @Test func `a crash restores the terminal, and the backtrace follows`() async throws {
        // Swift's backtrace is printed after Halftone's handler; on a terminal it would wait for a key.
        let backtrace = ["SWIFT_BACKTRACE": "enable=yes,interactive=no,symbolicate=off"]
        try await Halftone.run([], environment: backtrace) { halftone in
            try halftone.seePictures()
            halftone.process.signal(SIGSEGV)
            #expect(try halftone.process.waitForExit(on: halftone.terminal) == .signal(SIGSEGV))
            #expect(halftone.isTerminalGivenBack)
        }
    }

    /// The next file to be opened would be the standard output: a cache, or the terminal itself.
    @Test func `without standard descriptors it is drawn and ends normally`() async throws {
        try await Halftone.run([], environment: ["PS1": "$ "], inShell: true) { halftone in
            try halftone.see("the prompt") { $0.emulator.cursor.column == 2 }
            try halftone.press("\(Halftone.program) <&- >&- 2>&-; echo \"status=$?\"\r")
            try halftone.seePictures()
            try halftone.press("m")
            try halftone.see("1 marked")
            try halftone.press("q")
            try halftone.see("status=1")  // the marked one could not be printed
            #expect(!halftone.emulator.isAlternateScreen && halftone.emulator.isCursorVisible)
            try halftone.see("the prompt again") { $0.emulator.cursor.column == 2 }
            try halftone.press("exit\r")
            #expect(try halftone.process.waitForExit(on: halftone.terminal) == .code(0))
        }
    }

    @Test func `a list is not read from the terminal that sends the keys`() async throws {
        try await Halftone.run(["-"]) { halftone in
            let status = try halftone.process.waitForExit(on: halftone.terminal)
            #expect(status == .code(2))
            #expect(halftone.screen.contains("pipe a list into it"))
        }
    }

    @Test func `Ctrl-Z restores the terminal for the shell, and fg brings the pictures back`() async throws {
        try await Halftone.run([], environment: ["PS1": "ready> "], inShell: true) { halftone in
            try halftone.see("the prompt") { $0.emulator.cursor.column == "ready> ".count }
            try halftone.press("\(Halftone.program) --no-cache\n")
            try halftone.seePictures()
            // when it is stopped
            try halftone.press("\u{1A}")
            try halftone.see("Stopped")
            #expect(!halftone.emulator.isAlternateScreen)
            try halftone.press("echo back-$((40+2))\n")
            try halftone.see("back-42")
            // and continued
            try halftone.press("fg\n")
            try halftone.see("the pictures") { $0.emulator.isAlternateScreen && $0.colors > 300 }
            try halftone.seePictures()
            try halftone.press("jq")
            // Input before the prompt is discarded with the unread mouse reports.
            try halftone.see("the shell") { !$0.emulator.isAlternateScreen && $0.emulator.cursor.column == 7 }
            try halftone.press("exit\n")
            #expect(try halftone.process.waitForExit(on: halftone.terminal) == .code(0))
        }
    }

    @Test func `SIGCONT without a stop leaves the cursor where the shell had it`() async throws {
        try await Halftone.run([]) { halftone in
            halftone.emulator.feed("\u{1B}[5;8H")
            try halftone.seePictures()
            // when it is continued while it draws anything
            for times in 1...3 {
                halftone.process.signal(SIGCONT)
                try halftone.see("being taken anew") { halftone in
                    let text = String(decoding: halftone.terminal.output, as: UTF8.self)
                    return text.split(separator: "\u{1B}[?1049h", omittingEmptySubsequences: false).count == times + 2
                }
                try halftone.press("j")
            }
            try halftone.see("the pictures") { $0.emulator.isAlternateScreen && $0.colors > 300 }
            #expect(try halftone.quit() == .code(0))
            #expect(halftone.isTerminalGivenBack)
            #expect(halftone.emulator.cursor == CellPoint(column: 7, row: 4))
        }
    }

    @Test func `Ctrl-C ends it, and its trace is complete`() async throws {
        let folder = TemporaryDirectory()
        try await Halftone.run(["--trace", folder.path + "/trace"], folder: folder) { halftone in
            try halftone.seePictures()
            try halftone.press("\u{3}")
            #expect(try halftone.process.waitForExit(on: halftone.terminal) == .signal(SIGINT))
            #expect(halftone.isTerminalGivenBack)
        }
        #expect(try RecordedTrace(folder.read("trace")).summary["stalePaints"] == 0)
    }

    @Test(arguments: [
        ("/nonexistent", "No such file"), ("bare-folder", "no pictures"), ("blank.xml", "empty"),
        ("page.html", "the page has no pictures"), ("http://127.0.0.1:1/feed.xml", "could not connect"),
        ("nothing.xml", "no pictures"),
    ])
    func `a source without items is explained on the screen and at the end`(
        source: String, reason: String
    ) async throws {
        let folder = TemporaryDirectory()
        mkdir(folder.path + "/bare-folder", 0o700)
        folder.write([], to: "blank.xml")
        folder.write(Array("<!doctype html><html><body>hello</body></html>".utf8), to: "page.html")
        folder.write(Array("<rss version=\"2.0\"><channel><title>t</title></channel></rss>".utf8), to: "nothing.xml")
        let isLocal = !source.hasPrefix("/") && !source.hasPrefix("http")
        try await Halftone.run([isLocal ? folder.path + "/" + source : source], folder: folder) { halftone in
            try halftone.see(reason)
            #expect(try halftone.quit() == .code(2))
            #expect(halftone.isTerminalGivenBack)
            #expect(halftone.screen.contains("halftone: "))
        }
    }
}
