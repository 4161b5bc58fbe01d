import Dispatch
import LabTestSupport
import TestSupport
import Testing

/// The slideshow at the end of a page of a feed, in a terminal.
@Suite(.serialized, .endsInTime) struct SlideshowPagingTests {
    private let sources = GallerySourcesTests()

    /// Opens the selected picture, and starts the slideshow.
    private static func start(_ halftone: Halftone) throws {
        try halftone.press("\r")
        try halftone.see("Esc back")
        try halftone.press("S")
    }

    /// Regression: the slideshow ended at the last row of the first page.
    @Test func `the slideshow continues with the next page`() async throws {
        // A server of its own sends the pages, so that the test controls when.
        let pictures = try sources.server([:])
        defer { pictures.stop() }
        let (photos, two, three) = (
            pictures.baseURL, TestSemaphore("the test to send page two"), TestSemaphore("the test to send page three")
        )
        @Sendable func page(_ titles: [String], next: String?, on base: String) -> String {
            let link = next.map { "<link rel='next' href='\(base)/image/\($0)'/></feed>" } ?? "</feed>"
            return GallerySourcesTests.feed(photos, titles).replacing("</feed>", with: link)
        }
        let server = try sources.server([
            "one": { page(["a1", "a2"], next: "two", on: $0) },
            "two": { base in
                two.wait()
                return page(["b1"], next: "three", on: base)
            },
            "three": { base in
                three.wait()
                return page(["c1"], next: nil, on: base)
            },
        ])
        defer { server.stop() }
        defer { for gate in [two, three] { gate.signal() } }
        let arguments = ["--slideshow", "1", "\(server.baseURL)/image/one"]
        try await Halftone.run(arguments, columns: 120, folder: sources.folder) { halftone in
            try halftone.see("1/2")
            try Self.start(halftone)
            try halftone.see("2/2")
            two.signal()
            try halftone.see("3/3")
            three.signal()
            try halftone.see("4/4")
            try halftone.see("this is the last picture")
            #expect(try halftone.quit() == .code(0))
        }
    }

    /// Regression: the slideshow stopped at a picture that was in memory: no event started another turn.
    @Test func `the slideshow continues after a picture that was in memory`() async throws {
        let folder = sources.folder
        let picture = folder.write(DemoPicture.firstJPEG.bytes, to: "a.jpg")
        let list = folder.write(Array("\(picture)\n\(picture)\n\(picture)\n".utf8), to: "list.txt")
        try await Halftone.run(["--slideshow", "1", list], columns: 120, folder: folder) { halftone in
            try halftone.see("1/3")
            try Self.start(halftone)
            try halftone.see("3/3")
            try halftone.see("this is the last picture")
            #expect(try halftone.quit() == .code(0))
        }
    }

    @Test func `the slideshow ends where the page cannot be read`() async throws {
        let server = try sources.server(["one": { GallerySourcesTests.feed($0, ["a1"], next: "none") }])
        defer { server.stop() }
        let arguments = ["--slideshow", "1", "\(server.baseURL)/image/one"]
        try await Halftone.run(arguments, columns: 120, folder: sources.folder) { halftone in
            try halftone.see("1/1")
            try Self.start(halftone)
            try halftone.see("the next page could not be read — R: retry")
            #expect(try halftone.quit() == .code(1))
        }
    }
}
