import Glibc
import LabTestSupport
import TestSupport
import Testing

/// Feeds of several formats and encodings, and arbitrary file names, in the whole program.
@Suite(.serialized, .endsInTime) struct FeedKindTests {
    private let folder = TemporaryDirectory()

    /// The titles of the selected pictures, while moving down.
    private static func titles(_ halftone: Halftone, count: Int) throws -> [String] {
        var titles: [String] = []
        for number in 1...count {
            if number > 1 { try halftone.press("j") }
            try halftone.see("\(number)/\(count)") { $0.place(of: count) == number }
            titles.append(halftone.selectedTitle ?? "")
        }
        return titles
    }

    @Test func `a list of feeds, a JSON Feed, a podcast and other encodings are opened in their order`() async throws {
        let server = try DemoPicture.server()
        defer { server.stop() }
        let picture = "\(server.baseURL)/image/\(DemoPicture.firstJPEG.name)"
        func rss(_ title: String, declaring encoding: String) -> String {
            "<?xml version='1.0' encoding='\(encoding)'?><rss version='2.0'><channel><title>t</title><item>"
                + "<title>\(title)</title><enclosure url='\(picture)' type='image/jpeg' length='1'/></item></channel></rss>"
        }
        // Latin-1, and little-endian UTF-16 with a byte order mark
        let latin = rss("na\u{EF}f", declaring: "ISO-8859-1").unicodeScalars.map { UInt8($0.value) }
        var wide: [UInt8] = [0xFF, 0xFE]
        for unit in rss("łódź", declaring: "UTF-16").utf16 { wide += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
        folder.write(latin, to: "latin.xml")
        folder.write(wide, to: "wide.xml")
        let json = """
            {"version": "https://jsonfeed.org/version/1.1", "title": "t", "items": [
            {"id": "1", "title": "of JSON", "image": "\(picture)"}]}
            """
        folder.write(Array(json.utf8), to: "feed.json")
        let podcast = """
            <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>t</title>
            <itunes:image href="\(picture)"/><item><title>an episode</title>
            <enclosure url="\(server.baseURL)/sound.mp3" type="audio/mpeg" length="1"/></item></channel></rss>
            """
        folder.write(Array(podcast.utf8), to: "podcast.xml")
        let list = """
            <opml version="2.0"><body><outline text="all">
            <outline type="rss" xmlUrl="\(server.baseURL)/feed/demo?count=2"/></outline></body></opml>
            """
        folder.write(Array(list.utf8), to: "list.opml")
        let names = ["latin.xml", "feed.json", "podcast.xml", "wide.xml", "list.opml"]
        try await Halftone.run(names.map { folder.path + "/" + $0 }, folder: folder) { halftone in
            try halftone.see("1/6")
            let titles = try Self.titles(halftone, count: 6)
            #expect(Array(titles.prefix(4)) == ["naïf", "of JSON", "an episode", "łódź"])
            try halftone.press("g")
            try halftone.see("the first again") { $0.place(of: 6) == 1 }
            try halftone.see("its picture") { $0.loadedPictures > 0 && $0.colors > 60 }
            #expect(try halftone.quit() == .code(0))
        }
    }

    // MARK: - Names

    /// The names between NUL bytes.
    private func names(in file: String) -> [String] {
        folder.read(file).split(separator: 0, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    @Test func `a name with a line break is shown, marked and printed before a NUL byte`() async throws {
        for name in ["pictures", "pictures/in", "pictures/in/deep"] { mkdir(folder.path + "/" + name, 0o700) }
        let files = ["pictures/a.jpg", "pictures/in/two\nlines.jpg", "pictures/in/deep/z.jpg"]
        for name in files { folder.write(DemoPicture.firstJPEG.bytes, to: name) }
        // given a folder with subfolders, and the same names on standard input
        let input = folder.write(
            Array((files.map { folder.path + "/" + $0 } + [""]).joined(separator: "\0").utf8), to: "in")
        for (arguments, input) in [
            (["-R", "-0", folder.path + "/pictures"], nil), (["--recursive", "-0", folder.path + "/pictures"], nil),
            (["--null", "-"], input),
        ] {
            let output = folder.write([], to: "marked")
            let state = ["XDG_STATE_HOME": folder.path + "/state-of" + arguments[0]]  // no position is remembered
            try await Halftone.run(arguments, environment: state, input: input, output: output, folder: folder) {
                halftone in
                try halftone.see("1/3")
                let titles = try Self.titles(halftone, count: 3)
                // in a folder's list also with the name of its folder
                let two = try #require(titles.first { $0.hasSuffix("two lines.jpg") })
                #expect(Set(titles.map { $0.split(separator: "/").last ?? "" }) == ["a.jpg", "two lines.jpg", "z.jpg"])
                // when it is found, opened and marked
                try halftone.press("/two\r")
                try halftone.see("its title") { $0.selectedTitle == two }
                try halftone.press("\r")
                try halftone.see("the picture") { $0.screen.contains("Esc back") && $0.screen.contains(" × ") }
                try halftone.press("m")
                try halftone.see("✓ \(two)")
                #expect(try halftone.quit() == .code(0))
            }
            // then it is printed unchanged
            #expect(names(in: "marked") == [folder.path + "/" + files[1], ""])
        }
    }

    @Test func `a list file with NUL bytes is read with the option that its refusal names`() async throws {
        let names = ["two\nlines.jpg", "plain.jpg"]
        for name in names { folder.write(DemoPicture.firstJPEG.bytes, to: name) }
        let list = folder.write(Array(names.map { $0 + "\0" }.joined().utf8), to: "list")
        try await Halftone.run([list], columns: 160, folder: folder) { halftone in
            try halftone.see("\(list): is a list of NUL-terminated entries; use -0")
            #expect(try halftone.quit() == .code(2))
        }
        try await Halftone.run(["-0", list], folder: folder) { halftone in
            try halftone.see("1/2")
            #expect(try Self.titles(halftone, count: 2) == ["two lines.jpg", "plain.jpg"])
            try halftone.press("g")
            try halftone.see("its picture") { $0.place(of: 2) == 1 && $0.loadedPictures > 0 && $0.colors > 100 }
            #expect(try halftone.quit() == .code(0))
        }
    }
}
