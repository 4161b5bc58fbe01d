import TestSupport
import Testing

/// A mouse button that is held on a row of the gallery.
@Suite(.serialized, .endsInTime) struct PressedRowTests {
    /// Whether a line of the screen is marked at its left edge.
    private static func isMarked(_ row: Int, _ halftone: Halftone) -> Bool { halftone.emulator[0, row].text == "▌" }

    /// Regression: the selected row was opened, though the first click had selected nothing.
    @Test func `a double click opens the row that it is on`() async throws {
        try await Halftone.run([]) { halftone in
            try halftone.see("the first row") { Self.isMarked(0, $0) && $0.screen.contains("1/62") }
            // the first press is released elsewhere; all events come at once, as fast as a double click must be
            try halftone.press("\u{1B}[<0;40;12M\u{1B}[<32;40;3M\u{1B}[<0;40;3m\u{1B}[<0;40;12M\u{1B}[<0;40;12m")
            try halftone.see("the second picture") { $0.screen.contains("2/62") && $0.screen.contains("Esc back") }
            #expect(try halftone.quit() == .code(0))
        }
    }
}
