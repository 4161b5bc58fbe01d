import Dispatch
import TestSupport
import Testing

/// Searching while a page of a feed arrives, in a terminal.
@Suite(.serialized, .endsInTime) struct SearchPagingTests {
    private let sources = GallerySourcesTests()

    /// Regression: the search with an empty prompt was repeated, and the earlier search was lost.
    @Test func `a page that arrives at an empty prompt keeps the previous search`() async throws {
        let pictures = try sources.server([:])
        defer { pictures.stop() }
        let (photos, gate) = (pictures.baseURL, TestSemaphore("the test to let the server answer"))
        let server = try sources.server([
            "one": { base in
                let link = "<link rel='next' href='\(base)/image/two'/></feed>"
                return GallerySourcesTests.feed(photos, ["foo one", "bar", "foo two"]).replacing("</feed>", with: link)
            },
            "two": { _ in
                gate.wait()
                return GallerySourcesTests.feed(photos, ["last"])
            },
        ])
        defer { server.stop() }
        defer { gate.signal() }
        try await Halftone.run(["\(server.baseURL)/image/one"], folder: sources.folder) { halftone in
            try halftone.see("1/3")
            try halftone.press("/", "foo")
            try halftone.see("Find: foo")
            try halftone.press("\r")
            try halftone.see("the list again") { $0.screen.contains("1/3") && !$0.screen.contains("Find:") }
            try halftone.press("/")
            try halftone.see("Find:")
            // when a page arrives before anything is typed, and the prompt is closed
            gate.signal()
            try halftone.see("last")
            try halftone.press("\u{1B}")
            try halftone.see("the list again") { $0.screen.contains("1/4") && !$0.screen.contains("Find:") }
            // then the key for the next match uses the earlier search
            try halftone.press("n")
            try halftone.see("3/4")
            #expect(try halftone.quit() == .code(0))
        }
    }
}
