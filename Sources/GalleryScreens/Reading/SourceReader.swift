import HalftoneCore
import ImageFeeds

/// The reader of a page's sources: at the start, page by page near the end, and again on request.
///
/// It does one thing at a time: a later command cancels an earlier one. Items of fast sources are delivered while
/// others are still loading. Main actor; the reading itself runs elsewhere.
@MainActor
final class SourceReader {
    private enum Purpose: Equatable {
        case opening
        /// Only these sources are read again; `nil`: all.
        case refreshing(Set<FeedSource>?)

        var retrying: Set<FeedSource>? { if case .refreshing(let sources) = self { sources } else { nil } }
    }

    /// The dependencies of readers.
    struct Environment {
        var fetcher: any FeedFetcher
        /// Decides what may be fetched from private addresses; `nil`: everything.
        var guardian: GuardedTransport?
        /// The cached documents of an earlier run, which are opened before any server has responded.
        var cache: (any FeedCache)?
        var limits = FeedLimits()
        /// Returns the media types, beside the usual ones, in which web pages may offer pictures.
        var pictureTypes: @Sendable () -> [String] = { [] }
        /// Awaited between two events of a reading or its progress, so that a thousand feeds do not cause a thousand
        /// updates.
        var pause: @Sendable () async -> Void = { try? await Task.sleep(for: .milliseconds(100)) }
        /// The clock for the interval between progress reports.
        var time: any TimeSource = SystemTime()
    }

    let sources: [FeedSource]
    private(set) var options: FeedOptions
    /// Whether a filter asks for entries without pictures.
    private var filterWantsTexts = false
    private(set) var result: FeedResult? { didSet { reports = result?.reports ?? [] } }
    /// The state of each source.
    private(set) var reports: [SourceReport] = [] {
        didSet { failedCount = reports.count(where: \.hasFailed) }
    }
    /// The number of sources that could not be read.
    private(set) var failedCount = 0
    private(set) var paging = Paging()
    /// Whether all sources are being read, and none has items yet.
    private(set) var isReading = false
    /// The sources that are still loading while items of others are shown.
    private(set) var pending: [PublicAddress] = []
    /// Whether the items are of an earlier run, because no source has responded yet.
    private(set) var isKept = false
    /// Whether items of an earlier run are shown that some sources may still replace. Until then no page follows.
    private var isProvisional = false
    /// The files found so far in folders that are being read.
    private(set) var scanProgress = ScanProgress()
    /// The items of later pages.
    private var pages = FeedItems()
    var didRead: @MainActor (Event) -> Void = { _ in }

    let environment: Environment
    private let standardInput: StandardInput
    /// The last reading of the sources.
    private(set) var task: Task<Void, Never>?
    /// The last reading of a page.
    private(set) var pageTask: Task<Void, Never>?

    init(
        _ sources: [FeedSource], options: FeedOptions, environment: Environment, standardInput: StandardInput? = nil
    ) {
        (self.sources, self.options, self.environment) = (sources, options, environment)
        self.standardInput =
            standardInput ?? StandardInput(limits: environment.limits, separator: options.separator)
        reports = sources.map { SourceReport(source: $0, title: "\($0)", state: .pending) }
    }

    /// Returns a reader of a linked source, with the same options and environment.
    func reader(of source: FeedSource) -> SourceReader {
        SourceReader([source], options: options, environment: environment, standardInput: standardInput)
    }

    private var reader: FeedReader {
        var options = options
        if filterWantsTexts { options.showsEntriesWithoutPictures = true }
        options.pictureTypes.formUnion(environment.pictureTypes())
        return FeedReader(
            fetcher: environment.fetcher, limits: environment.limits, options: options, cache: environment.cache,
            readStandardInput: standardInput.read,
            willFetch: { [guardian = environment.guardian] in guardian?.trust($0, namedBy: $1) })
    }

    // MARK: - Reading

    /// Reads the sources. Cached items of an earlier run are delivered first, unless some of the sources are local
    /// files, which are read as fast.
    func open() {
        cancel()
        isReading = true
        task = Task { [reader, sources] in
            let kept = await reader.keptItems(of: sources)
            guard !Task.isCancelled else { return }
            if let kept, sources.allSatisfy(\.isRemote) {
                isProvisional = true
                publish(kept, .opening)
            }
            await read(since: kept, for: .opening)
        }
    }

    /// Reads everything again; unchanged documents are only revalidated.
    func refresh() { readAgain(afresh: false) }

    /// Shows entries without pictures because a filter asks for them, or hides them again unless the options show them.
    func include(entriesWithoutPictures isAsked: Bool) {
        guard isAsked != filterWantsTexts else { return }
        filterWantsTexts = isAsked
        if !options.showsEntriesWithoutPictures { readAgain(afresh: true) }
    }

    /// Reads the sources again if one that was taken for a picture is a web page.
    func sourceIsWebPage(at address: RequestAddress) {
        guard sources.contains(where: { $0.pictureAddress == address }), options.pages.insert(address).inserted else {
            return
        }
        readAgain(afresh: false)
    }

