import LabTestSupport
import TerminalScreen
import TestSupport
import Testing

/// Text beside and below the pictures.
@Suite(.serialized, .endsInTime) struct CaptionTests {
    private static func feed(_ title: String, folder: TemporaryDirectory) -> String {
        let item = """
            <item><title>\(title)</title><link>https://example.com/page?id=7</link>
            <enclosure url="http://127.0.0.1:1/a.jpg" type="image/jpeg" length="1"/></item>
            """
        return folder.write(
            Array("<rss version=\"2.0\"><channel><title>t</title>\(item)</channel></rss>".utf8), to: "feed.xml")
    }

    @Test(arguments: ["list", "grid"])
    func `a title leads to its page where the terminal takes links`(layout: String) async throws {
        let folder = TemporaryDirectory()
        let feed = Self.feed("A title", folder: folder)
        let link = "\u{1B}]8;id=1;https://example.com/page?id=7\u{1B}\\"
        for (version, isKnown) in [("6800", true), ("", false)] {
            try await Halftone.run(
                ["--layout", layout, "--no-cache", feed], columns: 80, rows: 24, environment: ["VTE_VERSION": version]
            ) { halftone in
                try halftone.see("A title")
                #expect(halftone.terminal.contains(link) == isKnown)
                #expect(try halftone.quit() == .code(0))
                #expect(halftone.isTerminalGivenBack)
            }
        }
    }
}
