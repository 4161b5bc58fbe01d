import HalftoneCore
import Testing

@testable import ImageFeeds

/// The order in which documents are fetched.
@Suite(.endsInTime) struct FetchQueueTests {
    private func queue(_ urls: String..., total: Int = 4, ofHost: Int = 2) -> FetchQueue<Int> {
        var limits = FeedLimits()
        (limits.concurrentFetches, limits.concurrentFetchesOfHost) = (total, ofHost)
        var queue = FetchQueue<Int>(limits)
        for (number, url) in urls.enumerated() { queue.add(number, RequestAddress(url)) }
        return queue
    }

    /// Returns the fetches that may begin now.
    private func begin(_ queue: inout FetchQueue<Int>) -> [Int] {
        var begun: [Int] = []
        while let next = queue.next() { begun.append(next.id) }
        return begun
    }

    @Test func `documents are fetched in their order, a limited number at once`() {
        var queue = queue("http://a.test/0", "http://b.test/1", "http://c.test/2", total: 2)
        #expect(begin(&queue) == [0, 1])
        queue.didEnd("http://b.test/1")
        #expect(begin(&queue) == [2])
        queue.didEnd("http://a.test/0")
        queue.didEnd("http://c.test/2")
        #expect(begin(&queue) == [])
    }

    /// Regression: six feeds of a host that did not answer delayed all other hosts until they timed out.
    @Test func `a host that does not respond delays no other host`() {
        var queue = queue(
            "http://dead.test/0", "http://DEAD.test/1", "http://dead.test:80/2", "http://dead.test/3",
            "http://b.test/4", "https://dead.test/5", "http://c.test/6")
        #expect(begin(&queue) == [0, 1, 4, 6])
        queue.didEnd("http://b.test/4")
        #expect(begin(&queue) == [])
        queue.didEnd("http://dead.test:80/0")
        #expect(begin(&queue) == [2])
    }

    @Test func `a skipped document keeps its place`() {
        var queue = queue("http://a.test/0", "http://a.test/1", "http://b.test/2", "http://a.test/3", ofHost: 1)
        #expect(begin(&queue) == [0, 2])
        queue.didEnd("http://a.test/0")
        #expect(begin(&queue) == [1])
        queue.add(4, "http://b.test/4")
        queue.didEnd("http://b.test/2")
        #expect(begin(&queue) == [4])
        queue.didEnd("http://a.test/1")
        #expect(begin(&queue) == [3])
    }

    /// Regression: every search for the next one passed all documents of a full host: 10,000 took minutes.
    @Test func `ten thousand documents of one host are handed out in time and in their order`() {
        var limits = FeedLimits()
        (limits.concurrentFetches, limits.concurrentFetchesOfHost) = (24, 6)
        var queue = FetchQueue<Int>(limits)
        for number in 0..<100_000 { queue.add(number, number % 2 == 0 ? "http://a.test/" : "http://b.test/") }
        var order: [Int] = []
        var begun = begin(&queue)
        while !begun.isEmpty {
            order += begun
            for id in begun { queue.didEnd(id % 2 == 0 ? "http://a.test/" : "http://b.test/") }
            begun = begin(&queue)
        }
        #expect(order == Array(0..<100_000))
    }

    @Test func `limits of zero still allow one`() {
        var queue = queue("http://a.test/0", "http://a.test/1", total: 0, ofHost: 0)
        #expect(begin(&queue) == [0])
    }
}
