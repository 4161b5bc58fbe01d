/// Keeps the documents of sources from one run of the program to the next, so that a feed is shown before its server has
/// answered, or when it does not. The program implements it with its disk cache, tests with a dictionary.
///
/// Called from any thread but the main one, and may block.
public protocol FeedKeeping: Sendable {
    /// What was kept of the document at a URL, as it came then. `nil`: nothing.
    func document(at url: String) -> FeedDocument?

    /// Keeps a document that could be read in place of what was kept before. `nil`: the server has nothing to show there
    /// any more, and what was kept is to be forgotten.
    func keep(_ document: FeedDocument?, at url: String)
}

extension FeedReader {
    /// What the sources gave when their documents were last read, as far as that was kept: nobody is asked. Hand it to
    /// ``items(of:since:afresh:arrivals:)`` as `previous`. `nil`: nothing was kept that could be shown.
    ///
    /// All sources are `pending` in it, those of this machine too: they are read then.
    public func keptItems(of sources: [FeedSource]) async -> FeedResult? {
        guard let keeping, sources.contains(where: { $0.urlText != nil }) else { return nil }
        let (sources, _) = await expanded(sources)
        return await BlockingThread.run {
            let remote = RemoteReader(fetcher: fetcher, limits: limits, options: options, keeping: keeping)
            var known = KnownDocuments()
            for case .url(let url) in sources {
                guard let content = remote.kept(url) else { continue }
                known.remember(url, content)
                for link in content.followed { remote.kept(link.address).map { known.remember(link.address, $0) } }
            }
            let result = Gathering(sources, known: known).result()
            return result.items.isEmpty ? nil : result
        }
    }
}
