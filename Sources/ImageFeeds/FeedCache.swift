import HalftoneCore

/// A cache of feeds and other documents from one run of the program to the next, so that a feed is shown before its
/// server has answered, or without an answer. A program implements it with its disk cache, tests with a dictionary.
///
/// Called from any thread except the main thread; may block.
public protocol FeedCache: Sendable {
    /// Returns the document cached for a URL as it was received, or `nil` if there is none.
    func document(at url: RequestAddress) -> FeedDocument?

    /// Replaces the cached document of a URL. `nil` removes it, because the server has nothing to show there any more,
    /// or forbids that it is stored.
    func keep(_ document: FeedDocument?, at url: RequestAddress)
}

extension FeedReader {
    /// Returns the items of the sources' cached documents without any request, or `nil` if the cache has none to show.
    /// At most 300 documents are looked up, of 16 MB or so together; the rest are read when their servers are asked.
    /// Pass it to ``items(of:since:afresh:retrying:progress:)`` as `previous`.
    ///
    /// All sources except addresses of pictures are `pending` in it, local sources too: they are read by that call.
    public func keptItems(of sources: [FeedSource]) async -> FeedResult? {
        guard cache != nil, sources.contains(where: { $0.address != nil }) else { return nil }
        return await BlockingThread.runUntilCancelled { isCancelled in
            var lookup = CacheLookup(reader: self, isCancelled: isCancelled)
            var (aggregator, isAnyKept) = (FeedAggregator(sources, known: [:], limits: limits), false)
            while let (place, url) = aggregator.next() {
                if let answer = answer(url) {
                    aggregator.take(answer, at: place)
                } else if let content = lookup.content(of: url) {
                    aggregator.recall(url, content)
                    isAnyKept = true
                    for (url, content) in lookup.contents(of: content.followed) { aggregator.recall(url, content) }
                }
            }
            let result = isAnyKept ? aggregator.result() : nil
            return result?.items.isEmpty == false ? result : nil
        }
    }

    /// Returns the cached feeds that local sources link to, by address, except those that `isKnown`.
    func keptBranches(
        of outcomes: some Sequence<Result<SourceContent, FeedError>>, isKnown: (RequestAddress) -> Bool,
        isCancelled: @escaping @Sendable () -> Bool
    ) -> [RequestAddress: SourceContent] {
        var lookup = CacheLookup(reader: self, isCancelled: isCancelled)
        return outcomes.reduce(into: [:]) { kept, outcome in
            guard case .success(let content) = outcome else { return }
            kept.merge(lookup.contents(of: content.followed.filter { !isKnown($0.address) })) { first, _ in first }
        }
    }

    /// Reads cached documents within a budget, because no request starts before; the rest are read when their servers
    /// are asked.
    private struct CacheLookup {
        let reader: FeedReader
        let isCancelled: @Sendable () -> Bool
        /// Bytes that may still be read; initially as many as one feed may have.
        var budget = 16_000_000
        /// Documents that may still be looked up: those of thousands of sources would delay the first request.
        var documents = 300

        mutating func content(of url: RequestAddress) -> SourceContent? {
            guard budget > 0, documents > 0, !isCancelled() else { return nil }
            documents -= 1
            guard let kept = reader.kept(url, isCancelled: isCancelled) else { return nil }
            budget -= kept.byteCount
            return kept.content
        }

        mutating func contents(of links: [FeedLink]) -> [RequestAddress: SourceContent] {
            var found: [RequestAddress: SourceContent] = [:]
            for link in links { found[link.address] = content(of: link.address) }
            return found
        }
    }
}
