import Basis

/// Turns sources into pictures to show: the front door of this module.
///
/// Safe to use from any thread and for several calls at once. Files, folders and standard input are read, and
/// documents parsed, on a thread of their own, never on the main actor or in Swift's cooperative pool; only the
/// fetcher's work runs where the fetcher puts it.
public struct FeedReader: Sendable {
    private let fetcher: any FeedFetcher
    private let limits: FeedLimits
    private let options: FeedOptions
    private let readStandardInput: @Sendable () throws -> [UInt8]

    /// - Parameters:
    ///   - fetcher: gets the documents of URL sources; not asked for URLs whose path ends as a picture's does.
    ///   - limits: what a source may cost.
    ///   - options: how sources are to be read.
    ///   - readStandardInput: all bytes of standard input. Called once a `-`, on a thread where it may block, and not
    ///     interrupted by cancelling. The default is a ``StandardInput`` with `limits.listBytes`.
    public init(
        fetcher: any FeedFetcher, limits: FeedLimits = FeedLimits(), options: FeedOptions = FeedOptions(),
        readStandardInput: (@Sendable () throws -> [UInt8])? = nil
    ) {
        self.fetcher = fetcher
        self.limits = limits
        self.options = options
        self.readStandardInput = readStandardInput ?? StandardInput(limit: limits.listBytes).read
    }

    /// The pictures of all sources, in their order.
    ///
    /// A source that fails beside others that do not is reported in `failures`. Throws if there is nothing to show:
    /// the error of the only source, or `.everySourceFailed`; and `.cancelled` when the task was cancelled.
    ///
    /// With `previous`, the result of an earlier call, documents are asked for only if they changed since, and what it
    /// held of the others is used again. Pages after the first are not kept: `next` starts from the beginning.
    public func items(
        of sources: [FeedSource], since previous: FeedResult? = nil
    ) async throws(FeedError) -> FeedResult {
        let known = previous?.known ?? KnownDocuments()
        let (sources, cuts) = await expanded(sources)
        async let opened = openLocal(sources)
        let fetched = await fetch(sources, known)
        let outcomes = await opened.merging(fetched) { local, _ in local }
        let branches = await follow(outcomes, count: sources.count, known)
        guard !Task.isCancelled else { throw .cancelled }
        var result = merge(sources, outcomes, branches)
        result.failures += cuts
        try await passEmptyPages(&result)
        guard result.items.isEmpty else { return result }
        guard sources.count == 1, branches.isEmpty, let failure = result.failures.first else {
            throw result.failures.isEmpty ? .noPictures(.feed) : .everySourceFailed(result.failures)
        }
        throw failure.error
    }

    /// The next page of every source that goes on, in their order. Call it when the reader comes to the end of what is
    /// there. A page that fails is named in `failures` and ends its source. Throws only `.cancelled`.
    public func page(after continuation: FeedContinuation) async throws(FeedError) -> FeedPage {
        let trails = continuation.trails
        let outcomes = await fetch(trails.enumerated().map { ($0, $1.next.text) }, KnownDocuments())
        guard !Task.isCancelled else { throw .cancelled }
        var page = FeedPage()
        var remaining: [FeedContinuation.Trail] = []
        for (index, var trail) in trails.enumerated() {
            let source = FeedSource.url(trail.next.text)
            do throws(FeedError) {
                guard let content = try outcomes[index]?.get() else { continue }
                guard trail.visit(content) else { throw .pagesRepeat }
                // What is new on a page is shown, wherever it leads.
                page.add(content, of: source)
                if let following = try trail.advanced(past: content, limits: limits) { remaining.append(following) }
            } catch .tooManyPages(let limit) {
                page.failures.append(
                    FeedFailure(source: trail.source, error: .tooManyPages(limit: limit), isPartial: true))
            } catch .noPictures {
                continue  // the last page may be empty
            } catch {
                page.failures.append(FeedFailure(source: source, error: error, isPartial: true))
            }
        }
        page.next = FeedContinuation(remaining)
        return page
    }

    // MARK: - Steps

    /// By the source's index.
    private typealias Outcomes = [Int: Result<SourceContent, FeedError>]

    /// Patterns among the paths become what they match, each a source of its own; with those that match too much.
    private func expanded(_ sources: [FeedSource]) async -> (sources: [FeedSource], cuts: [FeedFailure]) {
        guard sources.contains(where: \.mayBePattern) else { return (sources, []) }
        return await BlockingThread.run {
            var (expanded, cuts) = ([FeedSource](), [FeedFailure]())
            for source in sources {
                guard case .path(let path) = source, let walk = PatternWalk(path, limit: limits.listItems) else {
                    expanded.append(source)
                    continue
                }
                expanded += walk.paths.map(FeedSource.path)
                guard walk.isCut else { continue }
                cuts.append(
                    FeedFailure(source: source, error: .tooManyItems(limit: limits.listItems), isPartial: true))
            }
            return (expanded, cuts)
        }
    }

