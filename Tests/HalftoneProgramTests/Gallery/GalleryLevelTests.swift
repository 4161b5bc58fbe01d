import ImageLab
import TestSupport
import Testing

/// Linked feeds and their pages, in a terminal: going back restores the position.
@Suite(.serialized, .endsInTime) struct GalleryLevelTests {
    private let sources = GallerySourcesTests()

    /// Returns a server of a page of forty pictures, in two parts, and of its feed.
    private func server() throws -> LabServer {
        @Sendable func pictures(_ base: String, _ numbers: ClosedRange<Int>) -> String {
            numbers.map { "<img src='\(base)/image/photo.jpg?seed=\($0)' alt='picture \($0).'>" }.joined()
        }
        return try sources.server([
            "page.html": { base in
                "<html><head><title>The page</title><link rel='next' href='\(base)/image/more.html'>"
                    + "<link rel='alternate' type='application/atom+xml' title='Its feed' href='\(base)/image/one'>"
                    + "</head><body>\(pictures(base, 1...30))</body></html>"
            },
            "more.html": { "<html><body>\(pictures($0, 31...40))</body></html>" },
            "one": { GallerySourcesTests.feed($0, (1...20).map { "a\($0)" }) },
        ])
    }

    /// Opens the feed of a page.
    private static func enter(_ halftone: Halftone, seeing footer: String = "1/20") throws {
        try halftone.press("L")
        try halftone.see("Its feed")
        try halftone.press("\r")
        try halftone.see(footer)
    }

    /// Returns the visible titles, from the top, and their lines.
    private static func titles(_ halftone: Halftone) -> [String] {
        (0..<halftone.emulator.size.rows).compactMap { row in
            let text = halftone.emulator.text(row: row)
            return text.firstMatch(of: /picture [0-9]+[.]/).map { "\(row) \($0.output)" }
        }
    }

    /// Regression: the first picture was selected again, and the pages after the first had to be read once more.
    @Test func `leaving a linked feed restores the selected picture and its line`() async throws {
        let server = try server()
        defer { server.stop() }
        try await Halftone.run(["\(server.baseURL)/image/page.html"], folder: sources.folder) { halftone in
            try halftone.see("1/30")
            try halftone.press("G")
            try halftone.see("30/40")
            // given a position in the second part that is neither at the top nor at the bottom of the screen
            for number in 31...36 {
                try halftone.press("j")
                try halftone.see("\(number)/40")
            }
            for number in [35, 34] {
                try halftone.press("k")
                try halftone.see("\(number)/40")
            }
            try halftone.press("m")
            try halftone.see("1 marked")
            let before = Self.titles(halftone)
            #expect(before.count > 2 && halftone.selectedTitle?.hasPrefix("picture 34.") == true)
            // when a feed is opened, scrolled, and left
            try Self.enter(halftone)
            try halftone.press("G")
            try halftone.see("20/20")
            try halftone.press("\u{1B}")
            // then every row is on its former line, and nothing was read again
            try halftone.see("1 marked  34/40")
            #expect(Self.titles(halftone) == before && halftone.selectedTitle?.hasPrefix("picture 34.") == true)
            #expect(try halftone.quit() == .code(0))
        }
        for page in ["page.html", "more.html"] { #expect(server.log.count { $0.path == "/image/\(page)" } == 1) }
    }

    @Test func `in another layout the picture is in view too`() async throws {
        let server = try server()
        defer { server.stop() }
        try await Halftone.run(["\(server.baseURL)/image/page.html"], folder: sources.folder) { halftone in
            try halftone.see("1/30")
            try halftone.press(":", "2", "0", "\r")
            try halftone.see("20/40")
            try Self.enter(halftone)
            try halftone.press("v")
            try halftone.see("the grid") { $0.screen.contains("╭") }
            try halftone.press("\u{1B}")
            try halftone.see("20/40")
            try halftone.see("picture 20.")
            #expect(try halftone.quit() == .code(0))
        }
    }
}
