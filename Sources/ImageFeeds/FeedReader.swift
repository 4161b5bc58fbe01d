import HalftoneCore

/// A reader that turns sources into items with pictures: the entry point of this module.
///
/// Safe to use from any thread, for several calls concurrently. Files, folders and standard input are read, and
/// documents parsed, on threads of their own, never on the main actor or in Swift's cooperative pool.
public struct FeedReader: Sendable {
    let fetcher: any FeedFetcher
    let limits: FeedLimits
    let options: FeedOptions
    private(set) var cache: (any FeedCache)?
    private let willFetch: @Sendable (RequestAddress, FeedSource) -> Void
    let readStandardInput: @Sendable (ReadContext) throws -> StoredBytes
    /// The memory of the details of this reader's documents. Details without room are dropped while a document is parsed:
    /// many documents arrive at once, and what they free later is fragmented.
    let detailAllowance: MemoryAllowance

    /// Creates a reader. Nothing is read or fetched yet.
    ///
    /// - Parameters:
    ///   - fetcher: fetches the documents of URL sources, except those whose path ends like a picture's.
    ///   - limits: limits on the cost of a source.
    ///   - options: options for reading sources.
    ///   - cache: stores documents for the next run; `nil` stores nothing.
    ///   - readStandardInput: returns all bytes of standard input. Called once for each `-`, on a thread where it may
    ///     block until its context is cancelled. Default: a ``StandardInput`` with these limits.
    ///   - willFetch: called before an address is fetched because a source names it: an entry of a list, or a next
    ///     page. The second argument is that source. A picture is fetched later, when it is shown.
    public init(
        fetcher: any FeedFetcher, limits: FeedLimits = FeedLimits(), options: FeedOptions = FeedOptions(),
        cache: (any FeedCache)? = nil,
        readStandardInput: (@Sendable (ReadContext) throws -> StoredBytes)? = nil,
        willFetch: @escaping @Sendable (_ address: RequestAddress, _ source: FeedSource) -> Void = { _, _ in }
    ) {
        self.willFetch = willFetch
        self.fetcher = fetcher
        self.limits = limits
        detailAllowance = MemoryAllowance(.init(one: limits.detailBytes, all: limits.detailBytesOfAll))
        self.options = options
        self.cache = cache
        self.readStandardInput =
            readStandardInput ?? StandardInput(limits: limits, separator: options.separator).read
    }

    /// Returns the pictures of all sources, in the order of the sources.
    ///
    /// A source that fails beside others is reported in `failures`. If only the first pages have no picture, the result
    /// is empty, `failures` says so, and ``page(after:)`` continues. Throws if there is nothing to show: the
    /// error of the only source, or `.everySourceFailed`; and `.cancelled` if the task was cancelled.
    ///
    /// With `previous`, the result of an earlier call, documents are revalidated, or with `afresh` fetched in any case;
    /// items of a document that fails now are used again. Pages after the first are not kept: `next` starts from the
    /// beginning.
    ///
    /// With `retrying`, sources that were read or failed in `previous` are not read again, except these.
    ///
    /// `progress` gets the items so far while other sources are pending.
    public func items(
        of sources: [FeedSource], since previous: FeedResult? = nil, afresh: Bool = false,
        retrying: Set<FeedSource>? = nil, progress: FeedLoadProgress = FeedLoadProgress()
    ) async throws(FeedError) -> FeedResult {
        defer { progress.end() }
        var start = FeedAggregator(sources, known: previous?.known ?? [:], limits: limits)
        if let previous, let retrying { start.settle(previous.reports, except: retrying) }
        progress.change { $0 = start }
        await gather(sources, afresh, progress)
        guard !Task.isCancelled else { throw .cancelled }
        let aggregator = progress.change { $0 }
        var result = aggregator.result()
        guard !aggregator.hasOnlyFailed || sources.isEmpty else { throw Self.error(of: result, sources) }
        try await readFirstPictures(into: &result)
        guard result.items.isEmpty, result.next == nil else { return result }
        throw Self.error(of: result, sources, hasBranches: aggregator.hasBranches)
    }

