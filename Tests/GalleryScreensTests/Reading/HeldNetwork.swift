import FeedTestSupport
import HalftoneCore
import ImageFeeds
import TestSupport

@testable import GalleryScreens

/// Documents in memory, which arrive when the test releases them.
final class HeldNetwork: FeedFetcher {
    private struct State {
        var documents: [String: String] = [:]
        var held: [String: Latch] = [:]
        var counts: [String: Int] = [:]
        var watchers: [(url: String, count: Int, latch: Latch)] = []
    }

    private struct Down: Error, CustomStringConvertible { let description = "down" }

    private let state = Lock(State())

    /// Returns a feed of entries with pictures.
    static func feed(_ titles: [String], next: String? = nil, links: Int = 0) -> String {
        let entries = titles.map {
            "<entry><title>\($0)</title><link rel='enclosure' type='image/png' href='http://h.test/\($0).png'/></entry>"
        }
        let link = next.map { "<link rel='next' href='\($0)'/>" } ?? ""
        return "<feed xmlns='http://www.w3.org/2005/Atom'><title>t</title>\(link)\(entries.joined())</feed>"
    }

    func answer(_ url: String, _ text: String?) { state.withLock { $0.documents[url] = text } }
    func hold(_ url: String) { state.withLock { $0.held[url] = Latch(url) } }
    func count(of url: String) -> Int { state.withLock { $0.counts[url] ?? 0 } }

    func letGo(_ url: String) { state.withLock { $0.held.removeValue(forKey: url) }?.open() }

    /// Returns when the document has been requested this many times.
    func asked(_ url: String, times: Int = 1) async {
        let latch = Latch("request \(times) for \(url)")
        state.withLock { state in
            if (state.counts[url] ?? 0) >= times { return latch.open() }
            state.watchers.append((url, times, latch))
        }
        await latch.wait()
    }

    func fetch(_ address: RequestAddress, unlessMatching validators: FeedValidators?) async throws -> FeedDocument? {
        let url = address.requestText
        // The document of the time of the request is sent, however late.
        let (text, watchers) = state.withLock { state in
            state.counts[url, default: 0] += 1
            let reached = state.watchers.filter { $0.url == url && $0.count <= state.counts[url] ?? 0 }
            state.watchers.removeAll { $0.url == url && $0.count <= state.counts[url] ?? 0 }
            return (state.documents[url], reached)
        }
        for watcher in watchers { watcher.latch.open() }
        await state.withLock { $0.held[url] }?.opened()
        try Task.checkCancellation()
        guard let text else { throw Down() }
        let type = text.hasPrefix("<html") ? "text/html" : "application/atom+xml"
        return FeedDocument(bytes: Array(text.utf8), contentType: type, finalURL: url)
    }
}

/// The events of the sources, as text.
@MainActor final class NewsList {
    private var lines: [String] = []
    private var arrival = Latch("news of the sources")
    /// The number of items in the latest snapshot.
    private var count = 0

    var isEmpty: Bool { lines.isEmpty }

    func add(_ news: SourceReader.Event) {
        func titles(_ items: FeedItems) -> String { items.map { " " + $0.title }.joined() }
        switch news {
        case .snapshot(let new):
            // A page is named by its own items.
            let items = new.cause == .page ? FeedItems(Array(new.items.dropFirst(count))) : new.items
            lines.append("\(new.cause)" + titles(items) + (new.failures.isEmpty ? "" : ", failed"))
            count = new.items.count
        case .failed(let error): lines.append("failed \(error)")
        case .progressed: return
        }
        arrival.open()
    }

    /// The next event, as soon as it arrives.
    func next() async -> String {
        if lines.isEmpty {
            arrival = Latch("news of the sources")
            await arrival.wait()
        }
        return lines.isEmpty ? "nothing" : lines.removeFirst()
    }
}

extension SourceReader {
    /// Returns a reader whose events are recorded.
    static func listed(
        _ sources: [FeedSource], _ fetcher: any FeedFetcher, _ news: NewsList, cache: (any FeedCache)? = nil,
        limits: FeedLimits = FeedLimits()
    ) -> SourceReader {
        let reader = SourceReader(
            sources, options: FeedOptions(),
            environment: Environment(fetcher: fetcher, cache: cache, limits: limits, pause: {}))
        reader.didRead = { news.add($0) }
        return reader
    }
}
