import FeedTestSupport
import Glibc
import HalftoneCore
import TestSupport
import Testing

@testable import ImageFeeds

/// File names that are not UTF-8: found, shown with U+FFFD, and passed on byte for byte.
@Suite(.endsInTime) struct PathBytesTests {
    private let folder = TemporaryDirectory()
    private static let name = FilePath(bytes: Array("bad".utf8) + [0xFF] + Array(".png".utf8))

    private func write(_ path: FilePath) -> FilePath {
        let file = path.withCString { open($0, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) }
        #expect(file >= 0 && Glibc.write(file, pngSignature, pngSignature.count) == pngSignature.count)
        close(file)
        return path
    }

    private func read(_ source: FeedSource, _ options: FeedOptions = FeedOptions()) async throws -> FeedResult {
        try await FeedReader(fetcher: FakeNetwork(), options: options).items(of: [source])
    }

    @Test func `a folder has its file with bytes of its own`() async throws {
        let path = write(FilePath(folder.path).appending(Self.name))
        let result = try await read(.path(folder.path))
        #expect(result.items.map(\.picture) == [.local(path)] && result.failures.isEmpty)
        #expect(result.items.map(\.title) == ["bad\u{FFFD}.png"])
    }

    @Test func `a folder of such a name is entered`() async throws {
        let inner = FilePath(folder.path).appending(FilePath(bytes: [0x64, 0xFE]))
        #expect(inner.withCString { mkdir($0, 0o700) } == 0)
        let path = write(inner.appending(Self.name))
        var options = FeedOptions()
        options.isRecursive = true
        #expect(try await read(.path(folder.path), options).items.map(\.picture) == [.local(path)])
        #expect(try await read(.path(path)).items.map(\.picture) == [.local(path)])
    }

    @Test(arguments: [FeedOptions.Separator.newline, .zero])
    func `a list names such a file`(separator: FeedOptions.Separator) async throws {
        let path = write(FilePath(folder.path).appending(Self.name))
        let end: UInt8 = separator == .zero ? 0 : 0x0A
        let list = try folder.write("list", Self.name.bytes + [end] + path.bytes + [end])
        var options = FeedOptions()
        options.separator = separator
        let result = try await read(.path(list), options)
        #expect(result.items.map(\.picture) == [.local(path), .local(path)] && result.failures.isEmpty)
    }

    @Test func `no list of the network names such a file`() async throws {
        var network = FakeNetwork()
        network.add("http://x.test/l", type: "text/plain", bytes: Array("http://x.test/a.png\n".utf8) + Self.name.bytes)
        let result = try await FeedReader(fetcher: network).items(of: [.url("http://x.test/l")])
        #expect(
            result.items.count == 1
                && result.failures.map(\.description) == ["http://x.test/l: 1 entry left out: line 2: not UTF-8"])
    }

    @Test(arguments: ["//bob:secret@x.test/a.png", "bob:secret@x.test/a.png"])
    func `a line that is a URL without its scheme is skipped, and reported without its password`(
        line: String
    ) async throws {
        let list = try folder.write("list", "http://x.test/b.png\n\(line)\n")
        let result = try await read(.path(list))
        #expect(result.items.count == 1)
        #expect(
            result.failures.map(\.error) == [
                .leftOut(count: 1, why: "line 2: no such file; did you mean https://x.test/a.png?")
            ])
        let error = await #expect(throws: FeedError.self) { try await read(.path(line)) }
        #expect(error == .missingScheme(suggestion: "https://x.test/a.png"))
    }

    @Test func `an existing file is no URL, whatever its name`() async throws {
        let path = try folder.write("10:30@beach.png", pngSignature)
        #expect(FeedSource.path(path).publicAddress.text == path)
        #expect(FeedSource.path(path + "x").publicAddress.text != path + "x")
        let list = try folder.write("list", "10:30@beach.png\n")
        #expect(try await read(.path(list)).items.map(\.picture) == [.local(path)])
    }
}
