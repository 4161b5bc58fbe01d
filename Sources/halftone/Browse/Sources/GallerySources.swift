import ImageFeeds

/// Reads the sources of the gallery: at the beginning, page by page as the reader moves on, and again when asked to.
///
/// One thing at a time: what is asked for later wins, and what an earlier reading brings then is dropped. Main actor;
/// the reading itself is done elsewhere.
@MainActor
final class GallerySources {
    /// What became of a reading.
    enum News {
        /// Other pictures from now on.
        case opened(FeedResult)
        /// The same sources once more.
        case refreshed(FeedResult)
        case page(FeedPage)
        /// What was shown before the linked feed, as it was left.
        case returned(FeedResult)
        /// Nothing came; what was there stays.
        case failed(FeedError)
    }

    /// What was shown before a linked feed was opened.
    private struct Visit {
        let sources: [FeedSource]
        let result: FeedResult?
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
    /// Whether sources are read as a whole: at the beginning, and again.
    private(set) var isReading = false
    var didChange: @MainActor (News) -> Void = { _ in }

    private let fetcher: any FeedFetcher
    private let limits: FeedLimits
    private let standardInput: StandardInput
    private var visits: [Visit] = []
    private var task: Task<Void, Never>?
    private var pageTask: Task<Void, Never>?

    init(_ sources: [FeedSource], fetcher: any FeedFetcher, limits: FeedLimits = FeedLimits(), options: FeedOptions) {
        self.sources = sources
        self.fetcher = fetcher
        self.limits = limits
        self.options = options
        standardInput = StandardInput(limit: limits.listBytes)
    }

    private var reader: FeedReader {
        FeedReader(fetcher: fetcher, limits: limits, options: options, readStandardInput: standardInput.read)
    }

    // MARK: - Reading

    func open() { read(since: nil) { .opened($0) } }

    /// Reads everything again; documents whose server can say so only if they changed.
    func refresh() { read(since: result) { .refreshed($0) } }

    /// Shows entries without pictures, or no longer.
    func toggleHiddenEntries() {
        options.showsEntriesWithoutPictures.toggle()
        read(since: nil) { .refreshed($0) }
    }

    private func read(since previous: FeedResult?, _ news: @escaping @MainActor (FeedResult) -> News) {
        cancel()
        isReading = true
        task = Task { [reader, sources] in
            let outcome: Result<FeedResult, FeedError>
            do throws(FeedError) {
                outcome = .success(try await reader.items(of: sources, since: previous))
            } catch {
                outcome = .failure(error)
            }
            guard !Task.isCancelled else { return }
            isReading = false
            switch outcome {
            case .success(let result):
                self.result = result
                paging = Paging(result.next)
                didChange(news(result))
            case .failure(let error):
                didChange(.failed(error))
            }
        }
    }

    /// The reader has come to a row: near the end the next page is read.
    func didMove(to row: Int, of count: Int) {
        guard !isReading, let next = paging.advance(row: row, of: count) else { return }
        readPage(next)
    }

    var following: Following {
        if isReading || paging.isReading { return .coming }
        if paging.hasFailed { return .failedPage }
        return paging.hasMore ? .page : .nothing
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
            didChange(.page(page))
        }
    }

    /// Ends whatever is being read.
    func cancel() {
        task?.cancel()
        pageTask?.cancel()
        paging.didCancel()
        isReading = false
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
        visits.append(Visit(sources: sources, result: result, paging: paging, options: options))
        (sources, result, paging) = ([.url(link.address)], nil, Paging())
        open()
    }

    /// Shows again what was shown before the linked feed, as far as it was read. `false` if there is nothing.
    func goBack() -> Bool {
        guard let visit = visits.popLast() else { return false }
        cancel()
        (sources, result, paging, options) = (visit.sources, visit.result, visit.paging, visit.options)
        if let result { didChange(.returned(result)) } else { open() }
        return true
    }
}
