import LabTestSupport
import TestSupport
import Testing

/// The gallery on terminals that answer what pictures they show.
@Suite(.endsInTime) struct PixelKeyTests {
    private let folder = TemporaryDirectory()
    private let picture: String

    init() { picture = folder.write(DemoPicture.firstJPEG.bytes, to: "a.jpg") }

    private func browse(
        _ arguments: [String], _ body: @escaping @Sendable (Halftone) throws -> Void
    ) async throws {
        let list = folder.write(Array("\(picture)\n\(picture)\n".utf8), to: "list.txt")
        try await Halftone.run(arguments + [list], columns: 160, folder: folder) { halftone in
            try halftone.terminal.wait(for: "the questions") { $0.contains("\u{1B}[c") }
            try body(halftone)
            #expect(try halftone.quit() == .code(0))
        }
    }

    /// Answers as an xterm with sixels does.
    private static func answer(_ halftone: Halftone) throws {
        try halftone.press("\u{1B}[6;20;10t\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}[?62;4c")
        try halftone.terminal.wait(for: "the question about colors") { $0.contains("\u{1B}[?1;1;0S\u{1B}[c") }
        try halftone.press("\u{1B}[?1;0;256S\u{1B}[?62;4c")
    }

    @Test func `the choice of P stays for the terminal`() async throws {
        try await browse([]) { halftone in
            try Self.answer(halftone)
            try halftone.see("P pixels")
            try halftone.press("P")
            try halftone.see("pictures: sixel")
            try halftone.terminal.wait(for: "sixels") { $0.contains("\u{1B}P0;1q") }
        }
        try await browse([]) { halftone in
            try Self.answer(halftone)
            try halftone.terminal.wait(for: "sixels without the key") { $0.contains("\u{1B}P0;1q") }
            #expect(!halftone.screen.contains("P pixels"))
            try halftone.press("P")
            try halftone.see("pictures: half")
        }
        try await browse(["--pictures", "auto"]) { halftone in
            try Self.answer(halftone)
            try halftone.terminal.wait(for: "sixels by the option") { $0.contains("\u{1B}P0;1q") }
        }
    }

    @Test(arguments: [
        ("kitty", "\u{1B}[6;20;10t\u{1B}P>|kitty(0.26.5)\u{1B}\\\u{1B}[?62c", "kitty 0.26.5 has no placeholders"),
        ("sixel", "\u{1B}[6;20;10t\u{1B}P>|mlterm(3.9.2)\u{1B}\\\u{1B}[?62;4c", "pixels need 24-bit colors, not 256"),
        ("sixel", "", "the terminal has not answered"),
    ])
    func `a method that cannot be had is said once, with the reason`(way: String, replies: String, reason: String)
        async throws
    {
        try await browse(["--pictures", way]) { halftone in
            try halftone.press(replies)
            try halftone.see("no \(way) pictures here: \(reason)")
        }
    }
}
