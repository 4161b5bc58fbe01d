import FeedTestSupport
import Glibc
import HalftoneCore
import TestSupport
import Testing

@testable import ImageFeeds

/// Local folders, pictures and feeds. Denied permissions are not tested, because tests often run as the superuser, who
/// is never denied. `ENOENT`, `ENOTDIR` and `ELOOP` take the same path through the code.
@Suite(.endsInTime) struct LocalSourceTests {
    /// Regression: nothing of a folder was shown until the writer of a pipe beside it had finished.
    @Test func `a pipe that is still being written delays no folder`() async throws {
        let folder = TemporaryDirectory()
        let (pictures, pipe) = (folder.makeFolder("pictures"), try NamedPipe(folder.path + "/pipe"))
        try folder.write("pictures/a.png", "x")
        let progress = FeedLoadProgress()
        async let whole = FeedReader(fetcher: FakeNetwork()).items(
            of: [.path(pipe.path), .path(pictures)], progress: progress)
        for await _ in progress.changes { break }
        #expect(
            progress.soFar?.items.map(\.title) == ["a.png"] && progress.soFar?.pending == [PublicAddress(pipe.path)])
        // and its entries then come before those of the folder
        try await blocking {
            let writer = try pipe.openWriter()
            let text = Array("http://x.test/b.png\n".utf8)
            #expect(write(writer, text, text.count) == text.count)
            close(writer)
        }
        #expect(try await whole.items.map(\.title) == ["b.png", "a.png"])
    }

    /// Regression: each cancelled read left a thread behind, which then took bytes of the next read.
    @Test func `a cancelled read of a pipe closes it`() async throws {
        let folder = TemporaryDirectory()
        let pipe = try NamedPipe(folder.path + "/pipe")
        let reading = Task { try await FeedReader(fetcher: FakeNetwork()).items(of: [.path(pipe.path)]) }
        let writer = try await blocking { try pipe.openWriter() }
        reading.cancel()
        await #expect(throws: FeedError.cancelled) { try await reading.value }
        close(writer)  // until now a read would wait for it
    }

    let folder = TemporaryDirectory()

    /// Reading the terminal would take the keys of the gallery, which could not be left then.
    @Test func `a terminal is no source`() async throws {
        let terminal = try PseudoTerminal()
        await #expect(throws: FeedError.unreadable("it is a terminal")) { try await read(path: terminal.path) }
    }

    @Test func `a file with a star or brackets in its name is read`() async throws {
        for name in ["a[1].png", "a1.png", "a*.png"] { try folder.write(name, "x") }
        #expect(try await read(path: folder.path + "/a[1].png").items.map(\.title) == ["a[1].png"])
        #expect(try await read(path: folder.path + "/a*.png").items.map(\.title) == ["a*.png"])
    }

    // MARK: - Folders

    @Test func `a folder shows its pictures in natural order`() async throws {
        for name in ["img10.jpg", "img2.JPG", "IMG1.jpeg", "z.png", ".hidden.png", "notes.txt", "a.gif", "b.webp"]
            + ["c.BMP", "d.dib", "e.qoi"]
        {
            try folder.write(name, "x")
        }
        try folder.write("unnamed", pngSignature)
        try folder.write("sound", Array("RIFF1234WAVEfmt ".utf8))
        try folder.write("old", Array("GIF87a".utf8))
        try folder.write("web", Array("RIFF1234WEBPVP8 ".utf8))
        try folder.write("plain", Array("BM............\u{28}\0\0\0".utf8))
        try folder.write("motors", Array("BMW sells cars, and more of them".utf8))
        try folder.write("quite", Array("qoif".utf8))
        try folder.write("wrong.txt", [0xFF, 0xD8, 0xFF, 0xE0])
        try folder.write("short", [0x89])
        _ = folder.makeFolder("inside.png")
        let result = try await read(path: folder.path)
        let names = [
            "a.gif", "b.webp", "c.BMP", "d.dib", "e.qoi", "IMG1.jpeg", "img2.JPG", "img10.jpg", "old", "plain", "quite",
            "unnamed", "web", "wrong.txt", "z.png",
        ]
        #expect(result.items.map(\.title) == names)
        #expect(result.items[6].picture == .local("\(folder.path)/img2.JPG"))
        #expect(result.items[11].byteCount == 8)
        let date = try #require(result.items[0].date)
        #expect(date > 1_600_000_000)
        #expect(result.title == folder.path.split(separator: "/").last.map(String.init))
    }

    @Test func `a slash after a folder changes nothing`() async throws {
        try folder.write("a.png", "x")
        #expect(try await read(path: folder.path + "/").items.map(\.picture) == [.local("\(folder.path)/a.png")])
    }

    @Test func `links to pictures are shown, and dead ones are not`() async throws {
        let picture = try folder.write("a.png", "x")
        symlink(picture, "\(folder.path)/b.png")
        symlink("\(folder.path)/none", "\(folder.path)/c.png")
        #expect(try await read(path: folder.path).items.map(\.title) == ["a.png", "b.png"])
    }

    @Test func `a named pipe in a folder is not opened`() async throws {
        // Opening it would wait for a writer forever.
        mkfifo("\(folder.path)/pipe", 0o600)
        mkfifo("\(folder.path)/pipe.png", 0o600)
        try folder.write("a.png", "x")
        #expect(try await read(path: folder.path).items.map(\.title) == ["a.png"])
    }

    @Test func `a folder without pictures is an error`() async throws {
        try folder.write("notes.txt", "x")
        await #expect(throws: FeedError.noPictures(.folder)) { try await read(path: folder.path) }
    }

    @Test func `a folder over the limit is cut`() async throws {
        for number in 0..<5 { try folder.write("\(number).png", "x") }
        var limits = FeedLimits()
        limits.listItems = 3
        let result = try await read(path: folder.path, limits: limits)
        #expect(result.items.count == 3)
        #expect(result.failures.map(\.error) == [.tooManyItems(limit: 3)])
    }

    // MARK: - Unreadable paths

    @Test func `unreadable paths have a reason`() async throws {
        let file = try folder.write("file", "x")
        symlink("loop", "\(folder.path)/loop")
        for (path, code) in [("\(folder.path)/none", ENOENT), ("\(file)/a", ENOTDIR), ("\(folder.path)/loop", ELOOP)] {
            let why = String(cString: strerror(code))
            await #expect(throws: FeedError.unreadable(why)) { try await read(path: path) }
        }
    }

    @Test(
        arguments: [
            ("example.com/feed.xml", "https://example.com/feed.xml"), ("example.com", "https://example.com"),
            ("www.example.org:8080/", "https://www.example.org:8080/"),
            ("localhost:8080/feed", "http://localhost:8080/feed"),
            ("127.0.0.1/feed", "http://127.0.0.1/feed"),
        ])
    func `a missing file that looks like a host gets a suggestion`(argument: String, suggestion: String) async {
        await #expect(throws: FeedError.missingScheme(suggestion: suggestion)) { try await read(path: argument) }
    }

    @Test(arguments: ["missing.jpg", "feed.xml", "nothing-here", "./example.com", "a b.com/x", "../missing", "a/dir.d"])
    func `a missing file that looks like a file gets none`(argument: String) async {
        let error = await #expect(throws: FeedError.self) { try await read(path: argument) }
        if case .missingScheme? = error { Issue.record("\(argument)") }
    }

    // MARK: - Files

    @Test func `a picture is found by name or signature`() async throws {
        let named = try folder.write("named.jpg", "not really")
        let signed = try folder.write("signed.xyz", pngSignature + [0, 0, 0, 13])
        let item = try #require(try await read(path: named).items.first)
        #expect(item.title == "named.jpg")
        #expect(item.byteCount == 10)
        #expect(try await read(path: signed).items.map(\.picture) == [.local(signed)])
    }

    @Test func `a feed in a file is found by content and names no local files`() async throws {
        let feed = """
            \u{FEFF}
            <?xml version="1.0"?><!-- a > b --><!DOCTYPE rss>
            <rss version="2.0"><channel><title>Saved</title><link>http://home.test/blog/</link>
            <item><title>a</title><enclosure url="a.jpg" type="image/jpeg"/></item>
            <item><title>b</title><enclosure url="file:///b.jpg" type="image/jpeg"/></item></channel></rss>
            """
        let path = try folder.write("saved.txt", feed)
        let result = try await read(path: path)
        #expect(result.title == "Saved")
        #expect(result.items.map(\.picture) == [.remote("http://home.test/blog/a.jpg")])
    }

    @Test func `a list through a named pipe is read`() async throws {
        // as `halftone <(some command)` passes it
        let pipe = try NamedPipe(folder.path + "/pipe")
        async let result = read(path: pipe.path)
        try await blocking {
            let file = try pipe.openWriter()
            for text in ["/a.png\n/b", ".png\n"] { write(file, text, text.utf8.count) }
            close(file)
        }
        #expect(try await result.items.map(\.picture) == [.local("/a.png"), .local("/b.png")])
    }

    @Test func `an empty file is empty`() async throws {
        let path = try folder.write("empty", "")
        await #expect(throws: FeedError.empty) { try await read(path: path) }
    }

    @Test func `UTF-16 text and garbage are described`() async throws {
        let wide = try folder.write("wide.txt", [0xFF, 0xFE, 0x61, 0, 0x0A, 0])
        await #expect(throws: FeedError.notAFeed(looksLike: .wideText)) { try await read(path: wide) }
        let rubbish = try folder.write("rubbish", (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 3) })
        await #expect(throws: FeedError.notAFeed(looksLike: .binary)) { try await read(path: rubbish) }
    }
}

@Suite(.endsInTime) struct NaturalNameTests {
    @Test func `numbers in names count as numbers`() {
        let ordered = [
            "", "1", "2", "02", "10", "a", "a1", "A2", "a2b", "a10", "a10b2", "a10b10", "b", "img2", "img10",
            "img99999999999999999999998", "img99999999999999999999999", "ä",
        ]
        for (index, left) in ordered.enumerated() {
            for (other, right) in ordered.enumerated() where index != other {
                let precedes = NaturalName(left) < NaturalName(right)
                // Names that differ only in leading zeros are ordered by their bytes.
                if Set([left, right]) == ["2", "02"] {
                    #expect(precedes == (left == "02"))
                } else {
                    #expect(precedes == (index < other))
                }
            }
            #expect(!(NaturalName(left) < NaturalName(left)))
        }
    }
}
