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

    @Test func `in a narrow window a picture of the grid is shown with its title`() async throws {
        let folder = TemporaryDirectory()
        folder.write(DemoPicture.firstJPEG.bytes, to: "plain.jpg")
        let arguments = ["--layout", "grid", "--load-delay", "0", "--no-cache", folder.path]
        try await Halftone.run(arguments, columns: 40, rows: 12) { halftone in
            try halftone.see("the picture and its title") { $0.colors > 100 && $0.screen.contains("plain.jpg") }
            #expect(try halftone.quit() == .code(0))
        }
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
