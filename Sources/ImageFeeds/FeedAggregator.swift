import HalftoneCore

/// The results of all sources so far, and the documents that are still to be fetched. A value: no threads, no I/O.
///
/// The feeds that a document links to, such as an OPML list, are fetched as soon as it has arrived. One level deep:
/// links of these feeds are not followed, so that lists cannot form a cycle.
struct FeedAggregator: Sendable {
    /// The position of a document: a source, or one of the feeds that it links to.
    struct Place: Hashable, Comparable, Sendable {
        let source: Int
        /// The index of the linked feed; -1 for the source itself.
        var branch = -1

        static func < (left: Self, right: Self) -> Bool { (left.source, left.branch) < (right.source, right.branch) }
    }

    let sources: [FeedSource]
    private(set) var known: [FeedSource: SourceContent]
    private var outcomes: [Place: Result<SourceContent, FeedError>] = [:]
    /// The feeds that the documents of sources link to.
    private var links: [Int: [FeedLink]] = [:]
    /// The earlier contents and errors of the sources that are not read again.
    private(set) var settled: [FeedSource: Result<SourceContent, FeedError>] = [:]
    private var waiting: ArraySlice<(place: Place, url: RequestAddress)>
    /// The bytes of the details of each document, and the room for more.
    private var detailBytes: [FeedSource: Int]
    private var detailRoom: Int

    /// Creates the aggregation. `known`: the documents of an earlier load, which replace pending or failed ones.
    init(_ sources: [FeedSource], known: [FeedSource: SourceContent], limits: FeedLimits = FeedLimits()) {
        self.sources = sources
        self.known = known
        detailBytes = known.mapValues(\.detailBytes)
        detailRoom = limits.detailBytesOfAll - detailBytes.values.reduce(0, +)
        waiting =
            sources.enumerated().compactMap { index, source in
                source.address.map { (Place(source: index), $0) }
            }[...]
    }

    // MARK: - Arrivals

    /// Returns the next document to fetch, or `nil` if there is none before another arrives.
    mutating func next() -> (place: Place, url: RequestAddress)? { waiting.popFirst() }

    /// Adds the cached content of a document.
    mutating func recall(_ url: RequestAddress, _ content: SourceContent) {
        known[.url(url)] = fitting(content, .url(url))
    }

    /// Returns a content with its details, in the place of those of its source before, if there is room for them.
    private mutating func fitting(_ content: SourceContent, _ source: FeedSource) -> SourceContent {
        var content = content
        detailRoom += detailBytes[source] ?? 0
        content.takeDetails(of: &detailRoom)
        detailBytes[source] = content.detailBytes
        return content
    }

    mutating func take(_ outcome: Result<SourceContent, FeedError>, at place: Place) {
        let source = place.branch < 0 ? nil : links[place.source].map { FeedSource.url($0[place.branch].address) }
        let outcome = outcome.map { fitting($0, source ?? sources[place.source]) }
        outcomes[place] = outcome
        guard case .success(let content) = outcome, !content.followed.isEmpty else { return }
        guard place.branch < 0 else {
            outcomes[place] = .failure(.nestedFeedList)
            return
        }
        links[place.source] = content.followed
        waiting += content.followed.enumerated().map { (Place(source: place.source, branch: $0), $1.address) }
    }

    /// Keeps the sources of an earlier load, except given ones and those that were pending.
    mutating func settle(_ reports: [SourceReport], except retried: Set<FeedSource>) {
        settled = known.mapValues { content in
            var content = content
            content.isUnchanged = true
            return .success(content)
        }
        for report in reports {
            switch report.state {
            case .pending: settled[report.source] = nil
            case .read: break
            case .failed(let error): settled[report.source] = .failure(error)
            }
        }
        for source in retried { settled[source] = nil }
    }

    /// Whether every source that was read by this load failed.
    var hasOnlyFailed: Bool {
        !outcomes.values.contains { if case .success = $0 { true } else { false } }
    }

    /// Whether a source links to others.
    var hasBranches: Bool { !links.isEmpty }

    // MARK: - Results

