import HalftoneCore

/// The next page of one or several sources.
public struct FeedPage: Sendable {
    /// The items of the page, to be appended to those shown; empty if the page failed or has no pictures.
    public var items = FeedItems()
    /// The pages that could not be read, and the sources whose pages repeat.
    public var failures: [FeedFailure] = []
    /// Number of entries left out because they have no picture.
    public var hiddenEntries = 0
    /// The position after this page; `nil` at the end of all sources.
    public var next: FeedContinuation?
}

extension FeedPage {
    /// Adds what a page of a source holds.
    mutating func add(_ content: SourceContent, of source: FeedSource, from origin: FeedItems.Origin) {
        items.append(content.segment, from: origin)
        hiddenEntries += content.hiddenEntries
        failures += content.warnings.map { FeedFailure(source: source, error: $0, isPartial: true) }
    }
}

/// The position in sources with further pages. A value, which is kept until the user scrolls to the end of the items.
///
/// ``FeedReader/page(after:)`` with an equal value reads the page again, which is how a failed page is retried.
public struct FeedContinuation: Sendable {
    /// One source with more to come.
    struct Trail: Sendable {
        /// What was given by the user, or the feed of a list.
        let source: FeedSource
        /// Which of the sources.
        let place: FeedAggregator.Place
        /// What its items name as their source; `nil` if there is only one.
        var name: String?
        private(set) var next: WebAddress
        private var visited: Set<RequestAddress>
        private var contents: Set<Int>

        fileprivate var pageCount: Int { visited.count }

        /// `nil` if the source ends here.
        init?(_ source: FeedSource, _ content: SourceContent, _ place: FeedAggregator.Place) {
            guard let next = content.next else { return nil }
            self.source = source
            self.place = place
            self.next = next
            visited = Set([source.address].compactMap(\.self))
            contents = [content.segment.fingerprint]
        }

        /// Takes in the page at `next`. `false` if what it shows was here before, which ends the source: a server may
        /// repeat its last page for ever.
        mutating func visit(_ content: SourceContent) -> Bool {
            visited.insert(next.address)
            return content.segment.count == 0 || contents.insert(content.segment.fingerprint).inserted
        }

        /// Where it goes on behind `content`, the page that was just visited: `nil` at the end. Throws where that leads
        /// to a page that was here before, and at the limit.
        func advanced(past content: SourceContent, limits: FeedLimits) throws(FeedError) -> Trail? {
            guard let following = content.next else { return nil }
            guard !visited.contains(following.address) else { throw .pagesRepeat }
            guard visited.count < limits.pages else { throw .tooManyPages(limit: limits.pages) }
            var trail = self
            trail.next = following
            return trail
        }
    }

    var trails: [Trail]

    /// How many pages were read of the source of which most were.
    var pageCount: Int { trails.map(\.pageCount).max() ?? 0 }

    /// `nil` if nothing goes on.
    init?(_ trails: [Trail]) {
        guard !trails.isEmpty else { return nil }
        self.trails = trails
    }

    /// Returns a continuation of both, in the order of the sources.
    public func joined(by other: FeedContinuation) -> FeedContinuation {
        var joined = self
        joined.trails = (trails + other.trails).sorted { $0.place < $1.place }
        return joined
    }

    /// Returns the continuation of sources that had none in an earlier result of the same load; `nil` if there are
    /// none.
    public func added(since earlier: FeedContinuation?) -> FeedContinuation? {
        let known = Set((earlier?.trails ?? []).map(\.place))
        return FeedContinuation(trails.filter { !known.contains($0.place) })
    }
}

extension FeedItems.Segment {
    /// Tells pages apart by their first pictures: enough to notice a server that repeats its last page for ever.
    fileprivate var fingerprint: Int {
        var hasher = Hasher()
        hasher.combine(count)
        for index in 0..<Swift.min(count, 100) { hasher.combine(self[index]) }
        return hasher.finalize()
    }
}