    /// Reads these sources again, and leaves the others as they are.
    func retry(_ sources: Set<FeedSource>) { readAgain(afresh: false, retrying: sources) }

    private func readAgain(afresh: Bool, retrying: Set<FeedSource>? = nil) {
        guard let result else { return open() }  // the cached items may not have been delivered yet
        cancel()
        isReading = true
        task = Task { await read(since: result, afresh: afresh, for: .refreshing(retrying)) }
    }

    private func read(since previous: FeedResult?, afresh: Bool = false, for purpose: Purpose) async {
        let progress = FeedLoadProgress(time: environment.time)
        async let outcome = Self.outcome(of: reader, sources, previous, afresh, purpose.retrying, progress)
        for await _ in progress.changes where !Task.isCancelled {
            publish(progress.scanProgress)
            guard progress.consumeChange(), let soFar = await Self.snapshot(of: progress), !Task.isCancelled,
                isNew(soFar, for: purpose)
            else { continue }
            publish(soFar, purpose)
            await environment.pause()
        }
        let whole = await outcome
        guard !Task.isCancelled else { return }
        (pending, scanProgress, isProvisional) = ([], ScanProgress(), false)
        switch whole {
        case .success(let result) where result.items.isEmpty: publishEmpty(result)
        case .success(let result): publish(result, purpose)
        case .failure(let error):
            if isReading, purpose == .opening, let previous { publish(previous, purpose) }
            isReading = false
            reports = reports(after: error)
            didRead(.failed(error))
        }
    }

    /// Returns whether a part is worth showing. If the reading is complete now, its outcome is delivered instead.
    private func isNew(_ soFar: FeedResult, for purpose: Purpose) -> Bool {
        if soFar.isComplete { return false }
        return isReading ? soFar.hasNews || purpose == .opening : soFar.pending != pending
    }

    private func publish(_ scanProgress: ScanProgress) {
        guard scanProgress != self.scanProgress else { return }
        self.scanProgress = scanProgress
        didRead(.progressed)
    }

    /// Runs outside of the main actor, because merging many sources takes time.
    private nonisolated static func snapshot(of progress: FeedLoadProgress) async -> FeedResult? { progress.soFar }

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

    private func publish(_ new: FeedResult, _ purpose: Purpose) {
        let isFirst = isReading
        let earlier = isFirst ? nil : result
        let isSame = result.map { !pages.isEmpty && new.isComplete && new.items.elementsEqual($0.items) } ?? false
        (isReading, isKept, pending) = (false, new.isKept, new.pending)
        if let earlier, new.continues(earlier) {
            if let more = new.next?.added(since: earlier.next) { paging.add(more) }
            let known = Set(earlier.failures)
            result = new
            return publish(.arrival, new.failures.filter { !known.contains($0) })
        }
        result = new
        if !isSame {  // otherwise the later pages are still valid
            pageTask?.cancel()  // it continues the replaced items
            pages = FeedItems()
            paging = Paging(new.next)
        }
        let retried = purpose.retrying.map { Set($0.map(\.publicAddress)) }
        publish(
            purpose != .opening ? .refresh : isFirst ? .arrival : .renewal,
            new.failures.filter { retried?.contains($0.source) ?? true })
    }

    private func publish(_ cause: Snapshot.Cause, _ failures: [FeedFailure]) {
        guard let result else { return }
        var items = result.items
        items.append(pages)
        didRead(.snapshot(Snapshot(items: items, cause: cause, failures: failures, result: result)))
    }

    /// Reports that the first pages have no pictures. The shown items stay.
    private func publishEmpty(_ new: FeedResult) {
        isReading = false
        if result?.items.isEmpty ?? true { (result, pages, paging) = (new, FeedItems(), Paging()) }
        didRead(.failed(new.failures.last?.error ?? .noPictures(.feed)))
    }

    /// Reads the next page if a row near the end is selected. Returns whether it started.
    @discardableResult
    func readAhead(at row: Int, of count: Int) -> Bool {
        guard !isReading, !isProvisional, let next = paging.advance(row: row, of: count) else { return false }
        readPage(next)
        return true
    }

    /// Whether more items may follow the last one.
    var isMore: Bool { isReading || isProvisional || paging.hasMore || !pending.isEmpty }

    /// Retries the failed page. Returns `false` if none has failed.
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
            publish(.page, page.failures)
        }
    }

    func cancel() {
        task?.cancel()
        pageTask?.cancel()
        paging.didCancel()
        (isReading, isProvisional) = (false, false)
        (pending, scanProgress) = ([], ScanProgress())
    }

    /// The feeds announced by the web pages among the sources.
    var linkedFeeds: [FeedLink] { result?.linkedFeeds ?? [] }
}

extension FeedSource {
    fileprivate var isRemote: Bool { if case .url = self { true } else { false } }
}