    /// Returns the pictures so far, in the order of the sources.
    func result() -> FeedResult {
        var result = FeedResult()
        var pagedSources: [FeedContinuation.PagedSource] = []
        for (index, source) in sources.enumerated() {
            let outcome = outcomes[Place(source: index)]
            add(source, outcome, at: Place(source: index), titled: nil, to: &result, &pagedSources)
            if sources.count == 1 { result.title = (try? outcome?.get())?.title ?? known[source]?.title }
            for (number, link) in (links[index] ?? kept(source, outcome)?.followed ?? []).enumerated() {
                let (branch, place) = (FeedSource.url(link.address), Place(source: index, branch: number))
                if links[index] != nil {
                    add(branch, outcomes[place], at: place, titled: link.title, to: &result, &pagedSources)
                } else if outcome == nil || known[branch] != nil {
                    // A branch of an earlier load: read later if the source is pending.
                    let content = known[branch]
                    report(branch, outcome == nil ? nil : content.map { .success($0) }, titled: link.title, in: &result)
                    show(content, of: branch, at: place, titled: link.title, in: &result, &pagedSources)
                }
            }
        }
        var reported = Set<FeedSource>()
        result.reports.removeAll { !reported.insert($0.source).inserted }
        result.next = FeedContinuation(pagedSources, detailRoom: detailRoom)
        return result
    }

    private func add(
        _ source: FeedSource, _ outcome: Result<SourceContent, FeedError>?, at place: Place, titled title: String?,
        to result: inout FeedResult, _ pagedSources: inout [FeedContinuation.PagedSource]
    ) {
        report(source, outcome, titled: title, in: &result)
        let kept = kept(source, outcome)
        switch outcome {
        case .success(let content)?:
            show(
                content, of: source, at: place, titled: title, isKept: content.isUnchanged, in: &result, &pagedSources)
            result.failures += content.warnings.map { FeedFailure(source: source, error: $0, isPartial: true) }
            result.hasAnswer = true
        case .failure(let error)?:
            result.failures.append(FeedFailure(source: source, error: error, isPartial: kept != nil))
        case nil: result.pending.append(source.publicAddress)
        }
        show(kept, of: source, at: place, titled: title, in: &result, &pagedSources)
    }

    /// Returns the content of an earlier load that replaces a pending or failed document, or `nil`.
    private func kept(_ source: FeedSource, _ outcome: Result<SourceContent, FeedError>?) -> SourceContent? {
        switch outcome {
        // It has responded, perhaps without items.
        case .success?, .failure(.noPictures)?, .failure(.nestedFeedList)?: nil
        case .failure?, nil: known[source]
        }
    }

    /// Adds the items of a document, of an earlier load if `isKept`.
    private func show(
        _ content: SourceContent?, of source: FeedSource, at place: Place, titled title: String?, isKept: Bool = true,
        in result: inout FeedResult, _ pagedSources: inout [FeedContinuation.PagedSource]
    ) {
        guard let content else { return }
        let name = name(of: content, source, place, titled: title)
        let segment = content.segment
        result.items.append(segment, from: .init(name: name, source: content.isPictureAlone ? nil : source))
        if segment.count > 0 {
            result.sections.append(.init(place: place, source: source, count: segment.count, isKept: isKept))
        }
        if content.isRead { result.known[source] = content }
        result.linkedFeeds += content.announced.map {
            FeedLink(title: $0.title, address: $0.address, source: source)
        }
        result.hiddenEntries += content.hiddenEntries
        if let paged = FeedContinuation.PagedSource(source, content, place, named: name) { pagedSources.append(paged) }
    }

    /// Adds the report of a source, except for single pictures, and for lists that are replaced by their feeds.
    private func report(
        _ source: FeedSource, _ outcome: Result<SourceContent, FeedError>?, titled title: String?,
        in result: inout FeedResult
    ) {
        let content = (try? outcome?.get()) ?? known[source]
        let state: SourceReport.State
        switch outcome {
        case .success(let content)?:
            if content.isPictureAlone || !content.followed.isEmpty { return }
            state = .read
        case .failure(let error)?: state = .failed(error)
        case nil:
            if content?.followed.isEmpty == false { return }
            state = .pending
        }
        result.reports.append(
            SourceReport(source: source, title: title ?? content?.title ?? "\(source)", state: state))
    }

    /// Returns the source name of a document's items: its title in a list of feeds, or its own title, or the argument.
    /// Returns `nil` if there is only one source, and for a single picture.
    private func name(
        of content: SourceContent, _ source: FeedSource, _ place: Place, titled title: String?
    ) -> String? {
        guard sources.count > 1 || place.branch >= 0, !content.isPictureAlone else { return nil }
        return title ?? content.title ?? "\(source)"
    }
}

extension FeedSource {
    var address: RequestAddress? {
        if case .url(let url) = self { url } else { nil }
    }
}
