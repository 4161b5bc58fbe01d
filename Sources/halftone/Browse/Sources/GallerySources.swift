import ImageFeeds

/// Reads the sources of the gallery: at the beginning, page by page as the reader moves on, and again when asked to.
///
/// One thing at a time: what is asked for later wins, and what an earlier reading brings then is dropped. What some of
/// the sources give is told while others are still coming. Main actor; the reading itself is done elsewhere.
@MainActor
final class GallerySources {
    /// What became of a reading.
    enum News {
        /// Other pictures from now on.
        case opened(FeedResult)
        /// What was opened is what was kept of an earlier run; this is what the sources have now.
        case renewed(FeedResult)
        /// Of what was opened or refreshed, more has come.
        case grown(Growth)
        /// The same sources once more.
        case refreshed(FeedResult)
        case page(FeedPage)
        /// What was shown before the linked feed, as it was left.
        case returned(FeedResult)
        /// Nothing came; what was there stays.
        case failed(FeedError)
    }

    /// What sources gave that were still coming.
    struct Growth {
        /// All that there is now, with the pages that were read meanwhile.
        let items: FeedItems
        /// The numbers of what is new; all else is as it was, in the same order.
        let insertions: [Range<Int>]
        /// What was not said yet.
        let failures: [FeedFailure]
        let result: FeedResult
    }

    /// What was shown before a linked feed was opened.
    private struct Visit {
        let sources: [FeedSource]
        let result: FeedResult?
        let pages: FeedItems
        let paging: Paging
        let options: FeedOptions
    }

    /// What follows the last row.
    enum Following {
        case nothing
        /// A page that is asked for when the reader comes near.
        case page
        /// It is on its way.
        case coming
        case failedPage

        var isMore: Bool { if case .nothing = self { false } else { true } }
    }

    private(set) var sources: [FeedSource]
    private(set) var options: FeedOptions
    private(set) var result: FeedResult?
    private(set) var paging = Paging()
    /// Whether sources are read as a whole, at the beginning and again, and have given nothing yet.
    private(set) var isReading = false
    /// The sources that are still coming while what others gave is shown already.
    private(set) var coming: [String] = []
    /// Whether what is shown was kept of an earlier run, because no source has answered yet, or none could.
    private(set) var isKept = false
    /// What later pages brought.
    private var pages = FeedItems()
    var didChange: @MainActor (News) -> Void = { _ in }

    private let fetcher: any FeedFetcher
    private let keeping: (any FeedKeeping)?
    private let limits: FeedLimits
    private let standardInput: StandardInput
    private let pause: @Sendable () async -> Void
    private var visits: [Visit] = []
    private var task: Task<Void, Never>?
    private var pageTask: Task<Void, Never>?

    /// - Parameters:
    ///   - keeping: what was kept there in an earlier run is opened before anybody has answered.
    ///   - pause: waited for before more is told of a reading: a thousand feeds that come one after the other are not
    ///     shown a thousand times.
    init(
        _ sources: [FeedSource], fetcher: any FeedFetcher, keeping: (any FeedKeeping)? = nil,
        limits: FeedLimits = FeedLimits(), options: FeedOptions,
        pause: @escaping @Sendable () async -> Void = { try? await Task.sleep(for: .milliseconds(100)) }
    ) {
        self.pause = pause
        self.sources = sources
        self.fetcher = fetcher
        self.keeping = keeping
        self.limits = limits
        self.options = options
        standardInput = StandardInput(limit: limits.listBytes)
    }

    private var reader: FeedReader {
        FeedReader(
            fetcher: fetcher, limits: limits, options: options, keeping: keeping, readStandardInput: standardInput.read)
    }

    // MARK: - Reading

    /// Reads what is to be shown. What was kept of an earlier run is told first.
    func open() {
        cancel()
        isReading = true
        task = Task { [reader, sources] in
            let kept = await reader.keptItems(of: sources)
            guard !Task.isCancelled else { return }
            guard let kept else { return await read(since: nil) { .opened($0) } }
            tell(kept) { .opened($0) }
            isKept = true
            await read(since: kept) { .renewed($0) }
        }
    }

    /// Reads everything again; documents whose server can say so only if they changed.
    func refresh() { begin(since: result) { .refreshed($0) } }

    /// Shows entries without pictures, or no longer.
    func toggleHiddenEntries() {
        options.showsEntriesWithoutPictures.toggle()
        begin(since: result, afresh: true) { .refreshed($0) }
    }

    private func begin(
        since previous: FeedResult?, afresh: Bool = false, _ news: @escaping @MainActor (FeedResult) -> News
    ) {
        cancel()
        isReading = true
        task = Task { await read(since: previous, afresh: afresh, news) }
    }

