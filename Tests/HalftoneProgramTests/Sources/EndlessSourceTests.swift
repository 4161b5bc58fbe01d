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

    @Test func `beside a feed that trickles another one stays usable`() async throws {
        let server = try sources.server([
            "endless": Self.endless,
            "one": { GallerySourcesTests.feed($0, (1...20).map { "a\($0)" }, next: "two") },
            "two": { GallerySourcesTests.feed($0, ["b1"], next: "endless?rate=50") },
        ])
        defer { server.stop() }
        let arguments = ["\(server.baseURL)/image/endless?rate=50", "\(server.baseURL)/image/one"]
        try await Halftone.run(arguments, columns: 160, folder: folder) { halftone in
            try halftone.see("1/20")
            try halftone.see("is loading …")
            try halftone.press("j")
            try halftone.see("2/20")
            try halftone.press("\r")
            try halftone.see("the picture") { $0.screen.contains("Esc back") && $0.colors > 100 }
            try halftone.press("\u{1B}")
            try halftone.see("the list") { !$0.screen.contains("Esc back") && $0.screen.contains("2/20") }
            try halftone.press("G")
            // its next page too, and the one after it is slow
            try halftone.see("/21")
            try halftone.press("g")
            try halftone.see("1/21")
            try halftone.press("R")
            try halftone.see("what there was") { $0.screen.contains("1/21") && $0.showsPlaceholder == false }
            #expect(try halftone.quit() == .code(0))
        }
    }

    @Test func `a page that trickles is said to be loading`() async throws {
        let server = try sources.server([
            "endless": Self.endless,
            "one": { GallerySourcesTests.feed($0, ["a1", "a2"], next: "endless?rate=50") },
        ])
        defer { server.stop() }
        try await Halftone.run(["\(server.baseURL)/image/one"], columns: 120, folder: folder) { halftone in
            try halftone.see("1/2")
            try halftone.press("j")
            try halftone.see("loading more …")
            try halftone.press("k")
            try halftone.see("1/2")
            #expect(try halftone.quit() == .code(0))
        }
    }

    @Test(arguments: [
        ("seconds=1", "rate=50", "timed out after 1 s ("),
        ("bytes=20K", "rate=1000000", "is larger than the limit of 20 KB"),
    ])
    func `a feed that trickles is ended by its limits, with a message`(
        limit: String, fault: String, words: String
    ) async throws {
        let server = try sources.server(["endless": Self.endless])
        defer { server.stop() }
        let arguments = ["--limit", limit, "\(server.baseURL)/image/endless?length=none&\(fault)"]
        try await Halftone.run(arguments, columns: 160, folder: folder) { halftone in
            try halftone.see(words)
            try halftone.see("R: try again")
            #expect(try halftone.quit() == .code(2))
        }
    }

    @Test func `endless pages are read as far as the user scrolls`() async throws {
        var pages: [String: @Sendable (String) -> String] = [:]
        for number in 1...9 {
            pages["p\(number)"] = {
                GallerySourcesTests.feed($0, (1...15).map { "p\(number) \($0)." }, next: "p\(number + 1)")
            }
        }
        let server = try sources.server(pages)
        defer { server.stop() }
        let arguments = ["\(server.baseURL)/image/p1"]
        try await Halftone.run(arguments, columns: 160, folder: folder) { halftone in
            try halftone.see("1/15")
            for count in [30, 45, 60] {
                try halftone.press("G")
                try halftone.see("/\(count)")
            }
            #expect(try halftone.quit() == .code(0))
        }
        #expect(Set(server.log.map(\.path).filter { $0.contains("/image/p") && !$0.contains("photo") }).count == 4)
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
