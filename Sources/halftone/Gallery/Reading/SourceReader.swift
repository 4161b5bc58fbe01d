import HalftoneCore
import ImageFeeds

/// Reads the sources of a page: at the beginning, page by page as the reader moves on, and again when asked to.
///
/// It does one thing at a time: a later command cancels an earlier one. What some of the sources give is told while others
/// are still coming. Main actor; the reading itself is done elsewhere.
@MainActor
final class SourceReader {
    private enum Purpose: Equatable {
        case opening
        /// Only these sources are read again; `nil`: all.
        case refreshing(Set<FeedSource>?)

        var retrying: Set<FeedSource>? { if case .refreshing(let sources) = self { sources } else { nil } }
    }

    /// What readers read with.
    struct Environment {
        var fetcher: any FeedFetcher
        /// Documents of an earlier run, which are opened before any server has answered.
        var cache: (any FeedCache)?
        var limits = FeedLimits()
        /// Waited for between two events of a reading, so that a thousand feeds that come one after the other are not
        /// shown a thousand times.
        var pause: @Sendable () async -> Void = { try? await Task.sleep(for: .milliseconds(100)) }
        /// The clock between two reports of files that were found.
        var time: any TimeSource = SystemTime()
    }

    let sources: [FeedSource]
    private(set) var options: FeedOptions
    private(set) var result: FeedResult? { didSet { reports = result?.reports ?? [] } }
    /// How each source fared.
    private(set) var reports: [SourceReport] = [] {
        didSet { (failedCount, reportsVersion) = (reports.count(where: \.hasFailed), reportsVersion + 1) }
    }
    /// The number of sources that could not be read.
    private(set) var failedCount = 0
    /// Counts the changes of ``reports``.
    private(set) var reportsVersion = 0
    private(set) var paging = Paging()
    /// Whether sources are read as a whole, at the beginning and again, and have given nothing yet.
    private(set) var isReading = false
    /// The sources that are still coming while items of others are shown.
    private(set) var coming: [PublicAddress] = []
    /// Whether the items are of an earlier run, because no source has answered yet, or none could.
    private(set) var isKept = false
    /// The files found so far in folders that are being read.
    private(set) var scanProgress = ScanProgress()
    /// The items of later pages.
    private var pages = FeedItems()
    var didRead: @MainActor (Event) -> Void = { _ in }
    /// Whether the selected picture is in view: otherwise the items in view do not change places unasked.
    var showsSelection: @MainActor () -> Bool = { true }

    private let environment: Environment
    private let standardInput: StandardInput
    private var task: Task<Void, Never>?
    private var pageTask: Task<Void, Never>?

    convenience init(_ sources: [FeedSource], options: FeedOptions, environment: Environment) {
        let input = StandardInput(limits: environment.limits, separator: options.separator)
        self.init(sources, options, environment, input)
    }

    private init(
        _ sources: [FeedSource], _ options: FeedOptions, _ environment: Environment, _ standardInput: StandardInput
    ) {
        (self.sources, self.options, self.environment, self.standardInput) =
            (sources, options, environment, standardInput)
        reports = sources.map { SourceReport(source: $0, title: "\($0)", state: .coming) }
    }

    /// Returns a reader of a source that an item or a page leads to, with the same options and environment.
    func reader(of source: FeedSource) -> SourceReader {
        SourceReader([source], options, environment, standardInput)
    }

    private var reader: FeedReader {
        FeedReader(
            fetcher: environment.fetcher, limits: environment.limits, options: options, cache: environment.cache,
            readStandardInput: standardInput.read)
    }

    // MARK: - Reading

    /// Reads the sources. Items of an earlier run are told first, unless some of the sources are files of this machine,
    /// which are read as fast.
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

    /// Reads everything again; a document only if its server does not say that it is unchanged.
    func refresh() { readAgain(afresh: false) }

    /// Begins or ends to show entries without pictures.
    func toggleHiddenEntries() {
        options.showsEntriesWithoutPictures.toggle()
        readAgain(afresh: true)
    }

    /// Reads the sources again if one of them, taken for a picture, turned out to be a web page.
    func didMeetPage(at address: RequestAddress) {
        guard sources.contains(where: { $0.isAddress(address) }), options.pages.insert(address).inserted else { return }
        readAgain(afresh: false)
    }

    /// Reads these sources again, and leaves the others as they are.
    func retry(_ sources: Set<FeedSource>) { readAgain(afresh: false, retrying: sources) }

    private func readAgain(afresh: Bool, retrying: Set<FeedSource>? = nil) {
        guard let result else { return open() }  // what was kept may not have been told yet
        cancel()
        isReading = true
        task = Task { await read(since: result, afresh: afresh, for: .refreshing(retrying)) }
    }

