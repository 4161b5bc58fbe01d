import TestSupport
import Testing

/// The slideshow at the end of a page of a feed, in a terminal.
@Suite(.serialized, .timeLimit(.minutes(10))) struct SlideshowPagingTests {
    private let sources = GallerySourcesTests()

    /// It ended at the last row of the first page.
    @Test func theSlideshowGoesOnWithThePageThatIsComing() async throws {
        let server = try sources.server([
            "one": { GallerySourcesTests.feed($0, ["a1", "a2"], next: "two?delay=3000") },
            "two": { GallerySourcesTests.feed($0, ["b1"], next: "three?delay=3000") },
            "three": { GallerySourcesTests.feed($0, ["c1"]) },
        ])
        defer { server.stop() }
        let arguments = ["--slideshow", "1", "\(server.baseURL)/image/one"]
        try await Halftone.run(arguments, columns: 120, folder: sources.folder) { halftone in
            try halftone.see("1/2")
            try halftone.press("\r")
            try halftone.see("Esc back")
            try halftone.press("s")
            for place in ["2/2", "3/3", "4/4"] { try halftone.see(place) }
            try halftone.see("that was the last picture")
            #expect(try halftone.quit() == .code(0))
        }
    }

    /// It stayed at a picture that was in memory: nothing came any more that began a turn.
    @Test func theSlideshowGoesOnFromAPictureThatWasInMemory() async throws {
        let folder = sources.folder
        let picture = folder.write(DemoPicture.firstJPEG.bytes, to: "a.jpg")
        let list = folder.write(Array("\(picture)\n\(picture)\n\(picture)\n".utf8), to: "list.txt")
        try await Halftone.run(["--slideshow", "1", list], columns: 120, folder: folder) { halftone in
            try halftone.see("1/3")
            try halftone.press("\r")
            try halftone.see("Esc back")
            try halftone.press("s")
            try halftone.see("3/3")
            try halftone.see("that was the last picture")
            #expect(try halftone.quit() == .code(0))
        }
    }

    @Test func theSlideshowEndsWhereThePageCannotBeRead() async throws {
        let server = try sources.server(["one": { GallerySourcesTests.feed($0, ["a1"], next: "none") }])
        defer { server.stop() }
        let arguments = ["--slideshow", "1", "\(server.baseURL)/image/one"]
        try await Halftone.run(arguments, columns: 120, folder: sources.folder) { halftone in
            try halftone.see("1/1")
            try halftone.press("\r")
            try halftone.see("Esc back")
            try halftone.press("s")
            try halftone.see("the next page could not be read; Ctrl-R tries again")
            #expect(try halftone.quit() == .code(1))
        }
    }
}
