import Basis

/// Turns sources into pictures to show: the front door of this module.
///
/// Safe to use from any thread and for several calls at once. Files, folders and standard input are read, and
/// documents parsed, on a thread of their own, never on the main actor or in Swift's cooperative pool; only the
/// fetcher's work runs where the fetcher puts it.
public struct FeedReader: Sendable {
    private let fetcher: any FeedFetcher
    private let limits: FeedLimits
    private let readStandardInput: @Sendable () throws -> [UInt8]

    /// - Parameters:
    ///   - fetcher: gets the documents of URL sources; not asked for URLs whose path ends as a picture's does.
    ///   - limits: what a source may cost.
    ///   - readStandardInput: all bytes of standard input. Called once a `-`, on a thread where it may block, and not
    ///     interrupted by cancelling. The default reads file descriptor 0 up to `limits.listBytes`.
    public init(
        fetcher: any FeedFetcher, limits: FeedLimits = FeedLimits(),
        readStandardInput: (@Sendable () throws -> [UInt8])? = nil
    ) {
        self.fetcher = fetcher
        self.limits = limits
        self.readStandardInput =
            readStandardInput ?? {
                var bytes: [UInt8] = []
                try LocalFile(standardInput: ()).readAll(into: &bytes, limit: limits.listBytes)
                return bytes
            }
    }

    /// The pictures of all sources, in their order.
    ///
    /// A source that fails beside others that do not is reported in `failures`. Throws if there is nothing to show:
    /// the error of the only source, or `.everySourceFailed`; and `.cancelled` when the task was cancelled.
    public func items(of sources: [FeedSource]) async throws(FeedError) -> FeedResult {
        async let opened = openLocal(sources)
        let fetched = await fetch(sources)
        let outcomes = await opened.merging(fetched) { local, _ in local }
        let branches = await follow(outcomes, count: sources.count)
        guard !Task.isCancelled else { throw .cancelled }
        return try merge(sources, outcomes, branches)
    }

    // MARK: - Steps

    /// By the source's index.
    private typealias Outcomes = [Int: Result<SourceContent, FeedError>]

    /// All sources of this machine on one thread: 10,000 picture arguments must not start 10,000.
    private func openLocal(_ sources: [FeedSource]) async -> Outcomes {
        guard sources.contains(where: { $0.urlText == nil }) else { return [:] }
        let reader = LocalReader(limits: limits, readStandardInput: readStandardInput)
        return await BlockingThread.run {
            var outcomes: Outcomes = [:]
            for (index, source) in sources.enumerated() {
                switch source {
                case .standardInput: outcomes[index] = Result(catching: reader.standardInput)
                case .path(let path): outcomes[index] = Result { () throws(FeedError) in try reader.file(path) }
                case .url: continue
                }
            }
            return outcomes
        }
    }

    /// The URLs, a few at once.
    private func fetch(_ sources: [FeedSource]) async -> Outcomes {
        await fetch(sources.enumerated().compactMap { index, source in source.urlText.map { (index, $0) } })
    }

    private func fetch(_ urls: [(Int, String)]) async -> Outcomes {
        let remote = RemoteReader(fetcher: fetcher, limits: limits)
        var waiting = urls[...]
        return await withTaskGroup(of: (Int, Result<SourceContent, FeedError>).self) { group in
            var outcomes: Outcomes = [:]
            for (index, url) in waiting.prefix(max(1, limits.concurrentFetches)) {
                group.addTask { (index, await remote.read(url)) }
            }
            waiting = waiting.dropFirst(max(1, limits.concurrentFetches))
            for await (index, outcome) in group {
                outcomes[index] = outcome
                if let (index, url) = waiting.popFirst() { group.addTask { (index, await remote.read(url)) } }
            }
            return outcomes
        }
    }

    /// What a list of feeds led to, in the list's order.
    private struct Branch {
        var source: FeedSource
        var outcome: Result<SourceContent, FeedError>
    }

    /// Fetches the feeds that documents point to, of all sources together. One level: what these point to is not
    /// followed, so that no list can lead around in circles. By the index of the source.
    private func follow(_ outcomes: Outcomes, count: Int) async -> [Int: [Branch]] {
        let wanted = (0..<count).flatMap { source in
            ((try? outcomes[source]?.get())?.followed ?? []).map { (source: source, address: $0.address) }
        }
        guard !wanted.isEmpty else { return [:] }
        let fetched = await fetch(wanted.enumerated().map { ($0, $1.address) })
        var branches: [Int: [Branch]] = [:]
        for (index, link) in wanted.enumerated() {
            let outcome = (fetched[index] ?? .failure(.cancelled)).flatMap { content in
                content.segment.count > 0 ? .success(content) : .failure(.nestedFeedList)
            }
            branches[link.source, default: []].append(Branch(source: .url(link.address), outcome: outcome))
        }
        return branches
    }

    private func merge(
        _ sources: [FeedSource], _ outcomes: Outcomes, _ branches: [Int: [Branch]]
    ) throws(FeedError) -> FeedResult {
        var result = FeedResult(items: FeedItems())
        for (index, source) in sources.enumerated() {
            switch outcomes[index] {
            case .success(let content)?:
                result.add(content, of: source)
                for branch in branches[index] ?? [] { result.add(branch.outcome, of: branch.source) }
                if sources.count == 1 { result.title = content.title }
            case .failure(let error)?:
                result.add(.failure(error), of: source)
            case nil:
                continue  // every index has an outcome: each source is either local or a URL
            }
        }
        guard result.items.isEmpty else { return result }
        guard sources.count == 1, branches.isEmpty, let failure = result.failures.first else {
            throw .everySourceFailed(result.failures)
        }
        throw failure.error
    }
}

/// What one source gave.
struct SourceContent: Sendable {
    var segment = FeedItems.Segment.items([])
    var title: String?
    var warnings: [FeedError] = []
    /// Feeds to read in its place, in their order.
    var followed: [FeedLink] = []
    /// Feeds that the document names beside its own pictures.
    var announced: [FeedLink] = []
}

extension FeedResult {
    fileprivate mutating func add(_ content: SourceContent, of source: FeedSource) {
        items.append(content.segment)
        linkedFeeds += content.announced
        failures += content.warnings.map { FeedFailure(source: source, error: $0, isPartial: true) }
    }

    fileprivate mutating func add(_ outcome: Result<SourceContent, FeedError>, of source: FeedSource) {
        switch outcome {
        case .success(let content): add(content, of: source)
        case .failure(let error): failures.append(FeedFailure(source: source, error: error, isPartial: false))
        }
    }
}

extension FeedSource {
    fileprivate var urlText: String? {
        if case .url(let url) = self { url } else { nil }
    }
}