    /// All sources of this machine on one thread: 10,000 picture arguments must not start 10,000.
    private func openLocal(_ sources: [FeedSource]) async -> Outcomes {
        guard sources.contains(where: { $0.urlText == nil }) else { return [:] }
        let reader = LocalReader(limits: limits, options: options, readStandardInput: readStandardInput)
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
    private func fetch(_ sources: [FeedSource], _ known: KnownDocuments) async -> Outcomes {
        await fetch(sources.enumerated().compactMap { index, source in source.urlText.map { (index, $0) } }, known)
    }

    private func fetch(_ urls: [(Int, String)], _ known: KnownDocuments) async -> Outcomes {
        let remote = RemoteReader(fetcher: fetcher, limits: limits, options: options)
        var waiting = urls[...]
        return await withTaskGroup(of: (Int, Result<SourceContent, FeedError>).self) { group in
            var outcomes: Outcomes = [:]
            for (index, url) in waiting.prefix(max(1, limits.concurrentFetches)) {
                group.addTask { (index, await remote.read(url, known: known[url])) }
            }
            waiting = waiting.dropFirst(max(1, limits.concurrentFetches))
            for await (index, outcome) in group {
                outcomes[index] = outcome
                if let (index, url) = waiting.popFirst() {
                    group.addTask { (index, await remote.read(url, known: known[url])) }
                }
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
    private func follow(_ outcomes: Outcomes, count: Int, _ known: KnownDocuments) async -> [Int: [Branch]] {
        let wanted = (0..<count).flatMap { source in
            ((try? outcomes[source]?.get())?.followed ?? []).map { (source: source, address: $0.address) }
        }
        guard !wanted.isEmpty else { return [:] }
        let fetched = await fetch(wanted.enumerated().map { ($0, $1.address) }, known)
        var branches: [Int: [Branch]] = [:]
        for (index, link) in wanted.enumerated() {
            let outcome = (fetched[index] ?? .failure(.cancelled)).flatMap { content in
                content.followed.isEmpty ? .success(content) : .failure(.nestedFeedList)
            }
            branches[link.source, default: []].append(Branch(source: .url(link.address), outcome: outcome))
        }
        return branches
    }

    /// A feed whose first page has no pictures may have some on the next.
    private func passEmptyPages(_ result: inout FeedResult) async throws(FeedError) {
        var remaining = limits.emptyPages
        while result.items.isEmpty, let next = result.next, remaining > 0 {
            remaining -= 1
            let page = try await page(after: next)
            result.items.append(page.items)
            result.failures += page.failures
            result.hiddenEntries += page.hiddenEntries
            result.next = page.next
        }
    }

    private func merge(_ sources: [FeedSource], _ outcomes: Outcomes, _ branches: [Int: [Branch]]) -> FeedResult {
        var result = FeedResult(items: FeedItems())
        var trails: [FeedContinuation.Trail] = []
        for (index, source) in sources.enumerated() {
            switch outcomes[index] {
            case .success(let content)?:
                result.add(content, of: source)
                if let trail = FeedContinuation.Trail(source, content) { trails.append(trail) }
                for branch in branches[index] ?? [] {
                    result.add(branch.outcome, of: branch.source)
                    guard let content = try? branch.outcome.get() else { continue }
                    if let trail = FeedContinuation.Trail(branch.source, content) { trails.append(trail) }
                }
                if sources.count == 1 { result.title = content.title }
            case .failure(let error)?:
                result.add(.failure(error), of: source)
            case nil:
                continue  // every index has an outcome: each source is either local or a URL
            }
        }
        result.next = FeedContinuation(trails)
        result.isUnchanged = result.failures.allSatisfy(\.isPartial) && result.documents == result.unchangedDocuments
        return result
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
    /// Where the source goes on.
    var next: WebAddress?
    var validators: FeedValidators?
    /// True if the document was not sent again, because it is what an earlier reading had.
    var isUnchanged = false
    /// Entries left out because they have no picture.
    var hiddenEntries = 0
}

extension FeedPage {
    fileprivate mutating func add(_ content: SourceContent, of source: FeedSource) {
        items.append(content.segment)
        hiddenEntries += content.hiddenEntries
        failures += content.warnings.map { FeedFailure(source: source, error: $0, isPartial: true) }
    }
}

extension FeedResult {
    fileprivate mutating func add(_ content: SourceContent, of source: FeedSource) {
        items.append(content.segment)
        if let url = source.urlText { known.remember(url, content) }
        documents += 1
        if content.isUnchanged { unchangedDocuments += 1 }
        linkedFeeds += content.announced
        hiddenEntries += content.hiddenEntries
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
    fileprivate var mayBePattern: Bool {
        if case .path(let path) = self { path.utf8.contains { "*?[".utf8.contains($0) } } else { false }
    }

    fileprivate var urlText: String? {
        if case .url(let url) = self { url } else { nil }
    }
}
