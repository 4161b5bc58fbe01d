import Basis
import ImageFeeds

/// Reads the sources of the gallery: at the beginning, page by page as the reader moves on, and again when asked to.
///
/// One thing at a time: what is asked for later wins, and what an earlier reading brings then is dropped. What some of
/// the sources give is told while others are still coming. Main actor; the reading itself is done elsewhere.
@MainActor
final class GallerySources {
    /// What a reading is for.
    private enum Purpose { case opening, refreshing }

    /// What was shown before a linked feed was opened.
    private struct Visit {
        let sources: [FeedSource]
        let isKept: Bool
        let result: FeedResult?
        let pages: FeedItems
        let paging: Paging
        let options: FeedOptions
    }

    private(set) var sources: [FeedSource]
    private(set) var options: FeedOptions
    private(set) var result: FeedResult?
    private(set) var paging = Paging()
    /// Whether sources are read as a whole, at the beginning and again, and have given nothing yet.
    private(set) var isReading = false
    /// The sources that are still coming while what others gave is shown already.
    private(set) var coming: [PublicAddress] = []
    /// Whether what is shown was kept of an earlier run, because no source has answered yet, or none could.
    private(set) var isKept = false
    /// What has been found so far in sources of this machine that are being looked through.
    private(set) var findings = ScanProgress()
    /// What later pages brought.
    private var pages = FeedItems()
    var didChange: @MainActor (News) -> Void = { _ in }
    /// There are other findings.
    var didFind: @MainActor () -> Void = {}
    /// Whether the reader looks at something else than the picture at his place.
    var isLookingAround: @MainActor () -> Bool = { false }

    private let fetcher: any FeedFetcher
    private let keeping: (any FeedCache)?
    private let limits: FeedLimits
    private let standardInput: StandardInput
    private let pause: @Sendable () async -> Void
    private let time: any TimeSource
    private var visits: [Visit] = []
    private var task: Task<Void, Never>?
    private var pageTask: Task<Void, Never>?

    /// - Parameters:
    ///   - keeping: what was kept there in an earlier run is opened before anybody has answered.
    ///   - pause: waited for before more is told of a reading: a thousand feeds that come one after the other are not
    ///     shown a thousand times.
    ///   - time: goes by between one word of what has been found on this machine and the next.
    init(
        _ sources: [FeedSource], fetcher: any FeedFetcher, keeping: (any FeedCache)? = nil,
        limits: FeedLimits = FeedLimits(), options: FeedOptions,
        pause: @escaping @Sendable () async -> Void = { try? await Task.sleep(for: .milliseconds(100)) },
        time: any TimeSource = SystemTime()
    ) {
        (self.pause, self.time) = (pause, time)
        self.sources = sources
        self.fetcher = fetcher
        self.keeping = keeping
        self.limits = limits
        self.options = options
        standardInput = StandardInput(limits: limits, separator: options.separator)
    }

    private var reader: FeedReader {
        FeedReader(
            fetcher: fetcher, limits: limits, options: options, cache: keeping,
            readStandardInput: standardInput.read)
    }

    // MARK: - Reading

    /// Reads what is to be shown. What was kept of an earlier run is told first, unless some of the sources are of this
    /// machine: they are there as soon, and in their place.
    func open() {
        cancel()
        isReading = true
        task = Task { [reader, sources] in
            let kept = await reader.keptItems(of: sources)
            guard !Task.isCancelled else { return }
            if let kept, sources.allSatisfy(\.isRemote) { tell(kept, .opening) }
            await read(since: kept, for: .opening)
        }
    }

    /// Reads everything again; documents whose server can say so only if they changed.
    func refresh() { readAgain(afresh: false) }

    /// Shows entries without pictures, or no longer.
    func toggleHiddenEntries() {
        options.showsEntriesWithoutPictures.toggle()
        readAgain(afresh: true)
    }

    /// A picture turned out to be a page. If it is a source, the page's own pictures take its place.
    func didMeetPage(at address: RequestAddress) {
        guard sources.contains(where: { $0.isAddress(address) }), options.pages.insert(address).inserted else { return }
        readAgain(afresh: false)
    }

    private func readAgain(afresh: Bool) {
        guard let result else { return open() }  // what was kept may not have been told yet
        cancel()
        isReading = true
        task = Task { await read(since: result, afresh: afresh, for: .refreshing) }
    }

    private func read(since previous: FeedResult?, afresh: Bool = false, for purpose: Purpose) async {
        let arrivals = FeedLoadProgress(time: time)
        async let outcome = Self.outcome(of: reader, sources, previous, afresh, arrivals)
        for await _ in arrivals.changes {
            guard !Task.isCancelled else { return }
            show(arrivals.scanProgress)
            guard arrivals.takeNews() else { continue }
            let soFar = await Self.look(at: arrivals)
            guard !Task.isCancelled else { return }
            // Of a reading that is complete by now, the outcome tells.
            guard let soFar, !soFar.pending.isEmpty, isWorthTelling(soFar, purpose) else { continue }
            tell(soFar, purpose)
            await pause()
        }
        let whole = await outcome
        guard !Task.isCancelled else { return }
        (coming, findings) = ([], ScanProgress())
        switch whole {
        case .success(let result) where result.items.isEmpty: tellNothingSoFar(result)
        case .success(let result): tell(result, purpose)
        case .failure(let error):
            if isReading, purpose == .opening, let previous { tell(previous, purpose) }
            (isReading, coming) = (false, [])
            didChange(.failed(error))
        }
    }

