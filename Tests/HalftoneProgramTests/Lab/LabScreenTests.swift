import FoundationEssentials
import Glibc
import TerminalScreen
import TestSupport
import Testing

/// The Lab's screen, in a terminal.
@Suite(.serialized, .endsInTime) struct LabScreenTests {
    @Test func `the Lab shows table, switches, waterfall and counters`() async throws {
        try await Halftone.run(["lab"], columns: 160, rows: 50) { halftone in
            try halftone.see("Halftone Lab")
            try halftone.see("1/62")
            try halftone.see("cell 1  reused 0  load 1")
            try halftone.see("shown  from network")
            try halftone.see("switchboard")
            try halftone.see("transition")
            try halftone.see("waterfall: 6 loads")
            try halftone.see("complete")
            try halftone.see("wrong pictures 0 ✓")
            try halftone.see("more than 200 colours") { $0.colors > 200 }
            // when rows are scrolled past, cells are reused and show it
            try halftone.press("G")
            try halftone.see("62/62")
            try halftone.see("reused 1")
            try halftone.see("waterfall: 12 loads")
            // and a terminal on which another program has written is drawn anew
            halftone.emulator.feed("\u{1B}[2J\u{1B}[HA message of the day")
            try halftone.press("\u{0C}")
            try halftone.see("the Lab without the message") {
                !$0.screen.contains("A message of the day") && $0.screen.contains("Halftone Lab")
            }
            #expect(try halftone.quit() == .code(0))
            #expect(halftone.isTerminalGivenBack)
        }
    }

    @Test func `the smallest usual terminal has room for the table and for one panel`() async throws {
        try await Halftone.run(["lab"], columns: 80, rows: 24) { halftone in
            try halftone.see("Halftone Lab")
            try halftone.see("shown  from network")
            #expect(!halftone.screen.contains("switchboard") && !halftone.screen.contains("waterfall:"))
            try halftone.press("s")
            try halftone.see("─ switchboard")
            try halftone.press("s", "w")
            try halftone.see("─ waterfall")
            try halftone.see("no switchboard") { !$0.screen.contains("─ switchboard") }
            // the help has more lines than the screen, and scrolls
            try halftone.press("\t", "?")
            try halftone.see("one panel up")
            #expect(!halftone.screen.contains("leave the Lab"))
            try halftone.press("G")
            try halftone.see("leave the Lab")
            try halftone.press("?")
            try halftone.see("no help") { !$0.screen.contains("leave the Lab") }
            #expect(try halftone.quit() == .code(0))
            #expect(halftone.isTerminalGivenBack)
        }
    }

    /// The reply of a terminal with a white or a black background.
    private static func answer(isLight: Bool) -> String {
        "\u{1B}]11;rgb:" + (isLight ? "ffff/ffff/f0f0" : "0000/0000/0000") + "\u{1B}\\"
    }

    @Test(
        arguments: [
            ("dark", 0x30_3030, true), ("light", 0xD0_D0D0, false), (nil, 0xD0_D0D0, true),
        ] as [(String?, Int, Bool)])
    func `the Lab has the colors of its theme, or of the background`(
        theme: String?, color: Int, isLight: Bool
    ) async throws {
        let options = theme.map { ["--theme", $0] } ?? []
        try await Halftone.run(["lab"] + options, columns: 100, rows: 30) { halftone in
            try halftone.see("Halftone Lab")
            if theme == nil { try halftone.see("a dark bar") { $0.emulator[99, 0].background?.hex == 0x30_3030 } }
            // the key is read after the reply: when it has been handled, the background is known
            try halftone.press(Self.answer(isLight: isLight), "m")
            try halftone.see("speed 1/4")
            try halftone.see("the bar") { $0.emulator[99, 0].background?.hex == UInt32(color) }
            #expect(try halftone.quit() == .code(0))
        }
    }

    @Test func `a scenario that needs pixels is refused on a terminal without them`() async throws {
        try await Halftone.run(["lab", "--scenario", "pixels"], columns: 120, rows: 40) { halftone in
            #expect(try halftone.process.waitForExit(on: halftone.terminal) == .code(2))
            #expect(halftone.isTerminalGivenBack)
            try halftone.see("scenario pixels needs a terminal that shows pixels (halftone doctor)")
        }
    }

    @Test func `a tour that the user leaves has not passed`() async throws {
        try await Halftone.run(["lab", "--scenario", "cancellation"], columns: 120, rows: 40) { halftone in
            try halftone.see("cancellation 1/6 Every cell loads")
            #expect(try halftone.quit() == .code(1))
            #expect(halftone.isTerminalGivenBack)
            try halftone.see("cancellation: not finished, ")
        }
    }

    @Test func `a tour that a signal ends is reported, and leaves no files behind`() async throws {
        let folder = TemporaryDirectory()
        let place = folder.path + "/place"
        #expect(mkdir(place, 0o700) == 0)
        try await Halftone.run(
            ["lab", "--scenario", "cancellation"], columns: 120, rows: 40, environment: ["TMPDIR": place],
            folder: folder
        ) { halftone in
            try halftone.see("cancellation 1/6 Every cell loads")
            halftone.process.signal(SIGTERM)
            #expect(try halftone.process.waitForExit(on: halftone.terminal) == .signal(SIGTERM))
            #expect(halftone.isTerminalGivenBack)
            #expect(try FileManager.default.contentsOfDirectory(atPath: place).isEmpty)
        }
    }
}
