import Glibc
import LabTestSupport
import Pixels
import TerminalScreen
import TestSupport
import Testing

/// The reading position and the colors of the gallery, in a terminal.
@Suite(.serialized, .endsInTime) struct GalleryLooksTests {
    let folder = TemporaryDirectory()

    private var fruit: String {
        let path = folder.path + "/pictures"
        mkdir(path, 0o700)
        for name in ["apple", "banana", "cherry", "date", "fig10", "fig9"] {
            folder.write(DemoPicture.firstJPEG.bytes, to: "pictures/\(name).jpg")
        }
        return path
    }

    @Test func `the placeholder of the option is shown while pictures load`() async throws {
        let server = try DemoPicture.server()
        defer { server.stop() }
        let picture = "\(server.baseURL)/image/\(DemoPicture.firstJPEG.name)?stall=1"
        let list = folder.write(Array("\(picture)\n\(picture)&seed=1\n".utf8), to: "list")
        // the spinners cause frames, at which the condition is checked again
        try await Halftone.run(["--placeholder", "none", list], folder: folder) { halftone in
            try halftone.see("spinners alone") { $0.screen.contains("0%") && !$0.showsPlaceholder }
            #expect(try halftone.quit() == .code(0))
        }
        try await Halftone.run(["--placeholder", "text", list], folder: folder) { halftone in
            try halftone.see("no picture yet")
            #expect(try halftone.quit() == .code(0))
        }
    }

    @Test func `without a theme only pictures have colors`() async throws {
        let path = folder.path + "/red"
        mkdir(path, 0o700)
        folder.write(FlatPicture.png(30, 20, (200, 0, 0)), to: "red/red.png")
        try await Halftone.run(["--theme", "none", path], folder: folder) { halftone in
            try halftone.see("the picture, and no placeholder any more") { halftone in
                halftone.loadedPictures > 0 && halftone.emulator[10, 4].background == RGB(200, 0, 0)
                    && !halftone.showsPlaceholder
            }
            #expect(halftone.colors == 1, "only the picture has a color")
            #expect(halftone.emulator[99, 29].background == nil)
            #expect(halftone.emulator[99, 29].attributes.contains(.reverse))
            #expect(try halftone.quit() == .code(0))
        }
    }

    @Test func `the theme follows the background that the terminal reports`() async throws {
        try await Halftone.run([fruit], folder: folder) { halftone in
            try halftone.see("1/6")
            try halftone.press("\u{1B}]11;rgb:ffff/ffff/f0f0\u{1B}\\")
            try halftone.see("a light bar") { $0.emulator[99, 29].background?.hex == 0xD0_D0D0 }
            #expect(try halftone.quit() == .code(0))
        }
    }

    // MARK: - Titles

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
