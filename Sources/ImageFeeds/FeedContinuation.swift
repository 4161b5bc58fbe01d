import HalftoneCore

/// The position in sources with further pages. A value, which is kept until the user scrolls to the end of the items.
///
/// ``FeedReader/page(after:)`` with an equal value reads the page again, which is how a failed page is retried.
public struct FeedContinuation: Sendable {
    struct PagedSource: Sendable {
        /// The argument, or the feed of a list.
        let source: FeedSource
        /// The index of the source.
        let place: FeedAggregator.Place
        /// The source name of its items; `nil` if there is only one source.
        let name: String?
        private(set) var next: WebAddress
        private var visited: Set<RequestAddress>
        private var contents: Set<Int>

        fileprivate var pageCount: Int { visited.count }

        /// Creates the paged source after the first page; `nil` if the source has no further pages.
        init?(_ source: FeedSource, _ content: SourceContent, _ place: FeedAggregator.Place, named name: String?) {
            guard let next = content.next else { return nil }
            self.source = source
            self.place = place
            self.name = name
            self.next = next
            visited = Set([source.address].compactMap(\.self))
            contents = [content.segment.fingerprint]
        }

        /// Visits the page at `next`. Returns `false` if its pictures were seen before, which ends the source: a server
        /// may repeat its last page forever.
        mutating func visit(_ content: SourceContent) -> Bool {
            visited.insert(next.address)
            return content.segment.count == 0 || contents.insert(content.segment.fingerprint).inserted
        }

        /// Returns the paged source after `content`, the page just visited; `nil` at the end. Throws if the next page was
        /// visited before, and at the limit.
        func advanced(past content: SourceContent, limits: FeedLimits) throws(FeedError) -> PagedSource? {
            guard let following = content.next else { return nil }
            guard !visited.contains(following.address) else { throw .pagesRepeat }
            guard visited.count < limits.pages else { throw .tooManyPages(limit: limits.pages) }
            var pagedSource = self
            pagedSource.next = following
            return pagedSource
        }
    }

    var pagedSources: [PagedSource]
    /// The room for the details of the next pages.
    private(set) var detailRoom: Int

    /// The largest number of pages read of one source.
    var pageCount: Int { pagedSources.map(\.pageCount).max() ?? 0 }

    /// Creates the position; `nil` without further pages.
    init?(_ pagedSources: [PagedSource], detailRoom: Int) {
        guard !pagedSources.isEmpty else { return nil }
        (self.pagedSources, self.detailRoom) = (pagedSources, detailRoom)
    }

    /// Returns a continuation of both, in the order of the sources.
    public func joined(by other: FeedContinuation) -> FeedContinuation {
        var joined = self
        joined.pagedSources = (pagedSources + other.pagedSources).sorted { $0.place < $1.place }
        joined.detailRoom = min(detailRoom, other.detailRoom)
        return joined
    }

    /// Returns the continuation of sources that had none in an earlier result of the same load; `nil` if there are
    /// none.
    public func added(since earlier: FeedContinuation?) -> FeedContinuation? {
        let known = Set((earlier?.pagedSources ?? []).map(\.place))
        return FeedContinuation(pagedSources.filter { !known.contains($0.place) }, detailRoom: detailRoom)
    }
}

extension FeedItems.Segment {
    /// The hash of a page's first pictures, which detects a server that repeats its last page.
    fileprivate var fingerprint: Int {
        var hasher = Hasher()
        hasher.combine(count)
        for index in 0..<Swift.min(count, 100) { hasher.combine(self[index]) }
        return hasher.finalize()
    }
}
