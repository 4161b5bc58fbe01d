import TerminalScreen
import TestSupport
import Testing

/// The mouse in the gallery, in a terminal.
@Suite(.serialized, .endsInTime) struct MouseTests {
    @Test func `the mouse selects, opens and scrolls in the grid`() async throws {
        try await Halftone.run(["--layout", "grid"]) { halftone in
            try halftone.see("1/62")
            try halftone.press("\u{1B}[<0;45;3M", "\u{1B}[<0;45;3m")
            try halftone.see("2/62")
            // sent at once: read together they are a double click, however slow this machine is
            try halftone.press("\u{1B}[<0;80;3M\u{1B}[<0;80;3m\u{1B}[<0;80;3M\u{1B}[<0;80;3m")
            try halftone.see("Esc back")
            try halftone.press("\u{1B}")
            try halftone.see("? help")
            #expect(halftone.screen.contains("3/62"))
            let first = halftone.screen
            try halftone.press("\u{1B}[<65;10;10M")
            try halftone.see("the grid scrolled") { $0.screen != first }
            #expect(try halftone.quit() == .code(0))
        }
    }

    /// Regression: the selected row was opened, though the first click had selected nothing.
    @Test func `a double click opens the row that it is on`() async throws {
        try await Halftone.run([]) { halftone in
            try halftone.see("the first row") { $0.emulator[0, 0].text == "▌" && $0.screen.contains("1/62") }
            // the first press is released elsewhere; all events come at once, as fast as a double click must be
            try halftone.press("\u{1B}[<0;40;12M\u{1B}[<32;40;3M\u{1B}[<0;40;3m\u{1B}[<0;40;12M\u{1B}[<0;40;12m")
            try halftone.see("the second picture") { $0.screen.contains("2/62") && $0.screen.contains("Esc back") }
            #expect(try halftone.quit() == .code(0))
        }
    }
}