    private static func error(of result: FeedResult, _ sources: [FeedSource], hasBranches: Bool = false) -> FeedError {
        guard let failure = result.failures.first else { return .noPictures(.feed) }
        return sources.count == 1 && !hasBranches ? failure.error : .everySourceFailed(result.failures)
    }

    /// Returns the next page of every source with further pages, in the order of the sources. Call it when the user
    /// scrolls to the end of the items. A page that fails is reported in `failures` and ends its source.
    ///
    /// - Throws: only `.cancelled`.
    public func page(after continuation: FeedContinuation) async throws(FeedError) -> FeedResult {
        let pagedSources = continuation.pagedSources
        for pagedSource in pagedSources { willFetch(pagedSource.next.address, pagedSource.source) }
        let outcomes = await fetch(pagedSources.enumerated().map { ($0, $1.next.address) })
        guard !Task.isCancelled else { throw .cancelled }
        var page = FeedResult()
        var (remaining, detailRoom) = ([FeedContinuation.PagedSource](), continuation.detailRoom)
        for (index, var pagedSource) in pagedSources.enumerated() {
            let source = FeedSource.url(pagedSource.next.address)
            do throws(FeedError) {
                guard var content = try outcomes[index]?.get() else { continue }
                content.takeDetails(of: &detailRoom)
                guard pagedSource.visit(content) else { throw .pagesRepeat }
                // New pictures of a page are shown even if its next page is invalid.
                page.add(content, of: source, from: .init(name: pagedSource.name, source: pagedSource.source))
                if let following = try pagedSource.advanced(past: content, limits: limits) {
                    remaining.append(following)
                }
            } catch .tooManyPages(let limit) {
                page.failures.append(
                    FeedFailure(source: pagedSource.source, error: .tooManyPages(limit: limit), isPartial: true))
            } catch .noPictures {
                continue  // the last page may be empty
            } catch {
                page.failures.append(FeedFailure(source: source, error: error, isPartial: true))
            }
        }
        page.next = FeedContinuation(remaining, detailRoom: detailRoom)
        return page
    }

    /// Reads pages until one has a picture, at most `FeedLimits.emptyPages`: the last failure is then `.noPicturesSoFar`.
    private func readFirstPictures(into result: inout FeedResult) async throws(FeedError) {
        for _ in 0..<limits.emptyPages {
            guard result.items.isEmpty, let next = result.next else { return }
            let page = try await page(after: next)
            result.add(page)
        }
        guard result.items.isEmpty, let next = result.next, let pagedSource = next.pagedSources.first else { return }
        result.failures.append(
            FeedFailure(source: pagedSource.source, error: .noPicturesSoFar(pages: next.pageCount), isPartial: true))
    }

    // MARK: - Steps

    /// The results by source index.
    private typealias Outcomes = [Int: Result<SourceContent, FeedError>]

    /// Reads local sources except pipes, all on one thread, because there may be 10,000 arguments.
    private func openLocal(_ sources: [FeedSource], _ afresh: Bool, _ progress: FeedLoadProgress) async -> Arrival {
        guard sources.contains(where: { $0.address == nil }) else { return .local([:], pipes: []) }
        return await BlockingThread.runUntilCancelled { isCancelled in
            let (settled, known) = progress.change { ($0.settled, $0.known) }
            var (outcomes, pipes) = (Outcomes(), [Int]())
            progress.counter.withContext(isCancelled: isCancelled) { context in
                for (index, source) in sources.enumerated() where source.address == nil && !context.isCancelled {
                    if let settled = settled[source] {
                        outcomes[index] = settled
                    } else if LocalFile.isPipe(source) {
                        pipes.append(index)
                    } else {
                        outcomes[index] = Result { () throws(FeedError) in try read(source, context) }
                    }
                }
            }
            guard cache != nil, !afresh else { return .local(outcomes, pipes: pipes) }
            let kept = keptBranches(
                of: outcomes.values, isKnown: { known[.url($0)] != nil }, isCancelled: isCancelled)
            return .local(outcomes, pipes: pipes, kept: kept)
        }
    }

