import HalftoneCore

/// The result of reading sources, or the next page of each, in the order of the sources.
public struct FeedResult: Sendable {
    /// The items. Those of the first pages are empty only with `FeedError.noPicturesSoFar` among the failures; `next` then
    /// continues.
    public var items: FeedItems
    /// The sources that failed, and those of which part was left out.
    public var failures: [FeedFailure] = []
    /// The name of the feed, folder or list, if there was one source and it has one. Sanitized, one line.
    public var title: String?
    /// The feeds that web pages among the sources link to.
    public var linkedFeeds: [FeedLink] = []
    /// Number of entries left out because they have no picture.
    public var hiddenEntries = 0
    /// The position for ``FeedReader/page(after:)``; `nil` if there are no further pages.
    public var next: FeedContinuation?
    /// The sources that have not answered yet, as shown to users; empty when all have.
    public var pending: [PublicAddress] = []
    /// The reports of the sources, in order; a list is replaced by its feeds.
    public internal(set) var reports: [SourceReport] = []
    /// The runs of items, in order.
    var sections: [Section] = []
    /// The documents and folders that were read, for a later load: it revalidates them, and shows them in place of those
    /// that fail.
    var known: [FeedSource: SourceContent] = [:]
    /// Whether a source has been read, perhaps without a change.
    var hasAnswer = false

    /// Creates a result that is complete: without failures, further pages, linked feeds or pending sources.
    public init(items: FeedItems = FeedItems()) { self.items = items }
}

extension FeedResult {
    /// The items of one document.
    struct Section: Hashable, Sendable {
        let place: FeedAggregator.Place
        let source: FeedSource
        let count: Int
        /// Whether the items are those of an earlier load.
        let isKept: Bool
    }

    /// Whether all items come from an earlier result, and no source has been read since.
    public var isKept: Bool { !sections.isEmpty && !hasAnswer }

    /// Whether any item is new since the earlier result.
    public var hasNews: Bool { sections.contains { !$0.isKept } }

    /// Whether all sources have answered.
    public var isComplete: Bool { pending.isEmpty }

    /// Returns whether the result has all items of an earlier result of the same load, in their order, beside those of
    /// sources that have answered since.
    public func continues(_ earlier: FeedResult) -> Bool {
        var known = earlier.sections[...]
        for section in sections where section == known.first { known.removeFirst() }
        // Items without a section are of later pages.
        return known.isEmpty && items.count == sections.reduce(0) { $0 + $1.count }
            && earlier.items.count <= items.count
    }
}

extension FeedResult {
    /// Adds the content of a source's next page.
    mutating func add(_ content: SourceContent, of source: FeedSource, from origin: FeedItems.Origin) {
        items.append(content.segment, from: origin)
        hiddenEntries += content.hiddenEntries
        failures += content.warnings.map { FeedFailure(source: source, error: $0, isPartial: true) }
    }

    /// Appends a next page.
    mutating func add(_ page: FeedResult) {
        items.append(page.items)
        failures += page.failures
        hiddenEntries += page.hiddenEntries
        next = page.next
    }
}

/// An error of one source beside the results of others.
public struct FeedFailure: Hashable, Sendable, CustomStringConvertible {
    /// The source as the user typed it, without user name and password.
    public var source: PublicAddress
    /// The reason.
    public var error: FeedError
    /// Whether other pictures of the source are shown, so that the failure is only a warning.
    public var isPartial: Bool

    /// Creates a failure of a source, which is shown without user name and password.
    public init(source: FeedSource, error: FeedError, isPartial: Bool) {
        self.source = source.publicAddress
        self.error = error
        self.isPartial = isPartial
    }

    /// `NAME: what happened`, sanitized.
    public var description: String { "\(source): \(error)" }
}
