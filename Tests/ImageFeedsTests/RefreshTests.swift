import FeedTestSupport
import Glibc
import HalftoneCore
import TestSupport
import Testing

@testable import ImageFeeds

/// Reading the same sources again: only changed documents are transferred.
@Suite(.endsInTime) struct RefreshTests {
    private func feed(_ name: String) -> String {
        rss(#"<title>\#(name)</title><enclosure url="\#(name).jpg" type="image/jpeg"/>"#)
    }

    @Test func `unchanged feeds are not sent again`() async throws {
        let server = TaggedServer(["http://x.test/1": feed("a"), "http://x.test/2": feed("b")])
        let reader = FeedReader(fetcher: server)
        let sources: [FeedSource] = [.url("http://x.test/1"), .url("http://x.test/2")]
        let first = try await reader.items(of: sources)
        #expect(first.hasNews)
        server.sent.withLock { $0 = [] }
        // no document changed
        let second = try await reader.items(of: sources, since: first)
        #expect(!second.hasNews && !second.isKept)
        #expect(server.sent.withLock(\.self).isEmpty)
        #expect(second.items.map(\.title) == ["a", "b"])
        // one changed; the result of a refresh serves as well
        server.documents.withLock { $0["http://x.test/2"] = feed("c") }
        let third = try await reader.items(of: sources, since: second)
        #expect(third.hasNews)
        #expect(server.sent.withLock(\.self) == ["http://x.test/2"])
        #expect(third.items.map(\.title) == ["a", "c"])
    }

    @Test func `feeds of a list are refreshed each by itself`() async throws {
        let list = #"<opml><body><outline xmlUrl="1"/><outline xmlUrl="2"/></body></opml>"#
        let server = TaggedServer(["http://x.test/l": list, "http://x.test/1": feed("a"), "http://x.test/2": feed("b")])
        let reader = FeedReader(fetcher: server)
        let first = try await reader.items(of: [.url("http://x.test/l")])
        server.sent.withLock { $0 = [] }
        server.documents.withLock { $0["http://x.test/1"] = feed("new") }
        let second = try await reader.items(of: [.url("http://x.test/l")], since: first)
        #expect(server.sent.withLock(\.self) == ["http://x.test/1"])
        #expect(second.items.map(\.title) == ["new", "b"])
    }

    /// Regression: the items of the source disappeared with it.
    @Test func `a source that disappears is named, and its pictures stay`() async throws {
        let server = TaggedServer(["http://x.test/1": feed("a"), "http://x.test/2": feed("b")])
        let reader = FeedReader(fetcher: server)
        let sources: [FeedSource] = [.url("http://x.test/1"), .url("http://x.test/2")]
        let first = try await reader.items(of: sources)
        server.documents.withLock { $0["http://x.test/2"] = nil }
        let second = try await reader.items(of: sources, since: first)
        #expect(second.items.map(\.title) == ["a", "b"])
        #expect(second.failures.map(\.source) == ["http://x.test/2"] && second.failures[0].isPartial)
        // also when it is read once more, and with its new items when it is back
        let third = try await reader.items(of: sources, since: second)
        #expect(third.items.map(\.title) == ["a", "b"] && third.failures.count == 1)
        server.documents.withLock { $0["http://x.test/2"] = feed("c") }
        let fourth = try await reader.items(of: sources, since: third)
        #expect(fourth.items.map(\.title) == ["a", "c"] && fourth.failures.isEmpty)
    }

    @Test func `a source without items any more keeps none`() async throws {
        let server = TaggedServer(["http://x.test/1": feed("a"), "http://x.test/2": feed("b")])
        let reader = FeedReader(fetcher: server)
        let sources: [FeedSource] = [.url("http://x.test/1"), .url("http://x.test/2")]
        let first = try await reader.items(of: sources)
        server.documents.withLock { $0["http://x.test/2"] = "<rss version='2.0'><channel/></rss>" }
        let second = try await reader.items(of: sources, since: first)
        #expect(second.items.map(\.title) == ["a"] && second.failures.map(\.isPartial) == [false])
    }

    @Test func `failures alone are an error though earlier items exist`() async throws {
        let server = TaggedServer(["http://x.test/1": feed("a"), "http://x.test/2": feed("b")])
        let reader = FeedReader(fetcher: server)
        let sources: [FeedSource] = [.url("http://x.test/1"), .url("http://x.test/2")]
        let first = try await reader.items(of: sources)
        server.documents.withLock { $0 = [:] }
        await #expect(throws: FeedError.self) { try await reader.items(of: sources, since: first) }
    }

    /// Regression: its pictures, and their marks, disappeared with it.
    @Test func `a folder that disappears beside others keeps its items`() async throws {
        let (folder, other) = (TemporaryDirectory(), TemporaryDirectory())
        let path = folder.makeFolder("stick")
        try folder.write("stick/a.png", "x")
        try other.write("b.png", "x")
        let reader = FeedReader(fetcher: FakeNetwork())
        let sources: [FeedSource] = [.path(path), .path(other.path)]
        let first = try await reader.items(of: sources)
        #expect(rename(path, path + "2") == 0)
        let second = try await reader.items(of: sources, since: first)
        #expect(second.items.map(\.title) == ["a.png", "b.png"])
        #expect(second.failures.map(\.isPartial) == [true] && second.failures[0].source.text == path)
    }

    @Test func `local sources are always read again`() async throws {
        let folder = TemporaryDirectory()
        try folder.write("a.png", "x")
        let reader = FeedReader(fetcher: FakeNetwork())
        let first = try await reader.items(of: [.path(folder.path)])
        try folder.write("b.png", "x")
        let second = try await reader.items(of: [.path(folder.path)], since: first)
        #expect(second.hasNews)
        #expect(second.items.map(\.title) == ["a.png", "b.png"])
    }
}
