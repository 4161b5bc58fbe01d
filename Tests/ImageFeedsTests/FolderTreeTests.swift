import FeedTestSupport
import Glibc
import HalftoneCore
import TestSupport
import Testing

@testable import ImageFeeds

/// Recursive reading of folders, and NUL-separated lists.
@Suite(.endsInTime) struct FolderTreeTests {
    let folder = TemporaryDirectory()

    private func tree(limits: FeedLimits = FeedLimits()) async throws -> FeedResult {
        var options = FeedOptions()
        options.isRecursive = true
        let reader = FeedReader(fetcher: FakeNetwork(), limits: limits, options: options)
        return try await reader.items(of: [.path(folder.path)])
    }

    @Test func `pictures of subfolders are after the folder's own`() async throws {
        for name in ["b10", "b2", "b2/deep", ".hidden", "empty"] { _ = folder.makeFolder(name) }
        for name in ["z.png", "b10/x.png", "b2/y10.png", "b2/y9.png", "b2/deep/a.png", ".hidden/h.png", "b2/notes.txt"]
        {
            try folder.write(name, "x")
        }
        let result = try await tree()
        #expect(result.items.map(\.title) == ["z.png", "b2/y9.png", "b2/y10.png", "b2/deep/a.png", "b10/x.png"])
        #expect(result.items[3].picture == .local("\(folder.path)/b2/deep/a.png"))
        #expect(result.failures.isEmpty)
        // and without the option only the folder itself
        #expect(try await read(path: folder.path).items.map(\.title) == ["z.png"])
    }

    @Test func `links to folders are not followed`() async throws {
        _ = folder.makeFolder("a")
        try folder.write("a/p.png", "x")
        symlink(folder.path, "\(folder.path)/a/around")
        symlink("..", "\(folder.path)/a/up")
        let result = try await tree()
        #expect(result.items.map(\.title) == ["a/p.png"])
        #expect(result.failures.isEmpty)
    }

    @Test func `limits apply to the whole tree`() async throws {
        _ = folder.makeFolder("a")
        _ = folder.makeFolder("a/b")
        for name in ["1.png", "a/2.png", "a/3.png", "a/b/4.png"] { try folder.write(name, "x") }
        var limits = FeedLimits()
        limits.listItems = 2
        let cut = try await tree(limits: limits)
        #expect(cut.items.count == 2)
        #expect(cut.failures.map(\.error) == [.tooManyItems(limit: 2)])
        limits = FeedLimits()
        limits.folderDepth = 1
        let shallow = try await tree(limits: limits)
        #expect(shallow.items.map(\.title) == ["1.png", "a/2.png", "a/3.png"])
        #expect(
            shallow.failures.map(\.error) == [.leftOut(count: 1, why: "b cannot be read: more than 1 folders deep")])
    }

    @Test func `an empty tree is an error`() async throws {
        _ = folder.makeFolder("a")
        await #expect(throws: FeedError.noPictures(.folder)) { try await tree() }
    }

    // MARK: - NUL-separated lists

    private func list(_ text: String) async throws -> FeedResult {
        var options = FeedOptions()
        options.separator = .zero
        let bytes = Array(text.utf8)
        let reader = FeedReader(
            fetcher: FakeNetwork(), options: options, readStandardInput: { _ in StoredBytes(bytes) })
        return try await reader.items(of: [.standardInput])
    }

    @Test func `names between NUL bytes may have any other byte`() async throws {
        let result = try await list("/a\nb.png\0 #c.png \0\0#d.png\0http://x.test/e.png\0/last.png")
        #expect(
            result.items.map(\.picture) == [
                .local("/a\nb.png"), .local(" #c.png "), .local("#d.png"), .remote("http://x.test/e.png"),
                .local("/last.png"),
            ])
        #expect(!result.items[0].title.contains("\n"))
        #expect(result.failures.isEmpty)
    }

    @Test func `bad entries between NUL bytes are counted`() async throws {
        let result = try await list("/a.png\0ftp://x.test/b.png\0")
        #expect(result.items.count == 1)
        #expect(
            result.failures.map(\.error) == [
                .leftOut(count: 1, why: "entry 2: only http, https and file URLs of this machine are allowed")
            ])
        await #expect(throws: FeedError.empty) { try await list("") }
        await #expect(throws: FeedError.noPictures(.list)) { try await list("\0\0") }
    }

    // MARK: - NUL-separated files

    /// Regression: such a file was refused as neither a picture nor a list.
    @Test func `a list file with NUL bytes is read`() async throws {
        let path = try folder.write("list", "sub/a\nb.png\0http://x.test/c\0/d.png\0")
        let result = try await read(path: path)
        #expect(
            result.items.map(\.picture) == [
                .local(folder.path + "/sub/a\nb.png"), .remote("http://x.test/c"), .local("/d.png"),
            ])
        #expect(result.title == "list" && result.failures.isEmpty)
    }

    @Test func `a film with NUL bytes is no list`() async throws {
        let film = try folder.write("film.mp4", Array("\0\0\0\u{20}ftypisom\0\0\u{2}\0isomiso2\0moov\0".utf8))
        await #expect(throws: FeedError.notAFeed(looksLike: .binary)) { try await read(path: film) }
        // and it is not read to its end to find that out
        var limits = FeedLimits()
        (limits.feedBytes, limits.listBytes) = (5_000, 5_000)
        let large = try folder.write("large.mp4", Array("\0\0\0\u{20}ftyp".utf8) + Array(repeating: 0, count: 10_000))
        await #expect(throws: FeedError.notAFeed(looksLike: .binary)) { try await read(path: large, limits: limits) }
    }
}