    private func read(since previous: FeedResult?, afresh: Bool = false, for purpose: Purpose) async {
        let progress = FeedLoadProgress(time: environment.time)
        async let outcome = Self.outcome(of: reader, sources, previous, afresh, purpose.retrying, progress)
        for await _ in progress.changes {
            guard !Task.isCancelled else { return }
            show(progress.scanProgress)
            guard progress.takeNews() else { continue }
            let soFar = await Self.look(at: progress)
            guard !Task.isCancelled else { return }
            // If the reading is complete by now, its outcome is told instead.
            guard let soFar, !soFar.pending.isEmpty, isWorthTelling(soFar, purpose) else { continue }
            tell(soFar, purpose)
            await environment.pause()
        }
        let whole = await outcome
        guard !Task.isCancelled else { return }
        (coming, scanProgress) = ([], ScanProgress())
        switch whole {
        case .success(let result) where result.items.isEmpty: tellNothingSoFar(result)
        case .success(let result): tell(result, purpose)
        case .failure(let error):
            if isReading, purpose == .opening, let previous { tell(previous, purpose) }
            (isReading, coming) = (false, [])
            reports = reports(after: error)
            didRead(.failed(error))
        }
    }

    private func show(_ scanProgress: ScanProgress) {
        guard scanProgress != self.scanProgress else { return }
        self.scanProgress = scanProgress
        didRead(.progressed)
    }

    /// Whether items that have come so far differ from those that were told before.
    private func isWorthTelling(_ soFar: FeedResult, _ purpose: Purpose) -> Bool {
        guard isReading else { return soFar.pending != coming }
        return soFar.hasNews || purpose == .opening
    }

    /// Runs outside of the main actor, as putting very many sources together takes time.
    private nonisolated static func look(at progress: FeedLoadProgress) async -> FeedResult? { progress.soFar }

    private nonisolated static func outcome(
        of reader: FeedReader, _ sources: [FeedSource], _ previous: FeedResult?, _ afresh: Bool,
        _ retrying: Set<FeedSource>?, _ progress: FeedLoadProgress
    ) async -> Result<FeedResult, FeedError> {
        do throws(FeedError) {
            return .success(
                try await reader.items(
                    of: sources, since: previous, afresh: afresh, retrying: retrying, progress: progress))
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
            return didRead(.grew(growth(new, since: earlier, insertions)))
        }
        let isAsked = isFirst || purpose != .opening
        guard isAsked || isSame || pages.isEmpty && !paging.isReading && showsSelection() else {
            if new.pending.isEmpty { didRead(.held(new)) }
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
        if let retried = purpose.retrying.map({ Set($0.map(\.publicAddress)) }) {
            whole.failures.removeAll { !retried.contains($0.source) }
        }
        didRead(purpose != .opening ? .refreshed(whole) : isFirst ? .opened(whole) : .renewed(whole))
    }

    /// Tells that the first pages have no pictures. What is shown stays; where nothing is, reading on is possible.
    private func tellNothingSoFar(_ new: FeedResult) {
        (isReading, coming) = (false, [])
        if result?.items.isEmpty ?? true {
            (result, pages, paging) = (new, FeedItems(), Paging(new.next))
            paging.hold()
        }
        didRead(.failed(new.failures.last?.error ?? .noPictures(.feed)))
    }

    private func growth(_ new: FeedResult, since earlier: FeedResult, _ insertions: [Range<Int>]) -> Growth {
        if let more = new.next?.added(since: earlier.next) { paging.add(more) }
        var items = new.items
        items.append(pages)
        let known = Set(earlier.failures)
        return Growth(
            items: items, insertions: insertions, failures: new.failures.filter { !known.contains($0) }, result: new)
    }

    /// Reads the next page if a row near the end is selected. Returns whether it does.
    @discardableResult
    func didMove(to row: Int, of count: Int) -> Bool {
        guard !isReading, let next = paging.advance(row: row, of: count) else { return false }
        readPage(next)
        return true
    }

    var following: Following {
        if isReading || paging.isReading { return .coming }
        if paging.hasFailed { return .failedPage }
        return paging.hasMore ? .page : coming.isEmpty ? .nothing : .coming
    }

    /// Reads a page that failed again. `false` if none did.
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
            didRead(.page(page))
        }
    }

    private func readFirstPictures(of result: FeedResult, _ next: FeedContinuation) {
        pageTask = Task { [reader] in
            guard let page = try? await reader.firstPictures(after: next), !Task.isCancelled else { return }
            paging.didRead(page)
            guard !page.items.isEmpty else {
                paging.hold()
                return didRead(.failed(page.failures.last?.error ?? .noPictures(.feed)))
            }
            var whole = result
            (whole.items, whole.failures, whole.next) = (page.items, page.failures, page.next)
            whole.hiddenEntries += page.hiddenEntries
            self.result = whole
            didRead(.opened(whole))
        }
    }

    /// Ends all reading.
    func cancel() {
        task?.cancel()
        pageTask?.cancel()
        paging.didCancel()
        isReading = false
        (coming, scanProgress) = ([], ScanProgress())
    }

    /// The feeds that the web pages among the sources name.
    var linkedFeeds: [FeedLink] { result?.linkedFeeds ?? [] }
}

extension FeedSource {
    fileprivate var isRemote: Bool { if case .url = self { true } else { false } }
}
