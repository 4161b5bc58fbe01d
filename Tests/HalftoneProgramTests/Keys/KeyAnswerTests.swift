import Dispatch
import FoundationEssentials
import Glibc
import ImageLab
import LabTestSupport
import TestSupport
import Testing

/// The messages of keys that have no effect, and keys that act on several pictures or start another program, in a
/// terminal.
@Suite(.serialized, .endsInTime) struct KeyAnswerTests {
    private let folder = TemporaryDirectory()

    /// Regression: the message that no mark was left to undo was replaced at once by the number of marks.
    @Test func `a key without effect reports why`() async throws {
        let path = folder.path + "/pictures"
        mkdir(path, 0o700)
        folder.write(DemoPicture.firstJPEG.bytes, to: "pictures/a.jpg")
        try await Halftone.run([path], folder: folder) { halftone in
            try halftone.see("1/1")
            for (key, answer) in [
                ("W", "nothing marked; m marks"), ("u", "no marks to undo"), ("n", "no search yet; / starts one"),
                ("L", "this source has no feeds"), ("R", "no changes"), ("\u{1B}", "q quits"),
                (":x\r", "not a number: x"), ("N", "no search yet; / starts one"),
            ] {
                #expect(!halftone.screen.contains(answer))
                try halftone.press(key)
                try halftone.see(answer)
            }
            #expect(try halftone.quit() == .code(0))
        }
    }

    @Test func `an entry is opened at its page, or else at its picture`() async throws {
        let feed = """
            <feed xmlns='http://www.w3.org/2005/Atom'><title>t</title><entry><title>one</title>
            <link href='http://127.0.0.1:1/page?a=1&amp;b=2'/>
            <link rel='enclosure' type='image/jpeg' href='http://127.0.0.1:1/a.jpg'/></entry>
            <entry><title>two</title>
            <link rel='enclosure' type='image/jpeg' href='http://127.0.0.1:1/picture.jpg'/></entry></feed>
            """
        let source = folder.write(Array(feed.utf8), to: "feed.xml")
        let program = folder.write(Array("#!/bin/sh\nprintf '%s|' \"$@\" > '\(folder.path)/got'\n".utf8), to: "open")
        chmod(program, 0o700)
        let got = try NamedPipe(folder.path + "/got").openReader(outlivesWriters: true)
        defer { close(got) }
        let options = ["--load-delay", "60000", "--opener", "\(program),--tab"]
        try await Halftone.run(options + [source], columns: 120, folder: folder) { halftone in
            for (place, address) in [
                ("1/2", "http://127.0.0.1:1/page?a=1&b=2"), ("2/2", "http://127.0.0.1:1/picture.jpg"),
            ] {
                try halftone.see(place)
                try halftone.press("o")
                try halftone.see("opening \(address)")
                let expected = "--tab|\(address)|"
                #expect(try NamedPipe.read(got, for: "its arguments") { $0.count >= expected.count } == expected)
                try halftone.press("j")
            }
            #expect(try halftone.quit() == .code(0))
        }
    }

    // MARK: - Overlays

    /// Returns a page that links to thirty feeds, each with as many pictures as its number.
    private static func page(_ base: String) -> String {
        let links = (1...30).map {
            "<link rel='alternate' type='application/atom+xml' title='Feed \($0).' href='\(base)/image/feed\($0)'>"
        }
        return "<html><head><title>The page</title>\(links.joined())</head>"
            + "<body><img src='\(base)/image/photo.jpg' alt='of the page'></body></html>"
    }

    @Test func `a feed is chosen by arrows or not at all`() async throws {
        let sources = GallerySourcesTests()
        var pages: [String: @Sendable (String) -> String] = ["page.html": { Self.page($0) }]
        for number in [1, 4, 29, 30] {
            pages["feed\(number)"] = { base in
                GallerySourcesTests.feed(base, (1...number).map { "entry \($0)" })
            }
        }
        let server = try sources.server(pages)
        defer { server.stop() }
        try await Halftone.run(["\(server.baseURL)/image/page.html"], folder: folder) { halftone in
            func open() throws {
                try halftone.see("1/1")
                try halftone.press("L")
                try halftone.see("Feeds of this page")
            }
            func leave(_ footer: String) throws {
                try halftone.see(footer)
                #expect(!halftone.screen.contains("Feeds of this page"))
                try halftone.press("\u{1B}")
            }
            // by arrows, which stop at both ends: the fourth, the last, the first
            try open()
            try halftone.press("\u{1B}[B", "\u{1B}[B", "\u{1B}[B", "\u{1B}[B", "\u{1B}[A", "\r")
            try leave("1/4")
            try open()
            try halftone.press("\u{1B}[F", "j", "\u{1B}[C")
            try leave("1/30")
            try open()
            try halftone.press("G", "k", "l")
            try leave("1/29")
            // none: by Escape, or by a key without an action in it
            for away in ["\u{1B}", "x"] {
                try open()
                try halftone.press(away)
                try halftone.see("the page alone") { !$0.screen.contains("Feeds of this page") }
                #expect(halftone.screen.contains("1/1"))
            }
            #expect(try halftone.quit() == .code(0))
        }
    }
}
