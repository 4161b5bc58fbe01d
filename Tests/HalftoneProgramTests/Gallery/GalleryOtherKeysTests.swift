import LabTestSupport
import TestSupport
import Testing

/// Alternative keys of the gallery's actions, in a terminal: the arrows, Emacs' and second letters.
@Suite(.serialized, .endsInTime) struct GalleryOtherKeysTests {
    private let folder = TemporaryDirectory()

    init() {
        for number in 10..<50 { folder.write(DemoPicture.firstJPEG.bytes, to: "p\(number).jpg") }
    }

    /// The number of the selected picture, from the footer.
    private static func place(_ halftone: Halftone) -> Int? {
        halftone.screen.firstMatch(of: /([0-9]+)\/40/).flatMap { Int($0.1) }
    }

    /// Regression: the left arrow did nothing in the list.
    @Test func `they move to the same rows of the list`() async throws {
        try await Halftone.run([folder.path], folder: folder) { halftone in
            try halftone.see("1/40")
            for (key, place) in [
                ("\u{1B}[B", 2), ("\u{1B}[B", 3), ("\u{1B}[A", 2), ("j", 3), ("\u{1B}[D", 2), ("k", 1),
                ("\u{1B}[F", 40),
                ("\u{1B}[D", 39), ("\u{1B}[H", 1), ("G", 40), ("g", 1),
            ] {
                try halftone.press(key)
                try halftone.see("\(place)/40 after \(key.debugDescription)") { Self.place($0) == place }
            }
            // a screen down and up, by three keys each way or two
            for (down, up) in [("\u{06}", "\u{02}"), ("\u{1B}[6~", "\u{1B}[5~"), (" ", "\u{02}")] {
                try halftone.press(down)
                try halftone.see("a later picture") { (Self.place($0) ?? 0) > 2 }
                try halftone.press(up)
                try halftone.see("the first picture") { Self.place($0) == 1 }
            }
            #expect(try halftone.quit() == .code(0))
        }
    }
}
