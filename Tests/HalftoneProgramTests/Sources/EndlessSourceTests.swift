import Glibc
import ImageLab
import TestSupport
import Testing

/// Endless feeds, in a terminal: one that arrives byte by byte, and ones whose pages never end.
@Suite(.serialized, .endsInTime) struct EndlessSourceTests {
    private let sources = GallerySourcesTests()
    private var folder: TemporaryDirectory { sources.folder }

    /// A feed that would take a day at fifty bytes a second.
    private static let endless: @Sendable (String) -> String = { _ in
        "<feed xmlns='http://www.w3.org/2005/Atom'>" + String(repeating: "<!-- -->", count: 500_000)
    }

    @Test func `a feed that trickles can be left at once`() async throws {
        let server = try sources.server(["endless": Self.endless])
        defer { server.stop() }
        try await Halftone.run(["\(server.baseURL)/image/endless?rate=50"], folder: folder) { halftone in
            try halftone.see("Reading")
            // keys are handled
            try halftone.press("?")
            try halftone.see("Finding and sorting")
            try halftone.press("z")
            try halftone.see("Reading")
            #expect(try halftone.quit() == .code(0))
            #expect(halftone.isTerminalGivenBack)
        }
    }

    @Test func `pages that form a cycle or are empty forever are ended with a message`() async throws {
        let server = try sources.server([
            "one": { GallerySourcesTests.feed($0, ["a1", "a2"], next: "two") },
            "two": { GallerySourcesTests.feed($0, ["b1", "b2"], next: "one") },
            "e1": { GallerySourcesTests.feed($0, [], next: "e2", empty: 1) },
            "e2": { GallerySourcesTests.feed($0, [], next: "e3", empty: 2) },
            "e3": { GallerySourcesTests.feed($0, [], next: "e1", empty: 3) },
        ])
        defer { server.stop() }
        try await Halftone.run(["\(server.baseURL)/image/one"], columns: 160, folder: folder) { halftone in
            try halftone.see("1/2")
            try halftone.press("G")
            try halftone.see("its pages repeat themselves; the rest is left out")
            try halftone.see("/4")
            #expect(try halftone.quit() == .code(1))
        }
        try await Halftone.run(["\(server.baseURL)/image/e1"], columns: 160, folder: folder) { halftone in
            try halftone.see("its pages repeat themselves")
            try halftone.see("R: try again")
            #expect(try halftone.quit() == .code(2))
        }
    }

    @Test func `a list that is still being written shows its progress and can be left at once`() async throws {
        let pipe = folder.path + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        let writer = open(pipe, O_RDWR | O_CLOEXEC)
        defer { close(writer) }
        @Sendable func write(_ lines: Int) -> Bool {
            let text = String(repeating: "/nowhere/at/all/picture.png\n", count: lines)
            return Glibc.write(writer, text, text.utf8.count) == text.utf8.count
        }
        try await Halftone.run([pipe], columns: 120, folder: folder) { halftone in
            try halftone.see("Reading")
            #expect(write(10))
            try halftone.see("280 B so far")
            #expect(write(1_000))
            try halftone.see("28 KB so far")
            try halftone.press("\u{1B}")
            try halftone.see("q quits")
            #expect(try halftone.quit() == .code(0))
        }
    }
}
