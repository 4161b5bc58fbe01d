import Basis

/// The results of all sources so far, and the documents that are still to be fetched. A value: no threads, no I/O.
///
/// The feeds that a document links to, such as an OPML list, are fetched as soon as it has arrived. One level deep: links
/// of these feeds are not followed, so that lists cannot form a cycle.
struct FeedAggregator: Sendable {
    /// Where a document belongs: a source, or one of the feeds that it led to.
    struct Place: Hashable, Comparable, Sendable {
        let source: Int
        /// -1: the source itself.
        var branch = -1

        static func < (left: Self, right: Self) -> Bool { (left.source, left.branch) < (right.source, right.branch) }
    }

    /// The feeds that a document links to.
    private struct Branch {
        let source: FeedSource
        var outcome: Result<SourceContent, FeedError>?
    }

    let sources: [FeedSource]
    private(set) var known: KnownDocuments
    private var outcomes: [Result<SourceContent, FeedError>?]
    private var branches: [Int: [Branch]] = [:]
    private var waiting: [(place: Place, url: RequestAddress)] = []
    private var firstWaiting = 0

    /// `known`: the documents of an earlier load, which stand in for those that are pending or fail.
    init(_ sources: [FeedSource], known: KnownDocuments) {
        self.sources = sources
        self.known = known
        outcomes = Array(repeating: nil, count: sources.count)
        waiting = sources.enumerated().compactMap { index, source in
            source.address.map { (Place(source: index), $0) }
        }
    }

    // MARK: - What comes

    /// Returns the next document to fetch, or `nil` if there is none before another arrives.
    mutating func next() -> (place: Place, url: RequestAddress)? {
        guard firstWaiting < waiting.count else { return nil }
        defer { firstWaiting += 1 }
        return waiting[firstWaiting]
    }

    /// Adds the cached content of a document.
    mutating func recall(_ url: RequestAddress, _ content: SourceContent) { known.remember(.url(url), content) }

    mutating func take(_ outcome: Result<SourceContent, FeedError>, at place: Place) {
        guard place.branch < 0 else {
            // A feed of a list is not to be another list.
            branches[place.source]?[place.branch].outcome = outcome.flatMap {
                $0.followed.isEmpty ? .success($0) : .failure(.nestedFeedList)
            }
            return
        }
        outcomes[place.source] = outcome
        guard case .success(let content) = outcome, !content.followed.isEmpty else { return }
        branches[place.source] = content.followed.map { Branch(source: .url($0.address)) }
        waiting += content.followed.enumerated().map { (Place(source: place.source, branch: $0), $1.address) }
    }

    /// Whether every source that was read by this load failed.
    var hasOnlyFailed: Bool {
        !outcomes.contains { if case .success? = $0 { true } else { false } }
    }

    /// Whether a source links to others.
    var hasBranches: Bool { !branches.isEmpty }

    // MARK: - What has come

    /// The pictures so far, in the order of the sources.
    func result() -> FeedResult {
        var result = FeedResult(items: FeedItems())
        var trails: [FeedContinuation.Trail] = []
        for (index, source) in sources.enumerated() {
            add(source, outcomes[index], at: Place(source: index), to: &result, &trails)
            if sources.count == 1 {
                result.title = (try? outcomes[index]?.get())?.title ?? known[source]?.title
            }
            guard outcomes[index] != nil else { continue }
            for (number, branch) in (branches[index] ?? []).enumerated() {
                add(branch.source, branch.outcome, at: Place(source: index, branch: number), to: &result, &trails)
            }
        }
        result.next = FeedContinuation(trails)
        result.isUnchanged =
            result.pending.isEmpty && result.failures.allSatisfy(\.isPartial)
            && result.documents == result.unchangedDocuments
        return result
    }

    private func add(
        _ source: FeedSource, _ outcome: Result<SourceContent, FeedError>?, at place: Place,
        to result: inout FeedResult, _ trails: inout [FeedContinuation.Trail]
    ) {
        let earlier = known[source]
        switch outcome {
        case .success(let content)?:
            result.add(content, of: source, at: place, named: name(of: content, source, place))
            addTrail(source, content, place, to: &trails)
        case .failure(let error)?:
            let isKept = earlier != nil && !error.isAboutContent
            result.failures.append(FeedFailure(source: source, error: error, isPartial: isKept))
            result.documents += 1
            if isKept, let earlier { keep(earlier, of: source, at: place, in: &result, &trails) }
        case nil:
            result.pending.append(source.publicAddress)
            if let earlier { keep(earlier, of: source, at: place, in: &result, &trails) }
        }
    }

    /// Restores the content of an earlier load, with the feeds that it links to.
    private func keep(
        _ content: SourceContent, of source: FeedSource, at place: Place, in result: inout FeedResult,
        _ trails: inout [FeedContinuation.Trail]
    ) {
        result.keep(content, of: source, at: place, named: name(of: content, source, place))
        addTrail(source, content, place, to: &trails)
        guard place.branch < 0 else { return }
        for (number, link) in content.followed.enumerated() {
            guard let content = known[.url(link.address)] else { continue }
            let place = Place(source: place.source, branch: number)
            let source = FeedSource.url(link.address)
            result.keep(content, of: source, at: place, named: name(of: content, source, place))
            addTrail(source, content, place, to: &trails)
        }
    }

    /// Returns what the items of a document name as their source; `nil` if there is only one source.
    private func name(of content: SourceContent, _ source: FeedSource, _ place: Place) -> String? {
        sources.count > 1 || place.branch >= 0 ? content.name(asWritten: source) : nil
    }

    private func addTrail(
        _ source: FeedSource, _ content: SourceContent, _ place: Place, to trails: inout [FeedContinuation.Trail]
    ) {
        guard var trail = FeedContinuation.Trail(source, content, place) else { return }
        trail.name = name(of: content, source, place)
        trails.append(trail)
    }
}

extension FeedResult {
    fileprivate mutating func add(
        _ content: SourceContent, of source: FeedSource, at place: FeedAggregator.Place, named name: String?
    ) {
        show(content, of: source, at: place, named: name, isKept: content.isUnchanged)
        if content.isUnchanged { unchangedDocuments += 1 }
        failures += content.warnings.map { FeedFailure(source: source, error: $0, isPartial: true) }
        documents += 1
    }

    fileprivate mutating func keep(
        _ content: SourceContent, of source: FeedSource, at place: FeedAggregator.Place, named name: String?
    ) {
        show(content, of: source, at: place, named: name, isKept: true)
    }

    private mutating func show(
        _ content: SourceContent, of source: FeedSource, at place: FeedAggregator.Place, named name: String?,
        isKept: Bool
    ) {
        items.append(content.segment, from: name)
        if content.segment.count > 0 {
            sections.append(Section(place: place, source: source, count: content.segment.count, isKept: isKept))
        }
        known.remember(source, content)
        linkedFeeds += content.announced
        hiddenEntries += content.hiddenEntries
    }
}

extension FeedSource {
    var address: RequestAddress? {
        if case .url(let url) = self { url } else { nil }
    }
}