    private func read(
        since previous: FeedResult?, afresh: Bool = false, _ news: @MainActor (FeedResult) -> News
    ) async {
        let arrivals = FeedArrivals()
        async let outcome = Self.outcome(of: reader, sources, previous, afresh, arrivals)
        for await _ in arrivals.changes {
            let soFar = await Self.look(at: arrivals)
            guard !Task.isCancelled else { return }
            // Of a reading that is complete by now, the outcome tells.
            guard let soFar, !soFar.pending.isEmpty, soFar.hasNews, isReading || soFar.pending != coming else {
                continue
            }
            tell(soFar, news)
            await pause()
        }
        let whole = await outcome
        guard !Task.isCancelled else { return }
        coming = []
        switch whole {
        case .success(let result): tell(result, news)
        case .failure(let error):
            isReading = false
            didChange(.failed(error))
        }
    }

    /// Away from the main actor: of very many sources, putting together takes time.
    private nonisolated static func look(at arrivals: FeedArrivals) async -> FeedResult? { arrivals.soFar }

    private nonisolated static func outcome(
        of reader: FeedReader, _ sources: [FeedSource], _ previous: FeedResult?, _ afresh: Bool,
        _ arrivals: FeedArrivals
    ) async -> Result<FeedResult, FeedError> {
        do throws(FeedError) {
            return .success(try await reader.items(of: sources, since: previous, afresh: afresh, arrivals: arrivals))
        } catch {
            return .failure(error)
        }
    }

    private func tell(_ new: FeedResult, _ news: (FeedResult) -> News) {
        let earlier = isReading ? nil : result
        let isSame = result.map { !pages.isEmpty && new.pending.isEmpty && new.items.elementsEqual($0.items) } ?? false
        (isReading, isKept) = (false, false)
        result = new
        coming = new.pending
        guard let earlier, let insertions = new.insertions(since: earlier) else {
            if isSame {  // what followed follows still
                var whole = new
                whole.items.append(pages)
                return didChange(news(whole))
            }
            pageTask?.cancel()  // it follows what makes way now
            pages = FeedItems()
            paging = Paging(new.next)
            return didChange(news(new))
        }
        if let more = new.next?.added(since: earlier.next) { paging.add(more) }
        var items = new.items
        items.append(pages)
        let known = Set(earlier.failures)
        didChange(
            .grown(
                Growth(
                    items: items, insertions: insertions, failures: new.failures.filter { !known.contains($0) },
                    result: new)))
    }

    /// The reader has come to a row: near the end the next page is read.
    func didMove(to row: Int, of count: Int) {
        guard !isReading, let next = paging.advance(row: row, of: count) else { return }
        readPage(next)
    }

    var following: Following {
        if isReading || paging.isReading { return .coming }
        if paging.hasFailed { return .failedPage }
        return paging.hasMore ? .page : coming.isEmpty ? .nothing : .coming
    }

    /// Reads the page again that failed. `false` if none did.
    func retryPage() -> Bool {
        guard !isReading, let next = paging.retry() else { return false }
        readPage(next)
        return true
    }

    private func readPage(_ next: FeedContinuation) {
        pageTask = Task { [reader] in
            guard let page = try? await reader.page(after: next), !Task.isCancelled else { return }  // it was cancelled
            paging.didRead(page)
            pages.append(page.items)
            didChange(.page(page))
        }
    }

    /// Ends whatever is being read.
    func cancel() {
        task?.cancel()
        pageTask?.cancel()
        paging.didCancel()
        isReading = false
        coming = []
    }

    // MARK: - Linked feeds

    /// The feeds that the web pages among the sources name.
    var linkedFeeds: [FeedLink] { result?.linkedFeeds ?? [] }

    /// Whether there is something to go back to.
    var canGoBack: Bool { depth > 0 }

    /// How many linked feeds were opened, one from the other.
    var depth: Int { visits.count }

    /// Opens a linked feed in place of what is shown.
    func open(_ link: FeedLink) {
        cancel()  // first: a page that is being read is one to be read when the reader is back
        visits.append(Visit(sources: sources, result: result, pages: pages, paging: paging, options: options))
        (sources, result, pages, paging) = ([.url(link.address)], nil, FeedItems(), Paging())
        open()
    }

    /// Shows again what was shown before the linked feed, as far as it was read. `false` if there is nothing.
    func goBack() -> Bool {
        guard let visit = visits.popLast() else { return false }
        cancel()
        (sources, result, pages) = (visit.sources, visit.result, visit.pages)
        (paging, options) = (visit.paging, visit.options)
        guard let result else {
            open()
            return true
        }
        didChange(.returned(result))
        if !result.pending.isEmpty { refresh() }  // for what was still coming then
        return true
    }
}
