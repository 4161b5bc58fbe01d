import Glibc
import LabTestSupport
import TerminalScreen
import TestSupport
import Testing

/// Terminals that reply late, incompletely or never, send garbage, or report a wrong size; locales without UTF-8.
@Suite(.serialized, .endsInTime) struct BadTerminalTests {
    /// Opens a gallery of three pictures, and waits for a text.
    private static func browse(
        _ options: [String] = [], environment: [String: String] = [:], seeing text: String = "1/3",
        _ body: @escaping @Sendable (Halftone) throws -> Void
    ) async throws {
        let folder = DemoPicture.folder(count: 3)
        let arguments = ["--load-delay", "0", "--no-cache"] + options + [folder.path]
        try await Halftone.run(arguments, columns: 80, environment: environment) { halftone in
            try withExtendedLifetime(folder) {
                try halftone.see(text)
                try body(halftone)
            }
        }
    }

    /// Checks that the gallery shows its pictures, handles keys, and restores the terminal.
    private static func expectItWorks(_ halftone: Halftone) throws {
        try halftone.press("g")
        try halftone.see("1/3")
        try halftone.press("j")
        try halftone.see("2/3")
        #expect(try halftone.quit() == .code(0))
        #expect(halftone.isTerminalGivenBack)
        #expect(halftone.terminal.unreadInput == 0)
    }

    @Test(arguments: [
        // all replies, long after the first frame
        "\u{1B}]10;rgb:ffff/ffff/ffff\u{1B}\\\u{1B}]11;rgb:1111/2222/3333\u{7}\u{1B}[?2026;2$y\u{1B}[6;30;10t\u{1B}[?62c",
        // replies to queries that were not sent
        "\u{1B}]52;c;cXVpdA==\u{1B}\\\u{1B}P1$r0m\u{1B}\\\u{1B}[24;80R\u{1B}_Gi=1;OK\u{1B}\\\u{1B}[?1;2;4c\u{1B}[>41;1;0c",
        // numbers out of any range
        "\u{1B}[6;999999;999999t\u{1B}[?2026;99999999999999999999$y\u{1B}]11;rgb:zzzz/1/1\u{1B}\\\u{1B}[?62c",
    ])
    func `late replies are not taken for keys`(_ answers: String) async throws {
        try await Self.browse { halftone in
            try halftone.press(answers)
            try Self.expectItWorks(halftone)
        }
    }

    @Test(arguments: [
        "\u{1B}]11;rgb:11", "\u{1B}P>|XTer", "\u{1B}[", "\u{1B}O5", "\u{1B}[<0;1", "\u{1B}", "\u{1B}[200~x",
    ])
    func `an endless reply delays keys only for a moment`(_ beginning: String) async throws {
        try await Self.browse { halftone in
            // The end of a message shows that four seconds have passed on the program's clock: a paste that has begun
            // ends after one, a sequence sooner.
            try halftone.press("y" + beginning)
            try halftone.see("copied ")
            try halftone.see("the end of the message") { !$0.screen.contains("copied ") }
            try halftone.press("j")
            try halftone.see("2/3")
            try Self.expectItWorks(halftone)
        }
    }

    @Test(arguments: [(0, 0), (1, 65535), (65535, 1)])
    func `a window that reports a wrong size is drawn on`(_ size: (Int, Int)) async throws {
        try await Self.browse { halftone in
            halftone.terminal.resize(columns: size.0, rows: size.1, pixelWidth: 65535, pixelHeight: 1)
            let start = halftone.terminal.output.count
            // A clear begins a frame of another size.
            try halftone.see("a frame") { halftone in
                PseudoTerminal.text(halftone.terminal.output[start...]).contains("\u{1B}[2J")
            }
            halftone.terminal.resize(columns: 80, rows: 30)
            try Self.expectItWorks(halftone)
        }
    }

    @Test(arguments: [
        ["LC_ALL": "C"], ["LC_ALL": "", "LANG": "de_DE.ISO-8859-1"], ["LC_ALL": "xx_YY.nonsense"],
        ["LC_ALL": "", "LANG": ""],
    ])
    func `a locale without UTF-8 is reported, and UTF-8 is written`(_ environment: [String: String]) async throws {
        for colors in ["24bit", "256"] {
            try await Self.browse(["--colors", colors], environment: environment, seeing: "writing UTF-8") { halftone in
                try halftone.see("a picture") { $0.screen.contains("▀") && $0.colors > 20 }
                try Self.expectItWorks(halftone)
            }
        }
    }

    @Test func `no half blocks are sent to a terminal that draws them two columns wide`() async throws {
        let folder = DemoPicture.folder(count: 3)
        try await Halftone.run(["--load-delay", "0", "--no-cache", folder.path], columns: 80) { halftone in
            try halftone.terminal.wait(for: "the trial") { $0.contains("\u{1B}[2H▀\u{1B}[6n") }
            try halftone.press("\u{1B}[2;3R")
            try halftone.see("the news") { $0.screen.contains("two columns wide") }
            try halftone.see("pictures of spaces") { $0.colors > 20 && !$0.screen.contains("▀") }
            try Self.expectItWorks(halftone)
        }
    }

    @Test func `a terminal that closes in mid-frame ends the program`() async throws {
        let folder = DemoPicture.folder(count: 3)
        try await Halftone.run(["--load-delay", "0", "--no-cache", folder.path], columns: 200, rows: 60) { halftone in
            // the program draws faster than the terminal reads: the line is full, and a frame is pending
            halftone.terminal.bytesPerSecond = 2_000
            try halftone.terminal.wait(for: "the first bytes") { $0.output.count > 100 }
            try halftone.terminal.hangUp()
            let end = try halftone.process.waitForExit(on: nil)
            #expect(end == .signal(SIGHUP) || end == .code(1))
        }
    }
}

extension PseudoTerminal {
    fileprivate static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}