    private func show(_ findings: ScanProgress) {
        guard findings != self.findings else { return }
        self.findings = findings
        didFind()
    }

    /// Whether what has come so far is something else than what was told before.
    private func isWorthTelling(_ soFar: FeedResult, _ purpose: Purpose) -> Bool {
        guard isReading else { return soFar.pending != coming }
        return soFar.hasNews || purpose == .opening
    }

    /// Away from the main actor: of very many sources, putting together takes time.
    private nonisolated static func look(at arrivals: FeedLoadProgress) async -> FeedResult? { arrivals.soFar }

    private nonisolated static func outcome(
        of reader: FeedReader, _ sources: [FeedSource], _ previous: FeedResult?, _ afresh: Bool,
        _ arrivals: FeedLoadProgress
    ) async -> Result<FeedResult, FeedError> {
        do throws(FeedError) {
            return .success(try await reader.items(of: sources, since: previous, afresh: afresh, progress: arrivals))
        } catch {
            return .failure(error)
        }
    }

    private func tell(_ new: FeedResult, _ purpose: Purpose) {
        let isFirst = isReading
        let insertions = isFirst ? nil : result.flatMap(new.insertions)
        let isSame = result.map { !pages.isEmpty && new.pending.isEmpty && new.items.elementsEqual($0.items) } ?? false
        (isReading, isKept, coming) = (false, new.isKept, new.pending)
        if let insertions, let earlier = result {
            result = new
            return didChange(.grown(growth(new, since: earlier, insertions)))
        }
        let isAsked = isFirst || purpose == .refreshing
        guard isAsked || isSame || pages.isEmpty && !paging.isReading && !isLookingAround() else {
            if new.pending.isEmpty { didChange(.held(new)) }  // nobody asked for another order of what he looks at
            return
        }
        result = new
        var whole = new
        if isSame {  // what followed follows still
            whole.items.append(pages)
        } else {
            pageTask?.cancel()  // it follows what makes way now
            pages = FeedItems()
            paging = Paging(new.next)
        }
        didChange(purpose == .refreshing ? .refreshed(whole) : isFirst ? .opened(whole) : .renewed(whole))
    }

    /// The first pages have no pictures. What is shown stays; otherwise the reader may read on.
    private func tellNothingSoFar(_ new: FeedResult) {
        (isReading, coming) = (false, [])
        if result?.items.isEmpty ?? true {
            (result, pages, paging) = (new, FeedItems(), Paging(new.next))
            paging.hold()
        }
        didChange(.failed(new.failures.last?.error ?? .noPictures(.feed)))
    }

    private func growth(_ new: FeedResult, since earlier: FeedResult, _ insertions: [Range<Int>]) -> Growth {
        if let more = new.next?.added(since: earlier.next) { paging.add(more) }
        var items = new.items
        items.append(pages)
        let known = Set(earlier.failures)
        return Growth(
            items: items, insertions: insertions, failures: new.failures.filter { !known.contains($0) }, result: new)
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
        if let result, result.items.isEmpty, pages.isEmpty { return readFirstPictures(of: result, next) }
        pageTask = Task { [reader] in
            guard let page = try? await reader.page(after: next), !Task.isCancelled else { return }  // it was cancelled
            paging.didRead(page)
            pages.append(page.items)
            didChange(.page(page))
        }
    }

    private func readFirstPictures(of result: FeedResult, _ next: FeedContinuation) {
        pageTask = Task { [reader] in
            guard let page = try? await reader.firstPictures(after: next), !Task.isCancelled else { return }
            paging.didRead(page)
            guard !page.items.isEmpty else {
                paging.hold()
                return didChange(.failed(page.failures.last?.error ?? .noPictures(.feed)))
            }
            var whole = result
            (whole.items, whole.failures, whole.next) = (page.items, page.failures, page.next)
            whole.hiddenEntries += page.hiddenEntries
            self.result = whole
            didChange(.opened(whole))
        }
    }

    /// Ends whatever is being read.
    func cancel() {
        task?.cancel()
        pageTask?.cancel()
        paging.didCancel()
        isReading = false
        (coming, findings) = ([], ScanProgress())
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
        visits.append(
            Visit(
                sources: sources, isKept: isKept, result: result, pages: pages, paging: paging, options: options))
        (sources, result, pages, paging) = ([.url(link.address)], nil, FeedItems(), Paging())
        isKept = false
        open()
    }

    /// Shows again what was shown before the linked feed, as far as it was read. `false` if there is nothing.
    func goBack() -> Bool {
        guard let visit = visits.popLast() else { return false }
        cancel()
        (sources, result, pages) = (visit.sources, visit.result, visit.pages)
        (paging, options, isKept) = (visit.paging, visit.options, visit.isKept)
        guard let result else {
            open()
            return true
        }
        didChange(.returned(result))
        if !result.pending.isEmpty { refresh() }  // for what was still coming then
        return true
    }
}

extension FeedSource {
    fileprivate var isRemote: Bool { if case .url = self { true } else { false } }
}
