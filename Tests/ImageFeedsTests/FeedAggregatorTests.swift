import FeedTestSupport
import HalftoneCore
import TestSupport
import Testing

@testable import ImageFeeds

/// Aggregation of documents that arrive in any order.
@Suite(.endsInTime) struct FeedAggregatorTests {
    private static func content(_ titles: String..., next: String? = nil) -> SourceContent {
        content(titles, next: next)
    }

    private static func content(_ titles: [String], next: String? = nil, followed: [String] = []) -> SourceContent {
        let items = titles.map { FeedItem(title: $0, picture: .remote("http://x.test/\($0).png")) }
        return SourceContent(
            segment: .items(items), followed: followed.map { FeedLink(title: nil, address: $0) },
            next: next.flatMap { WebAddress($0) }, isRead: true)
    }

    private static func sources(_ count: Int) -> [FeedSource] { (0..<count).map { .url("http://x.test/\($0)") } }

    private func aggregator(_ count: Int) -> FeedAggregator {
        FeedAggregator(Self.sources(count), known: [:])
    }

    private func titles(_ aggregator: FeedAggregator) -> [String] { aggregator.result().items.map(\.title) }

    @Test func `sources are shown as they arrive, in the order of the list`() {
        var aggregator = aggregator(3)
        #expect(aggregator.result().items.isEmpty && aggregator.result().pending.count == 3)
        aggregator.take(.success(Self.content("c")), at: .init(source: 2))
        #expect(titles(aggregator) == ["c"])
        aggregator.take(.success(Self.content("a")), at: .init(source: 0))
        #expect(titles(aggregator) == ["a", "c"] && aggregator.result().pending == ["http://x.test/1"])
        aggregator.take(.failure(.empty), at: .init(source: 1))
        let result = aggregator.result()
        #expect(result.items.map(\.title) == ["a", "c"] && result.pending.isEmpty && result.failures.count == 1)
    }

    /// Regression: the feeds of a list waited until every other source had answered.
    @Test func `the feeds of a list are read while others are pending`() {
        var aggregator = aggregator(2)
        #expect(aggregator.next()?.url == "http://x.test/0" && aggregator.next()?.url == "http://x.test/1")
        #expect(aggregator.next() == nil)
        aggregator.take(
            .success(Self.content([], followed: ["http://x.test/l1", "http://x.test/l2"])), at: .init(source: 1))
        let first = aggregator.next()
        #expect(first?.url == "http://x.test/l1" && first?.place == .init(source: 1, branch: 0))
        aggregator.take(.success(Self.content("two")), at: .init(source: 1, branch: 1))
        #expect(titles(aggregator) == ["two"])
        #expect(aggregator.result().pending == ["http://x.test/0", "http://x.test/l1"])
        // none of them adds another list
        aggregator.take(.success(Self.content([], followed: ["http://x.test/l3"])), at: .init(source: 1, branch: 0))
        #expect(aggregator.result().failures.map(\.error) == [.nestedFeedList])
    }

    @Test func `next pages are in the order of the sources, and new ones are reported`() throws {
        var aggregator = aggregator(3)
        aggregator.take(.success(Self.content("c", next: "http://x.test/c2")), at: .init(source: 2))
        let early = try #require(aggregator.result().next)
        aggregator.take(.success(Self.content("a", next: "http://x.test/a2")), at: .init(source: 0))
        let whole = try #require(aggregator.result().next)
        #expect(whole.pagedSources.map(\.next.text) == ["http://x.test/a2", "http://x.test/c2"])
        let added = try #require(whole.added(since: early))
        #expect(added.pagedSources.map(\.next.text) == ["http://x.test/a2"] && whole.added(since: whole) == nil)
        #expect(early.joined(by: added).pagedSources.map(\.next.text) == whole.pagedSources.map(\.next.text))
    }

    @Test(arguments: UInt64(1)...20)
    func `in whatever order documents arrive, each result continues the one before it`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let count = Int.random(in: 1...8, using: &random)
            var aggregator = aggregator(count)
            var shown: (result: FeedResult, titles: [String]) = (aggregator.result(), [])
            for source in (0..<count).shuffled(using: &random) {
                let titles = (0..<Int.random(in: 0...3, using: &random)).map { "\(source).\($0)" }
                aggregator.take(
                    titles.isEmpty ? .failure(.empty) : .success(Self.content(titles)), at: .init(source: source))
                guard Bool.random(using: &random) || source == count - 1 else { continue }
                let result = aggregator.result()
                let all = result.items.map(\.title)
                #expect(result.continues(shown.result), "seed \(seed)")
                let former = Set(shown.titles)
                #expect(all.filter(former.contains) == shown.titles, "seed \(seed)")
                shown = (result, all)
            }
        }
    }

    @Test func `a changed item is no insertion`() {
        var aggregator = FeedAggregator(Self.sources(2), known: [.url("http://x.test/0"): Self.content("old")])
        aggregator.take(.success(Self.content("b")), at: .init(source: 1))
        let early = aggregator.result()
        #expect(early.items.map(\.title) == ["old", "b"] && early.hasNews)
        aggregator.take(.success(Self.content("new")), at: .init(source: 0))
        #expect(!aggregator.result().continues(early))
        #expect(titles(aggregator) == ["new", "b"])
    }
}
