import TerminalScreen
import TestSupport
import Testing

/// The gallery as a grid, in a terminal.
@Suite(.serialized, .endsInTime) struct GridTests {
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
}