    /// Reads a pipe. Waits for its writer until this is cancelled.
    private func openPipe(_ source: FeedSource, at index: Int, _ progress: FeedLoadProgress) async -> Outcomes {
        await BlockingThread.runUntilCancelled { isCancelled in
            progress.counter.withContext(isCancelled: isCancelled) { context in
                [index: Result { () throws(FeedError) in try read(source, context) }]
            }
        }
    }

    /// The result of one step of ``gather(_:_:_:)``.
    private enum Arrival: Sendable {
        /// Local sources, with the indices of pipes, which are still to be read, and the cached feeds that they link
        /// to.
        case local(Outcomes, pipes: [Int], kept: [RequestAddress: SourceContent] = [:])
        case document(FeedAggregator.Place, url: RequestAddress, Result<SourceContent, FeedError>)
    }

    /// Reads all sources: local ones on a thread, a few remote ones concurrently, and the feeds that they link to.
    private func gather(_ sources: [FeedSource], _ afresh: Bool, _ progress: FeedLoadProgress) async {
        await withTaskGroup(of: Arrival.self) { group in
            group.addTask { await openLocal(sources, afresh, progress) }
            var queue = FetchQueue<FeedAggregator.Place>(limits)
            beginFetches(&queue, in: &group, afresh, progress)
            for await arrival in group {
                switch arrival {
                case .local(let outcomes, let pipes, let kept):
                    for pipe in pipes {
                        group.addTask { .local(await openPipe(sources[pipe], at: pipe, progress), pipes: []) }
                    }
                    progress.change { aggregator in
                        for (url, content) in kept { aggregator.recall(url, content) }
                        for (index, outcome) in outcomes.sorted(by: { $0.key < $1.key }) {
                            aggregator.take(outcome, at: .init(source: index))
                        }
                    }
                case .document(let place, let url, let outcome):
                    queue.didEnd(url)
                    progress.change { $0.take(outcome, at: place) }
                }
                beginFetches(&queue, in: &group, afresh, progress)
                if !group.isEmpty { progress.publish() }
            }
        }
    }

    /// Starts as many fetches as the limits allow. Addresses of pictures need no fetch and no task.
    private func beginFetches(
        _ queue: inout FetchQueue<FeedAggregator.Place>, in group: inout TaskGroup<Arrival>, _ afresh: Bool,
        _ progress: FeedLoadProgress
    ) {
        while let (place, url) = progress.change({ $0.next() }) {
            if place.branch >= 0 { willFetch(url, progress.change { $0.sources[place.source] }) }
            if let answer = answer(url) ?? progress.change({ $0.settled[.url(url)] }) {
                progress.change { $0.take(answer, at: place) }
            } else {
                queue.add(place, url)
            }
        }
        while let (place, url) = queue.next() {
            let known = afresh ? nil : progress.change { $0.known[.url(url)] }
            group.addTask {
                var former = known
                if former == nil, !afresh, cache != nil {
                    former = await BlockingThread.runUntilCancelled { kept(url, isCancelled: $0)?.content }
                    if let former { progress.change { $0.recall(url, former) } }
                }
                return .document(place, url: url, await read(url, known: former))
            }
        }
    }

    /// A reader of later pages, which are not kept.
    private var withoutCache: FeedReader {
        var reader = self
        reader.cache = nil
        return reader
    }

    /// Fetches one page of each of several sources, a few concurrently.
    private func fetch(_ urls: [(Int, RequestAddress)]) async -> Outcomes {
        let reader = withoutCache
        var queue = FetchQueue<Int>(limits)
        for (index, url) in urls { queue.add(index, url) }
        return await withTaskGroup(of: (Int, RequestAddress, Result<SourceContent, FeedError>).self) { group in
            var outcomes: Outcomes = [:]
            repeat {
                while let (index, url) = queue.next() { group.addTask { (index, url, await reader.read(url)) } }
                guard let (index, url, outcome) = await group.next() else { return outcomes }
                outcomes[index] = outcome
                queue.didEnd(url)
            } while true
        }
    }
}
