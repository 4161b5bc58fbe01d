import Basis

/// Keeps the documents of sources from one run of the program to the next, so that a feed is shown before its server has
/// answered, or when it does not. The program implements it with its disk cache, tests with a dictionary.
///
/// Called from any thread but the main one, and may block.
public protocol FeedCache: Sendable {
    /// What was kept of the document at a URL, as it came then. `nil`: nothing.
    func document(at url: RequestAddress) -> FeedDocument?

    /// Keeps a document that could be read in place of what was kept before. `nil`: the server has nothing to show there
    /// any more, or nothing that may be kept, and what was kept is to be forgotten.
    func keep(_ document: FeedDocument?, at url: RequestAddress)
}

extension FeedReader {
    /// What the sources gave when their documents were last read, as far as that was kept: nobody is asked. Hand it to
    /// ``items(of:since:afresh:progress:)`` as `previous`. `nil`: nothing was kept that could be shown.
    ///
    /// All sources but addresses of pictures are `pending` in it, those of this machine too: they are read then.
    public func keptItems(of sources: [FeedSource]) async -> FeedResult? {
        guard let cache, sources.contains(where: { $0.address != nil }) else { return nil }
        let (sources, _) = await expanded(sources)
        let remote = RemoteReader(fetcher: fetcher, limits: limits, options: options, cache: cache)
        return await BlockingThread.runUntilCancelled { isCancelled in
            var shelf = Shelf(remote: remote, isCancelled: isCancelled)
            var (aggregator, isAnyKept) = (FeedAggregator(sources, known: KnownDocuments()), false)
            while let (place, url) = aggregator.next() {
                if let answer = remote.answer(url) {
                    aggregator.take(answer, at: place)
                } else if let content = shelf.content(of: url) {
                    aggregator.recall(url, content)
                    isAnyKept = true
                    for (url, content) in shelf.contents(of: content.followed) { aggregator.recall(url, content) }
                }
            }
            let result = isAnyKept ? aggregator.result() : nil
            return result?.items.isEmpty == false ? result : nil
        }
    }

    /// What was kept of the feeds that sources of this machine lead to, by address; of those that `isKnown` not.
    func keptBranches(
        of outcomes: some Sequence<Result<SourceContent, FeedError>>, isKnown: (RequestAddress) -> Bool,
        isCancelled: @escaping @Sendable () -> Bool
    ) -> [RequestAddress: SourceContent] {
        var shelf = Shelf(
            remote: RemoteReader(fetcher: fetcher, limits: limits, options: options, cache: cache),
            isCancelled: isCancelled)
        return outcomes.reduce(into: [:]) { kept, outcome in
            guard case .success(let content) = outcome else { return }
            kept.merge(shelf.contents(of: content.followed.filter { !isKnown($0.address) })) { first, _ in first }
        }
    }

    /// What was kept, read as long as that is quick: nothing is asked for before. What is left over is looked at when its
    /// server is asked.
    private struct Shelf {
        let remote: RemoteReader
        let isCancelled: @Sendable () -> Bool
        /// Bytes that are still read: as many as one feed may have.
        var budget = 16_000_000

        mutating func content(of url: RequestAddress) -> SourceContent? {
            guard budget > 0, !isCancelled(), let kept = remote.kept(url, isCancelled: isCancelled) else { return nil }
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
