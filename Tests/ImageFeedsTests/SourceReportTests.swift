import FeedTestSupport
import HalftoneCore
import TestSupport
import Testing

@testable import ImageFeeds

/// The status of each source of a load, the items of each, and reloading some of them.
@Suite(.endsInTime) struct SourceReportTests {
    private static let list = "http://x.test/list.opml"
    private let server = TaggedServer([
        list: """
        <opml version='2.0'><head><title>Mine</title></head><body><outline title='First' xmlUrl='a'/>
        <outline text='Gone' xmlUrl='gone'/><outline xmlUrl='c'/></body></opml>
        """,
        "http://x.test/a": feed("A", "a1", "a2"), "http://x.test/c": feed("C", "c1"),
    ])

    private static func feed(_ title: String, _ names: String...) -> String {
        let items = names.map {
            "<item><title>\($0)</title><enclosure url='\($0).jpg' type='image/jpeg'/></item>"
        }
        return "<rss><channel><title>\(title)</title>\(items.joined())</channel></rss>"
    }

    private func read(
        _ sources: [FeedSource] = [.url(RequestAddress(list))], since previous: FeedResult? = nil,
        retrying: Set<FeedSource>? = nil
    ) async throws -> FeedResult {
        server.sent.withLock { $0 = [] }
        return try await FeedReader(fetcher: server).items(of: sources, since: previous, retrying: retrying)
    }

    private var sent: [String] { server.sent.withLock { $0.sorted() } }

    @Test func `the feeds of a list are sources with their titles in the list, else their own`() async throws {
        let result = try await read()
        #expect(result.reports.map(\.title) == ["First", "Gone", "C"])
        #expect(result.reports.map(\.hasFailed) == [false, true, false])
        #expect(result.items.map(\.source) == ["First", "First", "C"])
        #expect(result.items.runs.map(\.range) == [0..<2, 2..<3])
        #expect(result.items.runs.map(\.source) == [.url("http://x.test/a"), .url("http://x.test/c")])
        #expect(result.items.source(ofItemAt: 1) == .url("http://x.test/a"))
        #expect(result.items.source(ofItemAt: 3) == nil)
    }

    @Test func `a list that cannot be read is a source itself`() async throws {
        let result = try await read([.url("http://x.test/none.opml"), .url("http://x.test/a")])
        #expect(result.reports.map(\.title) == ["http://x.test/none.opml", "A"])
        #expect(result.reports.map(\.hasFailed) == [true, false])
    }

    @Test func `single pictures are not reported as sources`() async throws {
        let pictures = (0..<100).map { FeedSource.url("http://x.test/\($0).jpg") }
        let result = try await read(pictures + [.url("http://x.test/a")])
        #expect(result.reports.map(\.title) == ["A"])
        #expect(result.items.runs.count == 2 && result.items.source(ofItemAt: 5) == nil)
    }

    @Test func `a source given twice is reported once`() async throws {
        let result = try await read([.url("http://x.test/a"), .url("http://x.test/a")])
        #expect(result.reports.count == 1 && result.items.count == 4)
    }

    @Test func `only the sources that are retried are requested again`() async throws {
        let first = try await read()
        server.documents.withLock {
            $0["http://x.test/gone"] = Self.feed("Back", "g1")
            $0["http://x.test/a"] = Self.feed("A", "other")
        }
        let second = try await read(since: first, retrying: [.url("http://x.test/gone")])
        #expect(sent == ["http://x.test/gone"])
        #expect(second.items.map(\.title) == ["a1", "a2", "g1", "c1"])
        #expect(second.reports.map(\.hasFailed) == [false, false, false] && second.failures.isEmpty)
        #expect(second.reports.map(\.title) == ["First", "Gone", "C"])
    }

    @Test func `sources that failed and are not retried stay failed`() async throws {
        let first = try await read()
        server.documents.withLock { $0["http://x.test/gone"] = Self.feed("Back", "g1") }
        let second = try await read(since: first, retrying: [.url("http://x.test/c")])
        #expect(sent.isEmpty, "it has not changed")
        #expect(second.reports.map(\.hasFailed) == [false, true, false])
        #expect(second.failures.map(\.source) == ["http://x.test/gone"])
    }

    @Test func `the error of very many failures names the first and counts the rest`() {
        let failures = (0..<10_000).map {
            FeedFailure(source: .url(RequestAddress("http://x.test/\($0)")), error: .empty, isPartial: false)
        }
        let text = "\(FeedError.everySourceFailed(failures))"
        #expect(text.hasPrefix("http://x.test/0: is empty; ") && text.hasSuffix("; and 9990 more"))
    }

    /// Half of the feeds are dead. Making a partial result takes time linear in the number of feeds.
    @Test func `ten thousand feeds of a list, half of them dead, are counted right`() async throws {
        var network = FakeNetwork()
        let outlines = (0..<10_000).map { "<outline title='t\($0)' xmlUrl='http://h\($0 % 500).test/\($0)'/>" }
        network.add(
            Self.list, type: nil, bytes: Array("<opml><body>\(outlines.joined())</body></opml>".utf8))
        for number in stride(from: 0, to: 10_000, by: 2) {
            network.add(
                "http://h\(number % 500).test/\(number)", type: nil, bytes: Array(Self.feed("f", "i\(number)").utf8))
        }
        let result = try await FeedReader(fetcher: network).items(of: [.url(RequestAddress(Self.list))])
        #expect(result.items.count == 5_000 && result.reports.count == 10_000)
        #expect(result.reports.count(where: \.hasFailed) == 5_000)
        #expect(result.items[4_999].source == "t9998" && result.reports[9_999].title == "t9999")
    }
}
