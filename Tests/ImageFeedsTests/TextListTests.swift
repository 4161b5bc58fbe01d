import FeedTestSupport
import HalftoneCore
import TestSupport
import Testing

@testable import ImageFeeds

@Suite(.endsInTime) struct TextListTests {
    @Test func `a list on disk has URLs and paths relative to it`() async throws {
        let folder = TemporaryDirectory()
        let path = try folder.write(
            "list.txt",
            """
            \u{FEFF}# a comment
            http://x.test/one.jpg

              sub/two.png\t
            /abs/three.jpg\r
            file:///four%20a.jpg
            https://x.test/page?id=5#frag
            HTTP://x.test/six
            """)
        let result = try await read(path: path)
        #expect(
            result.items.map(\.picture) == [
                .remote("http://x.test/one.jpg"), .local("\(folder.path)/sub/two.png"), .local("/abs/three.jpg"),
                .local("/four a.jpg"), .remote("https://x.test/page?id=5"), .remote("http://x.test/six"),
            ])
        #expect(result.items.map(\.title) == ["one.jpg", "two.png", "three.jpg", "four a.jpg", "page", "six"])
        #expect(result.title == "list.txt")
        #expect(result.failures.isEmpty)
    }

    @Test func `standard input is a list relative to the working directory`() async throws {
        let result = try await read(standardInput: Array("a.png\r\n#b\r\n\r\nsub dir/no ending\r\n".utf8))
        #expect(result.items.map(\.picture) == [.local("a.png"), .local("sub dir/no ending")])
        #expect(result.title == nil)
    }

    @Test func `a feed on standard input is read and names no local files`() async throws {
        let feed = rss(
            #"<enclosure url="file:///etc/a.png" type="image/png"/><enclosure url="http://x.test/b.png" type="image/png"/>"#
        )
        #expect(
            try await read(standardInput: Array(feed.utf8)).items.map(\.picture) == [.remote("http://x.test/b.png")])
    }

    @Test func `standard input that cannot be read is an error`() async {
        struct Broken: Error, CustomStringConvertible { let description = "broken pipe" }
        let reader = FeedReader(fetcher: FakeNetwork(), readStandardInput: { _ in throw Broken() })
        await #expect(throws: FeedError.unreadable("broken pipe")) {
            try await reader.items(of: [.standardInput])
        }
    }

    @Test func `empty lists are errors`() async {
        await #expect(throws: FeedError.empty) { try await read(standardInput: []) }
        await #expect(throws: FeedError.noPictures(.list)) {
            try await read(standardInput: Array("\n# nothing\n".utf8))
        }
    }

    @Test func `NUL bytes are no text`() async throws {
        let error = FeedError.notAFeed(looksLike: .binary)
        await #expect(throws: error) { try await read(standardInput: Array("one\0of many things".utf8)) }
        // also far beyond the part that is sniffed
        let far = String(repeating: "a.png\n", count: 10_000) + "\0"
        await #expect(throws: error) { try await read(standardInput: Array(far.utf8)) }
        // except in a list with the other separator
        #expect(try await read(standardInput: Array("a.png\0b.png\0".utf8)).items.count == 2)
    }

    @Test func `unusable lines are skipped and counted`() async throws {
        var limits = FeedLimits()
        limits.lineBytes = 40
        let bytes =
            Array("a.png\nftp://x.test/b.png\nhttp://x.test/".utf8) + [0xFF, 0x0A]
            + Array((String(repeating: "x", count: 41) + "\n").utf8)
        let result = try await read(standardInput: bytes, limits: limits)
        #expect(result.items.map(\.picture) == [.local("a.png")])
        #expect(
            result.failures.map(\.error) == [
                .leftOut(count: 3, why: "line 2: only http, https and file URLs of this machine are allowed")
            ])
    }

    @Test func `a list over the limit is cut and reported`() async throws {
        var limits = FeedLimits()
        limits.listItems = 2
        let result = try await read(standardInput: Array("a.png\nb.png\nc.png\n".utf8), limits: limits)
        #expect(result.items.count == 2)
        #expect(result.failures.map(\.error) == [.tooManyItems(limit: 2)])
        limits.listBytes = 5
        await #expect(throws: FeedError.tooLarge(limit: ByteSize(5))) {
            try await read(standardInput: Array("a.png\nb.png\n".utf8), limits: limits)
        }
    }

    @Test func `titles of paths have no escape sequences`() async throws {
        let result = try await read(standardInput: Array("dir/a\u{1B}[31m.png\nhttp://x.test/b%1B%5B31m.png\n".utf8))
        #expect(result.items.map(\.title) == ["a[31m.png", "b[31m.png"])
        #expect(result.items[0].picture == .local("dir/a\u{1B}[31m.png"))
    }

    @Test func `a million lines are one collection`() async throws {
        var bytes: [UInt8] = []
        for number in 0..<1_000_000 { bytes += "http://x.test/\(number).jpg\n".utf8 }
        let result = try await read(standardInput: bytes)
        #expect(result.items.count == 1_000_000)
        #expect(result.items[0].picture == .remote("http://x.test/0.jpg"))
        #expect(result.items[999_999].picture == .remote("http://x.test/999999.jpg"))
        #expect(result.failures.isEmpty)
    }
}
